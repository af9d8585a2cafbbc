// The front desk calls: the one thing that stops a clock.
import { and, eq, sql } from "drizzle-orm";
import type { CallAnswer, CallRequest } from "#contract/leads.ts";
import type { Transaction } from "#server/db/database.ts";
import { calls, enquiries, timeline } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import type { SignedInClient } from "#server/guards.ts";
import { lockLead } from "./lead.ts";
import { refreshLead, toCall } from "./lead-rows.ts";

/**
 * Records a call attempt, or the outcome of one that was begun with the same `_id`. The moment is
 * when we heard of the tap: a device cannot set it unseen, and an earlier one is marked as entered
 * later. Until it has an outcome a call stops nothing. Throws `not_found` for another's lead,
 * `invalid` for a moment in the future or before the person asked, `conflict` for a second,
 * different outcome or one for a call that was undone.
 */
export async function recordCall(
  deps: Pick<Deps, "db" | "now">,
  client: SignedInClient,
  leadId: string,
  input: CallRequest,
): Promise<CallAnswer> {
  return deps.db.transaction(async (tx) => {
    // Two devices that log calls of one lead do so one after the other.
    await lockLead(tx, client, leadId);
    const begun = await findCall(tx, client, leadId, input._id);
    const isOther = begun?.outcome && input.outcome && begun.outcome !== input.outcome;
    if (isOther || begun?.voidedAt) throw new AppError("conflict");
    const call = begun ?? (await beginCall(deps, tx, client, leadId, input));
    if (input.outcome && !call.outcome) await giveOutcome(deps, tx, client, leadId, input);
    const lead = await refreshLead(tx, { clientId: client.clientId, leadId });
    const recorded = await findCall(tx, client, leadId, input._id);
    if (!recorded) throw new Error("A call that was just recorded is gone");
    return { call: toCall(recorded), lead };
  });
}

/**
 * Undoes a call: it stays on the timeline, void, and the clock runs on as if it had never been made.
 * Voiding twice does it once. Throws `not_found`.
 */
export async function voidCall(
  deps: Pick<Deps, "db" | "now">,
  client: SignedInClient,
  leadId: string,
  callId: string,
): Promise<CallAnswer> {
  return deps.db.transaction(async (tx) => {
    await lockLead(tx, client, leadId);
    const call = await findCall(tx, client, leadId, callId);
    if (!call) throw new AppError("not_found");
    const voidedAt = call.voidedAt ?? deps.now();
    if (!call.voidedAt) {
      await tx
        .update(calls)
        .set({ voidedAt, voidedBy: client.accountId })
        .where(and(eq(calls.clientId, client.clientId), eq(calls.id, callId)));
      await tx.insert(timeline).values({
        clientId: client.clientId,
        leadId,
        kind: "call_voided",
        at: voidedAt,
        accountId: client.accountId,
        data: { callId, outcome: call.outcome },
      });
    }
    const lead = await refreshLead(tx, { clientId: client.clientId, leadId });
    return { call: toCall({ ...call, voidedAt }), lead };
  });
}

async function beginCall(
  deps: Pick<Deps, "db" | "now">,
  tx: Transaction,
  client: SignedInClient,
  leadId: string,
  input: CallRequest,
) {
  const now = deps.now();
  const calledAt = input.calledAt ? new Date(input.calledAt) : now;
  if (calledAt > now) throw new AppError("invalid", { fields: { calledAt: "in_the_future" } });
  if (calledAt < (await firstAskedAt(tx, client, leadId))) {
    throw new AppError("invalid", { fields: { calledAt: "before_enquiry" } });
  }
  const [call] = await tx
    .insert(calls)
    .values({
      clientId: client.clientId,
      id: input._id,
      leadId,
      accountId: client.accountId,
      calledAt,
      recordedAt: now,
      isEnteredLater: calledAt < now,
    })
    // This id names a call of another lead.
    .onConflictDoNothing()
    .returning();
  if (!call) throw new AppError("conflict");
  return call;
}

async function giveOutcome(
  deps: Pick<Deps, "db" | "now">,
  tx: Transaction,
  client: SignedInClient,
  leadId: string,
  input: CallRequest,
) {
  if (input.outcome === "call_back" && !input.callBackAt) {
    throw new AppError("invalid", { fields: { callBackAt: "required" } });
  }
  const callBackAt = input.callBackAt ? new Date(input.callBackAt) : null;
  await tx
    .update(calls)
    .set({ outcome: input.outcome, outcomeAt: deps.now(), callBackAt })
    .where(and(eq(calls.clientId, client.clientId), eq(calls.id, input._id)));
  await tx.insert(timeline).values({
    clientId: client.clientId,
    leadId,
    kind: "called",
    at: deps.now(),
    accountId: client.accountId,
    data: { callId: input._id, outcome: input.outcome },
  });
}

async function findCall(tx: Transaction, client: SignedInClient, leadId: string, id: string) {
  const [call] = await tx
    .select()
    .from(calls)
    .where(and(eq(calls.clientId, client.clientId), eq(calls.id, id), eq(calls.leadId, leadId)));
  return call ?? null;
}

async function firstAskedAt(tx: Transaction, client: SignedInClient, leadId: string) {
  const [row] = await tx
    .select({ at: sql<Date>`min(${enquiries.submittedAt})`.mapWith(enquiries.submittedAt) })
    .from(enquiries)
    .where(and(eq(enquiries.clientId, client.clientId), eq(enquiries.leadId, leadId)));
  if (!row) throw new Error("A lead without an enquiry");
  return row.at;
}
