// Deletes the campaigns that an undone import added or restored.
import { and, asc, eq, gt, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import type { Transaction } from "#server/db/database.ts";
import {
  campaignDays,
  campaigns,
  inquiries,
  leads,
  sources,
  templates,
} from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { countPeople } from "./campaign-people.ts";
import { isShown } from "./campaigns.ts";
import { hideCampaign } from "./merge-campaigns.ts";

type ImportedCampaigns = {
  added: string[];
  /** The campaigns that were deleted before the import, and when. */
  restored: { id: string; deletedAt: string }[];
};

/** Lists the deleted ones of these campaigns, with what a restoration needs. */
export async function listDeleted(tx: Transaction, clientId: string, ids: string[]) {
  const { id, deletedAt, undoData } = campaigns;
  const rows = await tx
    .select({ id, deletedAt, undoData })
    .from(campaigns)
    .where(and(eq(campaigns.clientId, clientId), inArray(id, ids), isNotNull(deletedAt)));
  return rows.map((row) => ({
    ...{ id: row.id, deletedAt: row.deletedAt?.toISOString() ?? "", undoData: row.undoData },
    days: (row.undoData?.days ?? []).map((day) => ({ ...day, campaignId: row.id })),
  }));
}

/**
 * Deletes the campaigns that the import added or restored and that aren't in use, and returns the
 * others. The caller has locked the practice's campaigns and removed the import's days.
 */
export async function deleteImported(
  deps: Pick<Deps, "now">,
  tx: Transaction,
  clientId: string,
  { added, restored }: ImportedCampaigns,
): Promise<ImportedCampaigns> {
  const ids = [...added, ...restored.map(({ id }) => id)];
  if (ids.length === 0) return { added, restored };
  // Locked first, so that no lead is stored for them meanwhile. A fixed lock order prevents
  // deadlocks.
  await tx
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(and(eq(campaigns.clientId, clientId), inArray(campaigns.id, ids)))
    .orderBy(asc(campaigns.id))
    .for("update");
  return {
    added: await deleteAdded(deps, tx, clientId, added),
    restored: await deleteAgain(tx, clientId, restored),
  };
}

/**
 * Deletes the campaigns that have neither figures nor leads and that nobody has set up since. The
 * owner can restore them, because a name or state may have been changed by hand.
 */
async function deleteAdded(
  deps: Pick<Deps, "now">,
  tx: Transaction,
  clientId: string,
  ids: string[],
): Promise<string[]> {
  if (ids.length === 0) return [];
  const all = sql`${sql.param(ids)}::uuid[]`;
  const { rows } = await tx.execute<{ id: string }>(sql`
    select campaign_id as id from ${campaignDays}
      where client_id = ${clientId} and campaign_id = any(${all})
    union select campaign_id from ${inquiries}
      where client_id = ${clientId} and campaign_id = any(${all})
    union select campaign_id from ${leads}
      where client_id = ${clientId} and campaign_id = any(${all})
    union select campaign_id from ${sources}
      where client_id = ${clientId} and campaign_id = any(${all})
    union select unnest(campaign_ids) from ${templates}
      where client_id = ${clientId} and campaign_ids && ${all}
    union select merged_into from ${campaigns}
      where client_id = ${clientId} and merged_into = any(${all})`);
  const isUsed = new Set(rows.map((row) => row.id));
  const unused = ids.filter((id) => !isUsed.has(id));
  if (unused.length === 0) return ids;
  const { id, budgetCents, endsOn, googleCustomerId, impressions, script, startsOn } = campaigns;
  const isUntouched = and(
    isShown,
    ...[budgetCents, startsOn, endsOn, googleCustomerId, impressions].map((one) => isNull(one)),
    eq(script, ""),
  );
  const deleted = await tx
    .update(campaigns)
    .set({ deletedAt: deps.now(), undoData: { survivorId: null, days: [], sourceIds: [] } })
    .where(and(eq(campaigns.clientId, clientId), inArray(id, unused), isUntouched))
    .returning({ id });
  const isDeleted = new Set(deleted.map((row) => row.id));
  return ids.filter((one) => !isDeleted.has(one));
}

/** Deletes the restored campaigns again that have neither leads nor newer figures. */
async function deleteAgain(
  tx: Transaction,
  clientId: string,
  restored: ImportedCampaigns["restored"],
): Promise<ImportedCampaigns["restored"]> {
  const kept: ImportedCampaigns["restored"] = [];
  for (const one of restored) {
    const which = { id: one.id, clientId };
    const deletedAt = new Date(one.deletedAt);
    const isIt = and(eq(campaigns.clientId, clientId), eq(campaigns.id, one.id), isShown);
    const isNewer = and(
      eq(campaignDays.clientId, clientId),
      eq(campaignDays.campaignId, one.id),
      gt(campaignDays.recordedAt, deletedAt),
    );
    const isUsed =
      (await tx.$count(campaigns, isIt)) === 0 ||
      (await tx.$count(campaignDays, isNewer)) > 0 ||
      (await countPeople(tx, which)) > 0;
    if (isUsed) kept.push(one);
    else await hideCampaign(tx, which, deletedAt);
  }
  return kept;
}
