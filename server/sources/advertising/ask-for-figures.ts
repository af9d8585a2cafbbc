// Chooses the campaigns and days whose figures are requested from Meta and Google. Both revise a
// day's figures for a few days, so each day is requested three times.
import { and, eq, gt, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import { dayMs } from "#contract/durations.ts";
import { dayAfter, dayIn } from "#contract/zones.ts";
import { isOfCurrentPractice } from "#server/db/real-practices.ts";
import { campaigns, sources } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { hasJob } from "#server/jobs/job-queue.ts";
import { isGoogleAdsSetUp } from "#server/outside/google-ads.ts";

const daysBack = 3;
const endedMs = daysBack * dayMs;

/**
 * Enqueues a job for each practice with a Meta token and a campaign that Meta knows, and for each
 * with a campaign in a Google Ads account that the agency's credentials may open.
 */
export async function askForFigures(deps: Deps): Promise<void> {
  const { config, now } = deps;
  const hasToken = config.meta.pageToken
    ? undefined
    : sql`exists (select from ${sources} where ${sources.clientId} = ${campaigns.clientId}
        and ${sources.metaPageToken} is not null and ${sources.endedAt} is null)`;
  await enqueueFor(deps, "fetch-campaign-figures", and(isAskedOfMeta(now()), hasToken));
  if (!isGoogleAdsSetUp(config.googleAds)) return;
  await enqueueFor(deps, "fetch-google-figures", isAskedOfGoogle(now()));
}

async function enqueueFor(
  { db, jobs }: Deps,
  name: "fetch-campaign-figures" | "fetch-google-figures",
  isAsked: SQL | undefined,
): Promise<void> {
  const due = await db
    .selectDistinct({ clientId: campaigns.clientId })
    .from(campaigns)
    .where(
      and(
        isAsked,
        isOfCurrentPractice(campaigns.clientId),
        sql`not ${hasJob(name, "clientId", campaigns.clientId)}`,
      ),
    );
  await db.transaction((tx) =>
    jobs.enqueueAll(
      tx,
      name,
      due.map((payload) => ({ payload })),
    ),
  );
}

export function isAskedOfMeta(now: Date): SQL | undefined {
  return and(eq(campaigns.platform, "meta"), isAsked(now));
}

export function isAskedOfGoogle(now: Date): SQL | undefined {
  const isLinked = isNotNull(campaigns.googleCustomerId);
  return and(eq(campaigns.platform, "google"), isLinked, isAsked(now));
}

/** Ended campaigns are fetched while the platform still revises their days. */
function isAsked(now: Date): SQL | undefined {
  const since = new Date(now.getTime() - endedMs).toISOString();
  return and(
    isNotNull(campaigns.platformCampaignId),
    isNull(campaigns.deletedAt),
    or(isNull(endedAt), gt(endedAt, sql`${since}::timestamptz`)),
  );
}

/** A merged campaign ends when the surviving one does. */
const endedAt = sql`coalesce((
  select survivor.ended_at from ${campaigns} as survivor
  where survivor.client_id = ${campaigns.clientId} and survivor.id = ${campaigns.mergedInto}
), ${campaigns.endedAt})`;

/** The last three whole days of a practice. */
export function askedDays(now: Date, timeZone: string): { since: string; until: string } {
  const today = dayIn(now, timeZone);
  return { since: dayAfter(today, -daysBack), until: dayAfter(today, -1) };
}

/** `figuresProblem`: why the platform rejected the request, or empty if it didn't. */
export async function recordAsked(
  { db, now }: Pick<Deps, "db" | "now">,
  { clientId, campaignId }: { clientId: string; campaignId: string },
  figuresProblem: string,
): Promise<void> {
  await db
    .update(campaigns)
    .set({ askedFiguresAt: now(), figuresProblem })
    .where(and(eq(campaigns.clientId, clientId), eq(campaigns.id, campaignId)));
}
