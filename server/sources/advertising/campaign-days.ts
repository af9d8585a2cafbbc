// Campaigns' daily figures: one row per day.
import { and, eq, inArray, ne, sql } from "drizzle-orm";
import type { CampaignDay } from "#contract/campaigns.ts";
import type { Transaction } from "#server/db/database.ts";
import { campaignDays } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";

export type DayOfCampaign = CampaignDay & { campaignId: string };

const rowsAtOnce = 1000;

/**
 * Inserts or replaces each day. A figure that is now unknown keeps its stored value. Days entered
 * by hand are kept unless `replacesEntered`. Returns the number of days stored. Idempotent.
 */
export async function storeDays(
  deps: Pick<Deps, "now">,
  tx: Transaction | Deps["db"],
  clientId: string,
  days: DayOfCampaign[],
  { replacesEntered = false } = {},
): Promise<number> {
  let stored = 0;
  // Sorted, so that two writers of the same days don't deadlock.
  const ordered = days.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  for (let at = 0; at < ordered.length; at += rowsAtOnce) {
    const values = ordered
      .slice(at, at + rowsAtOnce)
      .map((day) => ({ ...day, clientId, recordedAt: deps.now() }));
    const rows = await tx
      .insert(campaignDays)
      .values(values)
      .onConflictDoUpdate({
        target: [campaignDays.clientId, campaignDays.campaignId, campaignDays.day],
        set: {
          impressions: sql`coalesce(excluded.impressions, ${campaignDays.impressions})`,
          clicks: sql`coalesce(excluded.clicks, ${campaignDays.clicks})`,
          spendCents: sql`coalesce(excluded.spend_cents, ${campaignDays.spendCents})`,
          origin: sql`excluded.origin`,
          recordedAt: sql`excluded.recorded_at`,
        },
        setWhere: and(
          eq(campaignDays.clientId, clientId),
          replacesEntered ? undefined : ne(campaignDays.origin, "hand"),
        ),
      })
      .returning({ day: campaignDays.day });
    stored += rows.length;
  }
  return stored;
}

/** Lists these campaigns' days that were entered by hand, as `campaign day`. */
export async function listEnteredDays(
  tx: Transaction | Deps["db"],
  clientId: string,
  campaignIds: string[],
): Promise<Set<string>> {
  const rows = await tx
    .select({ campaignId: campaignDays.campaignId, day: campaignDays.day })
    .from(campaignDays)
    .where(
      and(
        eq(campaignDays.clientId, clientId),
        inArray(campaignDays.campaignId, campaignIds),
        eq(campaignDays.origin, "hand"),
      ),
    );
  return new Set(rows.map(keyOf));
}

export function keyOf({ campaignId, day }: { campaignId: string; day: string }): string {
  return `${campaignId} ${day}`;
}
