// The do-not-call mark that a call's outcome sets and the call's undo removes, also from leads that
// were split off in between.
import { and, asc, eq, gte, inArray, isNull, lt, or } from "drizzle-orm";
import { askedToStopReason } from "#content/desk/outcomes.ts";
import type { Transaction } from "#server/db/database.ts";
import { calls, leads, timeline } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { addToTimeline, thisLead } from "#server/desk/leads/lead.ts";
import { findNewestMark } from "#server/desk/leads/newest-mark.ts";
import type { SignedInClient } from "#server/http/signed-in.ts";

type Tools = Pick<Deps, "now">;
type LockedLead = typeof leads.$inferSelect;

/** Marks a lead as do not call. An existing mark keeps its time and reason. */
export async function markDoNotCall(
  deps: Tools,
  tx: Transaction,
  client: SignedInClient,
  { leadId, callId }: { leadId: string; callId: string },
): Promise<void> {
  const [lead] = await tx
    .select({ since: leads.doNotCallSince })
    .from(leads)
    .where(thisLead(client, leadId));
  if (!lead || lead.since) return;
  const reason = askedToStopReason;
  await tx
    .update(leads)
    .set({ doNotCallSince: deps.now(), doNotCallReason: reason })
    .where(thisLead(client, leadId));
  await addToTimeline(deps, tx, client, leadId, "do_not_call", { reason, callId });
}

/**
 * Removes the mark from a lead if a call set it and every call that asked for it is undone. A mark
 * that someone has set since stays. Returns whether the mark was removed. `undone`: the call that was
 * just undone.
 */
export async function unmarkDoNotCall(
  deps: Tools,
  tx: Transaction,
  client: SignedInClient,
  lead: LockedLead,
  undone: { callId: string; leadId: string },
): Promise<boolean> {
  if (!lead.doNotCallSince) return false;
  const newest = await findNewestMark(tx, client.clientId, lead.id);
  const markedBy = newest?.data.callId;
  if (!newest || typeof markedBy !== "string") return false;
  // Calls that asked again while the mark was set, for a split lead also those before the split,
  // because it is unknown which of the two people asked.
  const isAgain = and(
    gte(calls.outcomeAt, lead.doNotCallSince),
    or(
      eq(calls.leadId, lead.id),
      and(eq(calls.leadId, undone.leadId), lt(calls.outcomeAt, newest.at)),
    ),
  );
  const [standing] = await tx
    .select({ id: calls.id })
    .from(calls)
    .where(
      and(
        ...[eq(calls.clientId, client.clientId), eq(calls.outcome, "asked_to_stop")],
        ...[isNull(calls.voidedAt), or(eq(calls.id, markedBy), isAgain)],
      ),
    )
    .limit(1);
  if (standing) return false;
  await tx
    .update(leads)
    .set({ doNotCallSince: null, doNotCallReason: "" })
    .where(thisLead(client, lead.id));
  const { callId } = undone;
  await addToTimeline(deps, tx, client, lead.id, "may_call", { reason: "", callId });
  return true;
}

/**
 * Returns the ids of the leads that were split off this one, or that it was split off. They got
 * their copy of a mark in the split. If such a lead was merged since, its survivor has the copy.
 */
export async function findSplitLeads(
  tx: Transaction,
  { clientId }: SignedInClient,
  leadId: string,
): Promise<string[]> {
  const found = new Set([leadId]);
  let next = [leadId];
  while (next.length > 0) {
    const splits = await tx
      .select({ data: timeline.data })
      .from(timeline)
      .where(
        and(
          eq(timeline.clientId, clientId),
          inArray(timeline.leadId, next),
          eq(timeline.kind, "split"),
        ),
      );
    const ids = splits.map(({ data }) => String(data.leadId));
    const rows = await tx
      .select({ id: leads.id, mergedInto: leads.mergedInto })
      .from(leads)
      .where(and(eq(leads.clientId, clientId), inArray(leads.id, ids)));
    const survivors = new Set(rows.map(({ id, mergedInto }) => mergedInto ?? id));
    next = [...survivors].filter((id) => !found.has(id));
    for (const id of next) found.add(id);
  }
  found.delete(leadId);
  return [...found];
}

/** Locks those of these leads that aren't deleted, by id, which is the order of merges and splits. */
export async function lockLeads(
  tx: Transaction,
  { clientId }: SignedInClient,
  leadIds: string[],
): Promise<LockedLead[]> {
  return tx
    .select()
    .from(leads)
    .where(and(eq(leads.clientId, clientId), inArray(leads.id, leadIds), isNull(leads.deletedAt)))
    .orderBy(asc(leads.id))
    .for("no key update");
}
