// The front desk calls: the one thing that stops a clock.
import { and, eq, isNull, sql } from "drizzle-orm";
import type { CallAnswer, CallRequest } from "#contract/leads.ts";
import type { Transaction } from "#server/db/database.ts";
import { calls, enquiries, leads, timeline } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import type { SignedInClient } from "#server/guards.ts";
import { refreshLead, toCall } from "./lead-rows.ts";

/**
 * Records a call attempt, or the outcome of one that was begun with the same `_id`. The moment is
 * when we heard of the tap: a device cannot set it unseen, and an earlier one is marked as entered
 * later. Until it has an outcome a call stops nothing. Throws `not_found` for another's lead,
 * `invalid` for a moment in the future or before the person asked, `conflict` for a second,
 * different outcome.
 */
export async function recordCall(
  deps: Pick<Deps, "db" | "now">,
  client: SignedInClient,
  leadId: string,
  input: CallRequest,
): Promise<CallAnswer> {
  return deps.db.transaction(async (tx) => {
    await lockLead(tx, client, leadId);
    const begun = await findCall(tx, client, leadId, input._id);
    if (begun?.outcome && input.outcome && begun.outcome !== input.outcome) {
      throw new AppError("conflict");
    }
    const call = begun ?? (await beginCall(deps, tx, client, leadId, input));
    if (input.outcome && !call.outcome) await giveOutcome(deps, tx, client, leadId, input);
    const lead = await refreshLead(tx, { clientId: client.clientId, leadId });
    const recorded = await findCall(tx, client, leadId, input._id);
    if (!recorded) throw new Error("A call that was just recorded is gone");
    return { call: toCall(recorded), lead };
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

/** Two devices that log calls of one lead do so one after the other. */
async function lockLead(tx: Transaction, client: SignedInClient, leadId: string) {
  const [lead] = await tx
    .select({ id: leads.id })
    .from(leads)
    .where(and(eq(leads.clientId, client.clientId), eq(leads.id, leadId), isNull(leads.deletedAt)))
    .for("update");
  if (!lead) throw new AppError("not_found");
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
