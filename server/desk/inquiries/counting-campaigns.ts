// Finds the campaigns in which new inquiries count. A merged campaign's inquiries count in its
// survivor, and a new inquiry for a deleted campaign restores that campaign.
import { and, asc, eq, inArray, isNotNull, isNull } from "drizzle-orm";
import type { Transaction } from "#server/db/database.ts";
import { campaignDays, campaigns, sources } from "#server/db/schema.ts";

/**
 * Returns the campaign in which each of these campaigns' inquiries count. Locks the given
 * campaigns, so that none is merged or deleted before the inquiries are stored.
 */
export async function findCountingCampaigns(
  tx: Transaction,
  clientId: string,
  campaignIds: (string | null)[],
): Promise<Map<string, string>> {
  const ids = [...new Set(campaignIds.filter((id) => id !== null))];
  if (ids.length === 0) return new Map();
  const { id, mergedInto, deletedAt } = campaigns;
  const rows = await tx
    .select({ id, mergedInto, deletedAt })
    .from(campaigns)
    .where(and(eq(campaigns.clientId, clientId), inArray(id, ids)))
    // A fixed lock order prevents deadlocks.
    .orderBy(asc(id))
    .for("key share");
  for (const row of rows) {
    if (row.deletedAt) await bringBack(tx, clientId, row.mergedInto ?? row.id);
  }
  return new Map(rows.map((row) => [row.id, row.mergedInto ?? row.id]));
}

/**
 * Restores a deleted campaign, with its daily figures and with its sources that have no other
 * campaign now. Returns whether it was deleted.
 */
export async function bringBack(tx: Transaction, clientId: string, id: string): Promise<boolean> {
  const isIt = and(eq(campaigns.clientId, clientId), eq(campaigns.id, id));
  // If two inquiries arrive at once, only the first one finds the campaign deleted.
  const [row] = await tx
    .update(campaigns)
    .set({ deletedAt: null })
    .where(and(isIt, isNotNull(campaigns.deletedAt), isNull(campaigns.mergedInto)))
    .returning({ undoData: campaigns.undoData });
  if (!row) return false;
  const { days = [], sourceIds = [] } = row.undoData ?? {};
  await tx.update(campaigns).set({ undoData: null }).where(isIt);
  await tx
    .update(campaigns)
    .set({ deletedAt: null })
    .where(and(eq(campaigns.clientId, clientId), eq(campaigns.mergedInto, id)));
  await insertDays(tx, clientId, id, days);
  if (sourceIds.length > 0) {
    await tx
      .update(sources)
      .set({ campaignId: id })
      .where(
        and(
          eq(sources.clientId, clientId),
          inArray(sources.id, sourceIds),
          isNull(sources.campaignId),
        ),
      );
  }
  return true;
}

type Days = NonNullable<(typeof campaigns.$inferSelect)["undoData"]>["days"];

const rowsAtOnce = 1000;

/** Inserts a campaign's daily figures again; a day that has figures by now keeps those. */
export async function insertDays(
  tx: Transaction,
  clientId: string,
  campaignId: string,
  days: Days,
): Promise<void> {
  for (let at = 0; at < days.length; at += rowsAtOnce) {
    const rows = days
      .slice(at, at + rowsAtOnce)
      .map((day) => ({ ...day, clientId, campaignId, recordedAt: new Date(day.recordedAt) }));
    await tx.insert(campaignDays).values(rows).onConflictDoNothing();
  }
}
