// Calls made by the front desk. Only a call stops a clock.
import { and, desc, eq, isNotNull, isNull, ne, or, sql } from "drizzle-orm";
import type { CallAnswer, CallRequest } from "#contract/calls.ts";
import type { Transaction } from "#server/db/database.ts";
import { isMadeCall } from "#server/db/made-call.ts";
import { accounts, calls, inquiries } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { scheduleCallback, scheduleCalled } from "#server/desk/leads/alert-schedule.ts";
import { storeResult } from "#server/desk/leads/call-result.ts";
import { addToTimeline, lockLead, readLead } from "#server/desk/leads/lead.ts";
import { toCall } from "#server/desk/leads/lead-rows.ts";
import { addCallNote } from "#server/desk/leads/notes.ts";
import { refreshLead, refreshLeads } from "#server/desk/leads/refresh-lead.ts";
import { markSeenByCall } from "#server/desk/live/first-seen.ts";
import { untilLocked } from "#server/desk/merging/merge-locks.ts";
import { scheduleScreenCall } from "#server/desk/rings/schedule-rings.ts";
import { AppError } from "#server/errors.ts";
import type { SignedInClient } from "#server/http/signed-in.ts";
import { readCallbackOf, readCallTime } from "./call-times.ts";
import { findSplitLeads, lockLeads, markDoNotCall, unmarkDoNotCall } from "./do-not-call.ts";
import { mayBeSameCall } from "./same-call.ts";

/** `jobs` is null for made-up calls, which don't schedule any jobs. */
type Tools = Pick<Deps, "db" | "now"> & { jobs: Deps["jobs"] | null };

/**
 * Records a call attempt, or the outcome of a call that was started with the same `_id`. The call's
 * time is when the tap arrived: a device can't set it silently, and an earlier time is marked as
 * logged after the fact. A call without an outcome doesn't stop the clock. The note is saved only
 * together with the outcome.
 * Throws `not_found` for another practice's lead; `invalid` for a time in the future or before the
 * inquiry; `conflict` for a second, different outcome or an undone call; `same_call` if another
 * device or an office phone recorded a call at that time (the tap is stored, but its outcome
 * needs `isSameCall`).
 */
export async function recordCall(
  deps: Tools,
  client: SignedInClient,
  leadId: string,
  input: CallRequest,
): Promise<CallAnswer> {
  const recorded = await deps.db.transaction(async (tx) => {
    // Serializes calls that two devices log for the same lead.
    await lockLead(tx, client, leadId);
    const started = await findCall(tx, client, leadId, input._id);
    const isOther = started?.outcome && input.outcome && started.outcome !== input.outcome;
    const answer = { client, leadId, isChanged: !started };
    if (started?.joinedTo) return answerWith(tx, { ...answer, callId: started.joinedTo });
    if (isOther || started?.voidedAt) throw new AppError("conflict");
    const call = started ?? (await beginCall(deps, tx, client, leadId, input));
    if (!input.outcome) return answerWith(tx, { ...answer, callId: call.id });
    if (call.outcome) {
      // The outcome is already saved: the first request, perhaps without the note, got through but
      // its response was lost.
      const isNoted = await addNoteOf(deps, tx, client, call, input);
      return answerWith(tx, { ...answer, isChanged: isNoted, callId: call.id });
    }

    const same = input.isSameCall === false ? null : await findSameCall(deps, tx, client, call);
    if (same && !input.isSameCall) {
      if (!started) await refreshLead(tx, { clientId: client.clientId, leadId });
      return null;
    }
    if (same) await joinCall(deps, tx, client, call, same);
    // The matching call has no outcome yet if it is a ring's call, which counts even without one.
    if (!same?.outcome) await setOutcome(deps, tx, client, same ?? call, input);
    await addNoteOf(deps, tx, client, call, input);
    return answerWith(tx, { ...answer, isChanged: true, callId: same?.id ?? call.id });
  });
  if (!recorded) throw new AppError("same_call");
  return recorded;
}

type Answered = { client: SignedInClient; leadId: string; callId: string; isChanged: boolean };

/**
 * Recomputes the lead if the request changed something, and returns the response. A repeated
 * request changes nothing, so it doesn't notify other devices.
 */
async function answerWith(
  tx: Transaction,
  { client, leadId, callId, isChanged }: Answered,
): Promise<CallAnswer> {
  const { clientId } = client;
  const lead = isChanged
    ? await refreshLead(tx, { clientId, leadId })
    : await readLead(tx, client, leadId);
  const [row] = await tx
    .select({ call: calls, firstName: accounts.firstName, lastName: accounts.lastName })
    .from(calls)
    .leftJoin(accounts, eq(accounts.id, calls.accountId))
    .where(and(eq(calls.clientId, clientId), eq(calls.id, callId), eq(calls.leadId, leadId)));
  if (!row) throw new Error("The call that was just recorded no longer exists");
  return { call: toCall(row.call, row), lead };
}

/**
 * Finds a call with an outcome from another device, or an office phone's call, that is close enough
 * in time to be the same call.
 */
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
        ne(calls.id, call.id),
        or(ne(calls.sessionId, sessionId), and(isNull(calls.sessionId), isNotNull(calls.ringId))),
        isMadeCall,
      ),
    )
    .orderBy(desc(calls.calledAt));
  const mine = { ...call, outcomeAt: deps.now() };
  return others.find((other) => mayBeSameCall(mine, { ...other, outcomeAt: endOf(other) })) ?? null;
}

function endOf({ calledAt, outcomeAt, lineSeconds }: RecordedCall): Date {
  return outcomeAt ?? new Date(calledAt.getTime() + (lineSeconds ?? 0) * 1000);
}

/** Merges the two calls into one that starts at the earlier tap. */
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
  const isReceivedEarlier = !call.isEnteredLater && call.calledAt < same.calledAt;
  if (isReceivedEarlier) {
    await tx
      .update(calls)
      .set({ calledAt: call.calledAt })
      .where(and(eq(calls.clientId, clientId), eq(calls.id, same.id)));
  }
  const data = { callId: call.id, joinedTo: same.id };
  await addToTimeline(deps, tx, client, call.leadId, "call_joined", data);
}

/**
 * Voids a call: it stays on the timeline, and the clock continues as if it had never been made.
 * Idempotent. Throws `not_found`.
 */
export async function voidCall(
  deps: Tools,
  client: SignedInClient,
  leadId: string,
  callId: string,
): Promise<CallAnswer> {
  // Leads that were split off may have the call's do-not-call mark, and are locked with this one.
  let splitLeads: string[] = [];
  return untilLocked(() =>
    deps.db.transaction(async (tx) => {
      const locked = await lockLeads(tx, client, [leadId, ...splitLeads]);
      const call = await findCall(tx, client, leadId, callId);
      if (!call || !locked.some(({ id }) => id === leadId)) throw new AppError("not_found");
      if (!call.voidedAt && call.outcome === "asked_to_stop") {
        const found = await findSplitLeads(tx, client, leadId);
        if (found.some((id) => !splitLeads.includes(id))) {
          splitLeads = found;
          return null;
        }
      }
      return voidLocked(deps, tx, client, { call, locked });
    }),
  );
}

type Voided = { call: RecordedCall; locked: Awaited<ReturnType<typeof lockLeads>> };

/** `locked`: the call's lead, and the leads that may have got its do-not-call mark in a split. */
async function voidLocked(
  deps: Tools,
  tx: Transaction,
  client: SignedInClient,
  { call, locked }: Voided,
): Promise<CallAnswer> {
  const { clientId } = client;
  const { id: callId, leadId } = call;
  const changed: string[] = [];
  if (!call.voidedAt) {
    await tx
      .update(calls)
      .set({ voidedAt: deps.now(), voidedBy: client.accountId })
      .where(and(eq(calls.clientId, clientId), eq(calls.id, callId)));
    const { outcome } = call;
    await addToTimeline(deps, tx, client, leadId, "call_voided", { callId, outcome });
    changed.push(leadId);
    for (const lead of outcome === "asked_to_stop" ? locked : []) {
      const isUnmarked = await unmarkDoNotCall(deps, tx, client, lead, { callId, leadId });
      if (isUnmarked && lead.id !== leadId) changed.push(lead.id);
    }
  }
  // All at once, because separate updates of the rollups could wait for each other.
  if (changed.length > 0) await refreshLeads(tx, clientId, changed, "lead");
  const answer = await answerWith(tx, { client, leadId, callId, isChanged: false });
  const { callBackAt } = answer.lead;
  // Reschedules the alert for the callback that the undo brought back.
  if (deps.jobs && !call.voidedAt && callBackAt) {
    const of = { clientId, leadId };
    await scheduleCallback({ jobs: deps.jobs }, tx, of, new Date(callBackAt));
  }
  return answer;
}

type RecordedCall = typeof calls.$inferSelect;

/**
 * Adds the request's note to the call, and returns whether it did. When calls of two devices are
 * merged, both notes are kept.
 */
async function addNoteOf(
  deps: Pick<Deps, "now">,
  tx: Transaction,
  client: SignedInClient,
  { id, leadId }: RecordedCall,
  { note: text }: CallRequest,
): Promise<boolean> {
  return text ? addCallNote(deps, tx, client, leadId, { callId: id, text }) : false;
}

async function beginCall(
  deps: Tools,
  tx: Transaction,
  client: SignedInClient,
  leadId: string,
  input: CallRequest,
) {
  const now = deps.now();
  const inquiredAt = await firstInquiryAt(tx, client, leadId);
  const calledAt = readCallTime(input, { now, askedAt: inquiredAt });
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
    // No row is inserted if another lead's call already has this id.
    .onConflictDoNothing()
    .returning();
  if (!call) throw new AppError("conflict");
  await markSeenByCall(tx, client, leadId, now);
  if (deps.jobs) {
    const { clientId } = client;
    await scheduleCalled({ jobs: deps.jobs }, tx, { clientId, leadId, callId: call.id });
    await scheduleScreenCall({ jobs: deps.jobs }, tx, { clientId, leadId });
  }
  return call;
}

async function setOutcome(
  deps: Tools,
  tx: Transaction,
  client: SignedInClient,
  { id, leadId, calledAt }: RecordedCall,
  input: CallRequest,
) {
  const { outcome } = input;
  if (!outcome) return;
  const { clientId, accountId } = client;
  const callBackAt = readCallbackOf(input, { calledAt, now: deps.now() });
  await storeResult(deps, tx, { clientId, leadId, callId: id, outcome, accountId, callBackAt });
  if (outcome === "asked_to_stop") await markDoNotCall(deps, tx, client, { leadId, callId: id });
  if (deps.jobs && callBackAt) {
    await scheduleCallback({ jobs: deps.jobs }, tx, { clientId, leadId }, callBackAt);
  }
}

async function findCall(tx: Transaction, client: SignedInClient, leadId: string, id: string) {
  const [call] = await tx
    .select()
    .from(calls)
    .where(and(eq(calls.clientId, client.clientId), eq(calls.id, id), eq(calls.leadId, leadId)));
  return call ?? null;
}

async function firstInquiryAt(tx: Transaction, client: SignedInClient, leadId: string) {
  const [row] = await tx
    .select({ at: sql<Date>`min(${inquiries.submittedAt})`.mapWith(inquiries.submittedAt) })
    .from(inquiries)
    .where(and(eq(inquiries.clientId, client.clientId), eq(inquiries.leadId, leadId)));
  if (!row) throw new Error("The lead has no inquiry");
  return row.at;
}
