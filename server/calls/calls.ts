// The front desk calls: the one thing that stops a clock.
import { and, desc, eq, isNotNull, isNull, ne, sql } from "drizzle-orm";
import type { CallAnswer, CallRequest } from "#contract/leads.ts";
import type { Transaction } from "#server/db/database.ts";
import { calls, inquiries } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import { lockLead, note } from "#server/leads/lead.ts";
import { toCall } from "#server/leads/lead-rows.ts";
import { refreshLead } from "#server/leads/refresh-lead.ts";
import { markSeenByCall } from "#server/live/first-seen.ts";
import type { SignedInClient } from "#server/signed-in.ts";
import { readPromise } from "./call-backs.ts";
import { mayBeSameCall } from "./same-call.ts";

/**
 * Records a call attempt, or the outcome of one that was begun with the same `_id`. The moment is
 * when we heard of the tap: a device cannot set it unseen, and an earlier one is marked as entered
 * later. Until it has an outcome a call stops nothing. Throws `not_found` for another's lead,
 * `invalid` for a moment in the future or before the person asked, `conflict` for a second,
 * different outcome or one for a call that was undone, `same_call` when another device told of a
 * call at that time: the tap is kept, and its outcome is waited for until `isSameCall` is said.
 */
export async function recordCall(
  deps: Pick<Deps, "db" | "now">,
  client: SignedInClient,
  leadId: string,
  input: CallRequest,
): Promise<CallAnswer> {
  const recorded = await deps.db.transaction(async (tx) => {
    // Two devices that log calls of one lead do so one after the other.
    await lockLead(tx, client, leadId);
    const begun = await findCall(tx, client, leadId, input._id);
    const isOther = begun?.outcome && input.outcome && begun.outcome !== input.outcome;
    if (begun?.joinedTo) return answerWith(tx, client, leadId, begun.joinedTo);
    if (isOther || begun?.voidedAt) throw new AppError("conflict");
    const call = begun ?? (await beginCall(deps, tx, client, leadId, input));
    if (!input.outcome || call.outcome) return answerWith(tx, client, leadId, call.id);

    const same = input.isSameCall === false ? null : await findSameCall(deps, tx, client, call);
    if (same && !input.isSameCall) {
      await refreshLead(tx, { clientId: client.clientId, leadId });
      return null;
    }
    if (same) await joinCall(deps, tx, client, call, same);
    else await giveOutcome(deps, tx, client, call, input);
    return answerWith(tx, client, leadId, same?.id ?? call.id);
  });
  if (!recorded) throw new AppError("same_call");
  return recorded;
}

async function answerWith(
  tx: Transaction,
  client: SignedInClient,
  leadId: string,
  callId: string,
): Promise<CallAnswer> {
  const lead = await refreshLead(tx, { clientId: client.clientId, leadId });
  const call = await findCall(tx, client, leadId, callId);
  if (!call) throw new Error("A call that was just recorded is gone");
  return { call: toCall(call), lead };
}

/** Another device's call with an outcome, so near that it may be this one. */
async function findSameCall(
  deps: Pick<Deps, "now">,
  tx: Transaction,
  client: SignedInClient,
  call: RecordedCall,
): Promise<RecordedCall | null> {
  const { clientId, sessionId } = client;
  if (!sessionId) return null;
  const others = await tx
    .select()
    .from(calls)
    .where(
      and(
        eq(calls.clientId, clientId),
        eq(calls.leadId, call.leadId),
        ne(calls.sessionId, sessionId),
        isNotNull(calls.outcome),
        isNull(calls.voidedAt),
      ),
    )
    .orderBy(desc(calls.calledAt));
  const mine = { ...call, outcomeAt: deps.now() };
  return (
    others.find((other) =>
      mayBeSameCall(mine, { ...other, outcomeAt: other.outcomeAt ?? other.calledAt }),
    ) ?? null
  );
}

/** The call counts once, from the first of the two taps on. */
async function joinCall(
  deps: Pick<Deps, "now">,
  tx: Transaction,
  client: SignedInClient,
  call: RecordedCall,
  same: RecordedCall,
) {
  const { clientId, accountId } = client;
  const at = deps.now();
  await tx
    .update(calls)
    .set({ joinedTo: same.id, voidedAt: at, voidedBy: accountId })
    .where(and(eq(calls.clientId, clientId), eq(calls.id, call.id)));
  const isHeardEarlier = !call.isEnteredLater && call.calledAt < same.calledAt;
  if (isHeardEarlier) {
    await tx
      .update(calls)
      .set({ calledAt: call.calledAt })
      .where(and(eq(calls.clientId, clientId), eq(calls.id, same.id)));
  }
  const data = { callId: call.id, joinedTo: same.id };
  await note(deps, tx, client, call.leadId, "call_joined", data);
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
      const data = { callId, outcome: call.outcome };
      await note(deps, tx, client, leadId, "call_voided", data);
    }
    const lead = await refreshLead(tx, { clientId: client.clientId, leadId });
    return { call: toCall({ ...call, voidedAt }), lead };
  });
}

type RecordedCall = typeof calls.$inferSelect;

async function beginCall(
  deps: Pick<Deps, "db" | "now">,
  tx: Transaction,
  client: SignedInClient,
  leadId: string,
  input: CallRequest,
) {
  const now = deps.now();
  const askedAt = await firstAskedAt(tx, client, leadId);
  const calledAt = input.calledAt ? new Date(input.calledAt) : momentOfTap(input, now, askedAt);
  if (calledAt > now) throw new AppError("invalid", { fields: { calledAt: "in_the_future" } });
  if (calledAt < askedAt) throw new AppError("invalid", { fields: { calledAt: "before_inquiry" } });
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
      sessionId: client.sessionId,
    })
    // This id names a call of another lead.
    .onConflictDoNothing()
    .returning();
  if (!call) throw new AppError("conflict");
  await markSeenByCall(tx, client, leadId, now);
  return call;
}

/** A device that measured wrongly is not believed, and never makes a call earlier than it can be. */
function momentOfTap({ agoMs = 0 }: CallRequest, now: Date, askedAt: Date): Date {
  const tappedAt = new Date(now.getTime() - agoMs);
  return tappedAt < askedAt ? now : tappedAt;
}

async function giveOutcome(
  deps: Pick<Deps, "db" | "now">,
  tx: Transaction,
  client: SignedInClient,
  { id, leadId, calledAt }: RecordedCall,
  input: CallRequest,
) {
  const { outcome } = input;
  const now = deps.now();
  if (outcome === "call_back" && !input.callBackAt) {
    throw new AppError("invalid", { fields: { callBackAt: "required" } });
  }
  const callBackAt =
    outcome === "call_back" && input.callBackAt
      ? readPromise(input.callBackAt, { since: calledAt, now })
      : null;
  await tx
    .update(calls)
    .set({ outcome, outcomeAt: now, callBackAt })
    .where(and(eq(calls.clientId, client.clientId), eq(calls.id, id)));
  await note(deps, tx, client, leadId, "called", { callId: id, outcome });
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
    .select({ at: sql<Date>`min(${inquiries.submittedAt})`.mapWith(inquiries.submittedAt) })
    .from(inquiries)
    .where(and(eq(inquiries.clientId, client.clientId), eq(inquiries.leadId, leadId)));
  if (!row) throw new Error("A lead without an inquiry");
  return row.at;
}
