// Undoes a merge within 30 days by moving rows back to the merged lead. Events after the merge stay
// with the survivor and still count for both leads, so an undo doesn't change the figures.
import { and, eq, inArray } from "drizzle-orm";
import { samePersonMessages } from "#content/messages.ts";
import type { Lead } from "#contract/leads.ts";
import type { Transaction } from "#server/db/database.ts";
import { leadMerges, leads } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { addToTimeline, readLead, thisLead } from "#server/desk/leads/lead.ts";
import { readEvents } from "#server/desk/leads/lead-events.ts";
import { foreignCalls, type UnmergedData } from "#server/desk/leads/merged-leads.ts";
import { refreshLeads } from "#server/desk/leads/refresh-lead.ts";
import { undoUntil } from "#server/desk/leads/suggestions.ts";
import { AppError } from "#server/errors.ts";
import type { SignedInClient } from "#server/http/signed-in.ts";
import { findSurvivorId, lockFamilies, untilLocked } from "./merge-locks.ts";
import { restoredValues } from "./merged-fields.ts";
import { moveRowsBack } from "./moved-rows.ts";

type Unmerge = { leadId: string; mergedId: string };

/**
 * Returns the lead that `leadId` refers to after the undo. Idempotent: a lead that isn't merged
 * anymore doesn't change. Throws `not_found`, including if the other lead is merged into a third
 * one, and `conflict` if it is too late for an undo.
 */
export async function unmergeLeads(
  deps: Pick<Deps, "db" | "now">,
  client: SignedInClient,
  of: Unmerge,
): Promise<Lead> {
  return untilLocked(() => deps.db.transaction((tx) => tryUnmerge(deps, tx, client, of)));
}

async function tryUnmerge(
  deps: Pick<Deps, "now">,
  tx: Transaction,
  client: SignedInClient,
  { leadId, mergedId }: Unmerge,
): Promise<Lead | null> {
  const { clientId } = client;
  const survivorId = await findSurvivorId(tx, clientId, leadId);
  const families = await lockFamilies(tx, clientId, [survivorId]);
  if (!families) return null;
  const members = families.flatMap((one) => one.members);
  const merged = members.find(({ id }) => id === mergedId);
  if (!merged) {
    const itself = await findSurvivorId(tx, clientId, mergedId);
    if (itself !== mergedId || mergedId === survivorId) throw new AppError("not_found");
    return readLead(tx, client, survivorId);
  }
  const merges = await tx
    .select()
    .from(leadMerges)
    .where(
      and(
        eq(leadMerges.clientId, clientId),
        inArray(
          leadMerges.leadId,
          members.map(({ id }) => id),
        ),
      ),
    );
  const merge = merges.find((one) => one.leadId === mergedId);
  if (!merge?.undoData || undoUntil(merge.at) <= deps.now()) {
    throw new AppError("conflict", { sentence: samePersonMessages.tooLate });
  }
  const leaving = withMerged(mergedId, merges);
  const events = (await readEvents(tx, clientId, [survivorId])).get(survivorId);
  if (!events) throw new Error("The survivor has no events");
  const kept = foreignCalls(survivorId, events, leaving);

  await moveRowsBack(tx, clientId, { from: survivorId, to: mergedId, owners: leaving });
  const into = [...members, ...families.map(({ survivor }) => survivor)].find(
    ({ id }) => id === merge.survivorId,
  );
  const restored = into ? restoredValues(into, merge.undoData) : {};
  if (Object.keys(restored).length > 0) {
    await tx.update(leads).set(restored).where(thisLead(client, merge.survivorId));
  }
  await tx.update(leads).set({ deletedAt: null }).where(thisLead(client, mergedId));
  await tx
    .delete(leadMerges)
    .where(and(eq(leadMerges.clientId, clientId), eq(leadMerges.leadId, mergedId)));
  const stayed: UnmergedData = { leadId: mergedId, leads: leaving, calls: [] };
  const left: UnmergedData = { leadId: survivorId, leads: leaving, calls: kept };
  await addToTimeline(deps, tx, client, survivorId, "unmerged", stayed);
  await addToTimeline(deps, tx, client, mergedId, "unmerged", left);
  const [survivor] = await refreshLeads(tx, clientId, [survivorId, mergedId], "lead");
  if (!survivor) throw new Error("The survivor was not refreshed");
  return survivor;
}

/** Returns the ids of the lead and of all leads merged into it, directly or indirectly. */
function withMerged(leadId: string, merges: { leadId: string; survivorId: string }[]): string[] {
  const direct = merges.filter(({ survivorId }) => survivorId === leadId);
  return [leadId, ...direct.flatMap((merge) => withMerged(merge.leadId, merges))];
}
