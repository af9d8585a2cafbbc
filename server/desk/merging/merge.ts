// Merges two of a practice's leads that are the same person. Everything moves to one of them, and
// every inquiry keeps its clock: see leads/merged-leads.ts and decision 066.
import { and, eq, inArray, or } from "drizzle-orm";
import type { Lead } from "#contract/leads.ts";
import type { MergeRequest } from "#contract/merges.ts";
import type { Transaction } from "#server/db/database.ts";
import { calls, differentPeople, leadMerges, leads } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { addToTimeline, readLead, thisLead } from "#server/desk/leads/lead.ts";
import type { MergedData } from "#server/desk/leads/merged-leads.ts";
import { refreshLead } from "#server/desk/leads/refresh-lead.ts";
import { notifyPractice } from "#server/desk/live/notify.ts";
import { AppError } from "#server/errors.ts";
import type { SignedInClient } from "#server/http/signed-in.ts";
import { findSurvivorId, lockFamilies, untilLocked } from "./merge-locks.ts";
import { choiceOf, mergedValues, undoDataOf } from "./merged-fields.ts";
import { moveRows } from "./moved-rows.ts";

/**
 * Merges two leads. The lead whose newest clock started last survives, because screens show that
 * clock; both ids then lead to it. Idempotent: leads that are already merged don't change. Throws
 * `not_found`; `conflict` for a lead with itself, for a test lead with a real one, and for more
 * than fifty leads in total; `invalid` if neither a number nor an email address would remain.
 */
export async function mergeLeads(
  deps: Pick<Deps, "db" | "now">,
  client: SignedInClient,
  leadId: string,
  request: MergeRequest,
): Promise<Lead> {
  if (leadId === request.otherId) throw new AppError("conflict");
  return untilLocked(() =>
    deps.db.transaction((tx) => tryMerge(deps, tx, client, leadId, request)),
  );
}

async function tryMerge(
  deps: Pick<Deps, "now">,
  tx: Transaction,
  client: SignedInClient,
  leadId: string,
  request: MergeRequest,
): Promise<Lead | null> {
  const { clientId, accountId } = client;
  const thisId = await findSurvivorId(tx, clientId, leadId);
  const otherId = await findSurvivorId(tx, clientId, request.otherId);
  const families = await lockFamilies(tx, clientId, [...new Set([thisId, otherId])]);
  if (!families) return null;
  if (thisId === otherId) return readLead(tx, client, thisId);
  const rows = families.map(({ survivor }) => survivor);
  const [lead, other] = rows;
  if (!lead || !other || lead.isTest !== other.isTest) throw new AppError("conflict");
  const [survivor, merged] = isLater(other, lead) ? [other, lead] : [lead, other];
  const members = families.find((one) => one.survivor === merged)?.members ?? [];
  const together = families.reduce((sum, one) => sum + one.members.length + 1, 0);
  if (together > maxTogether) throw new AppError("conflict");

  const values = mergedValues(survivor, merged, choiceOf(request.keep, lead, other));
  const now = { ...survivor, ...values };
  if (!now.email && !now.phone) throw new AppError("invalid", { fields: { phone: "required" } });
  const data: MergedData = {
    leadId: merged.id,
    leads: [merged.id, ...members.map(({ id }) => id)],
    calls: await listCallIds(tx, clientId, survivor.id),
  };
  await moveRows(tx, clientId, merged.id, survivor.id);
  if (Object.keys(values).length > 0) {
    await tx.update(leads).set(values).where(thisLead(client, survivor.id));
  }
  const at = deps.now();
  await tx.update(leads).set({ deletedAt: at }).where(thisLead(client, merged.id));
  await tx.insert(leadMerges).values({
    ...{ clientId, leadId: merged.id, survivorId: survivor.id, accountId, at },
    undoData: undoDataOf(survivor, values),
  });
  await addToTimeline(deps, tx, client, survivor.id, "merged", data);
  const answer = await refreshLead(tx, { clientId, leadId: survivor.id });
  await notifyPractice(tx, { clientId, leadId: merged.id, kind: "lead" });
  return answer;
}

/**
 * The maximum number of leads that are merged into one, including the survivor. Few people have
 * more than three, and each lead is compared with every other.
 */
const maxTogether = 50;

type Row = typeof leads.$inferSelect;

function isLater(one: Row, other: Row): boolean {
  const later = one.startedAt.getTime() - other.startedAt.getTime();
  return later === 0 ? one.id > other.id : later > 0;
}

async function listCallIds(tx: Transaction, clientId: string, leadId: string): Promise<string[]> {
  const rows = await tx
    .select({ id: calls.id })
    .from(calls)
    .where(and(eq(calls.clientId, clientId), eq(calls.leadId, leadId)));
  return rows.map(({ id }) => id);
}

/**
 * Prevents undoing a person's merges and deletes the records that they are "not the same person" as
 * someone, because the person is being erased.
 */
export async function forgetMerges(tx: Transaction, clientId: string, leadIds: string[]) {
  await tx
    .update(leadMerges)
    .set({ undoData: null })
    .where(and(eq(leadMerges.clientId, clientId), inArray(leadMerges.leadId, leadIds)));
  await tx
    .delete(differentPeople)
    .where(
      and(
        eq(differentPeople.clientId, clientId),
        or(inArray(differentPeople.leadId, leadIds), inArray(differentPeople.otherLeadId, leadIds)),
      ),
    );
}
