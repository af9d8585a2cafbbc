// Campaigns' daily figures: one row per day.
import { and, eq, inArray, isNotNull, ne, or, sql } from "drizzle-orm";
import type { CampaignDay } from "#contract/campaigns.ts";
import type { Transaction } from "#server/db/database.ts";
import { campaignDays, campaigns } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { isKept, withReport } from "./day-parts.ts";

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

/**
 * Stores a platform's days as `storeDays` does; those of merged campaigns are booked on their
 * survivor, and those of deleted ones aren't stored. The caller has locked the practice's campaigns.
 */
export async function bookDays(
  deps: Pick<Deps, "now">,
  tx: Transaction,
  clientId: string,
  days: DayOfCampaign[],
  { replacesEntered = false } = {},
): Promise<number> {
  const { id, mergedInto, deletedAt } = campaigns;
  const special = await tx
    .select({ id, mergedInto, deletedAt })
    .from(campaigns)
    .where(and(eq(campaigns.clientId, clientId), or(isNotNull(mergedInto), isNotNull(deletedAt))));
  const isDeleted = new Set(special.flatMap((one) => (one.deletedAt ? one.id : [])));
  const survivorOf = new Map(
    special.flatMap((one) => (one.mergedInto ? [[one.id, one.mergedInto] as const] : [])),
  );
  const survivors = new Set(survivorOf.values());
  const shown = days.filter(({ campaignId }) => !isDeleted.has(campaignId));
  const isMerged = ({ campaignId }: DayOfCampaign) =>
    survivorOf.has(campaignId) || survivors.has(campaignId);
  const plain = shown.filter((day) => !isMerged(day));
  let stored = await storeDays(deps, tx, clientId, plain, { replacesEntered });
  const byDay = Map.groupBy(shown.filter(isMerged), ({ campaignId, day }) =>
    keyOf({ campaignId: survivorOf.get(campaignId) ?? campaignId, day }),
  );
  for (const same of byDay.values()) {
    const first = same[0];
    if (!first) continue;
    const survivorId = survivorOf.get(first.campaignId) ?? first.campaignId;
    // The survivor's own first: it may replace a total that a merged one must not add to.
    const ordered = same.toSorted((one) => (one.campaignId === survivorId ? -1 : 1));
    const which = { clientId, campaignId: survivorId, day: first.day };
    stored += await bookDay(deps, tx, which, ordered, replacesEntered);
  }
  return stored;
}

/** Returns how many of the figures were stored. */
async function bookDay(
  deps: Pick<Deps, "now">,
  tx: Transaction,
  { clientId, campaignId, day }: { clientId: string; campaignId: string; day: string },
  reported: DayOfCampaign[],
  replacesEntered: boolean,
): Promise<number> {
  const isIt = and(
    eq(campaignDays.clientId, clientId),
    eq(campaignDays.campaignId, campaignId),
    eq(campaignDays.day, day),
  );
  const [row] = await tx.select().from(campaignDays).where(isIt).for("update");
  let now: ReturnType<typeof withReport> = row
    ? { ...row, recordedAt: row.recordedAt.toISOString() }
    : null;
  let stored = 0;
  const recordedAt = deps.now().toISOString();
  for (const { campaignId: id, impressions, clicks, spendCents, origin } of reported) {
    const figures = { impressions, clicks, spendCents, origin, recordedAt };
    const next = withReport(now, { survivorId: campaignId, id, replacesEntered }, figures);
    if (!next) continue;
    now = next;
    stored += 1;
  }
  if (!now || stored === 0) return 0;
  const { impressions, clicks, spendCents, origin, parts } = now;
  const values = { impressions, clicks, spendCents, origin, parts, recordedAt: deps.now() };
  await tx
    .insert(campaignDays)
    .values({ clientId, campaignId, day, ...values })
    .onConflictDoUpdate({
      target: [campaignDays.clientId, campaignDays.campaignId, campaignDays.day],
      set: values,
      setWhere: eq(campaignDays.clientId, clientId),
    });
  return stored;
}

/** Lists the days that a report doesn't change because they were entered, as `campaign day`. */
export async function listEnteredDays(
  tx: Transaction | Deps["db"],
  clientId: string,
  known: { id: string; family: string }[],
): Promise<Set<string>> {
  const rows = await tx
    .select({
      campaignId: campaignDays.campaignId,
      day: campaignDays.day,
      origin: campaignDays.origin,
      parts: campaignDays.parts,
    })
    .from(campaignDays)
    .where(
      and(
        eq(campaignDays.clientId, clientId),
        inArray(campaignDays.campaignId, [...new Set(known.map(({ family }) => family))]),
        eq(campaignDays.origin, "hand"),
      ),
    );
  const members = Map.groupBy(known, ({ family }) => family);
  return new Set(
    rows.flatMap((row) =>
      (members.get(row.campaignId) ?? [])
        .filter(({ id }) => isKept(row, id))
        .map(({ id }) => keyOf({ campaignId: id, day: row.day })),
    ),
  );
}

export function keyOf({ campaignId, day }: { campaignId: string; day: string }): string {
  return `${campaignId} ${day}`;
}
