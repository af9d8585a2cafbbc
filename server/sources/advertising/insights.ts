// Asks Meta for the daily figures of a practice's campaigns.
import { and, asc, desc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { campaigns, clients, sources } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { GraphRefusal } from "#server/outside/graph.ts";
import { readInsights } from "#server/outside/graph-insights.ts";
import { readPageToken } from "#server/sources/intake/page-tokens.ts";
import { askedDays, isAskedOfMeta, recordAsked } from "./ask-for-figures.ts";
import { bookDays } from "./campaign-days.ts";
import { lockCampaigns } from "./change-campaigns.ts";

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
  const range = askedDays(now(), practice.timeZone);
  const asked = await db
    .select({ id: campaigns.id, platformCampaignId: campaigns.platformCampaignId })
    .from(campaigns)
    .where(and(eq(campaigns.clientId, clientId), isAskedOfMeta(now())))
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
