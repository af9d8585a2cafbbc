// Asks Meta for the daily figures of a practice's campaigns. Meta revises them for a few days, so
// each day is asked for three times.
import { and, asc, desc, eq, gt, isNotNull, isNull, or, sql } from "drizzle-orm";
import { dayMs } from "#contract/durations.ts";
import { dayAfter, dayIn } from "#contract/zones.ts";
import { isOfCurrentPractice } from "#server/db/real-practices.ts";
import { campaigns, clients, sources } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { hasJob } from "#server/jobs/job-queue.ts";
import { GraphRefusal } from "#server/outside/graph.ts";
import { readInsights } from "#server/outside/graph-insights.ts";
import { readPageToken } from "#server/sources/intake/page-tokens.ts";
import { bookDays } from "./campaign-days.ts";
import { lockCampaigns } from "./change-campaigns.ts";

const daysBack = 3;
const endedMs = daysBack * dayMs;

/** Enqueues a job for each practice with a Meta token and a campaign that Meta knows. */
export async function askForFigures({ db, jobs, config, now }: Deps): Promise<void> {
  const hasToken = config.meta.pageToken
    ? undefined
    : sql`exists (select from ${sources} where ${sources.clientId} = ${campaigns.clientId}
        and ${sources.metaPageToken} is not null and ${sources.endedAt} is null)`;
  const due = await db
    .selectDistinct({ clientId: campaigns.clientId })
    .from(campaigns)
    .where(
      and(
        isAsked(now()),
        isOfCurrentPractice(campaigns.clientId),
        hasToken,
        sql`not ${hasJob("fetch-campaign-figures", "clientId", campaigns.clientId)}`,
      ),
    );
  await db.transaction((tx) =>
    jobs.enqueueAll(
      tx,
      "fetch-campaign-figures",
      due.map((payload) => ({ payload })),
    ),
  );
}

/**
 * Fetches each campaign's last three whole days. A permanent error is stored with its campaign; a
 * temporary one is thrown again after the other campaigns were fetched. Keeps days entered by hand.
 * Idempotent.
 */
export async function fetchCampaignFigures(
  deps: Deps,
  { clientId }: { clientId: string },
  { isLast }: { isLast: boolean },
): Promise<void> {
  const { db, config, now } = deps;
  const token = await findToken(deps, clientId);
  const [practice] = await db
    .select({ timeZone: clients.timeZone })
    .from(clients)
    .where(eq(clients.id, clientId));
  if (!token || !practice) return;
  const today = dayIn(now(), practice.timeZone);
  const range = {
    since: dayAfter(today, -daysBack),
    until: dayAfter(today, -1),
  };
  const asked = await db
    .select({ id: campaigns.id, platformCampaignId: campaigns.platformCampaignId })
    .from(campaigns)
    .where(and(eq(campaigns.clientId, clientId), isAsked(now())))
    .orderBy(asc(campaigns.id));
  let again: unknown;
  for (const { id: campaignId, platformCampaignId } of asked) {
    if (!platformCampaignId) continue;
    try {
      const days = await readInsights(config.meta, { platformCampaignId, token, ...range });
      const rows = days.map((day) => ({ ...day, campaignId, origin: "insights" as const }));
      await db.transaction(async (tx) => {
        await lockCampaigns(tx, clientId);
        await bookDays(deps, tx, clientId, rows);
      });
      await recordAsked(deps, { clientId, campaignId }, "");
    } catch (error) {
      if (!(error instanceof GraphRefusal)) throw error;
      // Only the owner can fix a rejected token; tomorrow's run retries it.
      const isForGood = error.isForGood || error.isTokenRefused;
      if (isForGood || isLast) await recordAsked(deps, { clientId, campaignId }, error.message);
      else again = error;
    }
  }
  if (again) throw again;
}

/** Ended campaigns are fetched as long as Meta still revises their days. */
function isAsked(now: Date) {
  const since = new Date(now.getTime() - endedMs).toISOString();
  return and(
    eq(campaigns.platform, "meta"),
    isNotNull(campaigns.platformCampaignId),
    isNull(campaigns.deletedAt),
    or(isNull(endedAt), gt(endedAt, sql`${since}::timestamptz`)),
  );
}

/** A merged campaign ends with the one that it counts in. */
const endedAt = sql`coalesce((
  select survivor.ended_at from ${campaigns} as survivor
  where survivor.client_id = ${campaigns.clientId} and survivor.id = ${campaigns.mergedInto}
), ${campaigns.endedAt})`;

/** Finds the token of the newest source that Meta doesn't reject, or else the agency's token. */
async function findToken({ db, config }: Deps, clientId: string): Promise<string | null> {
  const [source] = await db
    .select({ token: sources.metaPageToken })
    .from(sources)
    .where(
      and(
        eq(sources.clientId, clientId),
        isNotNull(sources.metaPageToken),
        isNull(sources.endedAt),
      ),
    )
    .orderBy(sql`${sources.failingSince} is not null`, desc(sources.createdAt))
    .limit(1);
  if (source?.token) return readPageToken(config.secret, source.token);
  return config.meta.pageToken ?? null;
}

async function recordAsked(
  { db, now }: Deps,
  { clientId, campaignId }: { clientId: string; campaignId: string },
  figuresProblem: string,
): Promise<void> {
  await db
    .update(campaigns)
    .set({ askedFiguresAt: now(), figuresProblem })
    .where(and(eq(campaigns.clientId, clientId), eq(campaigns.id, campaignId)));
}
