// A minute after a missed call of a lead, and when the practice opens: if nobody has called back,
// alerts the practice, and answers with one text.
import { and, desc, eq, gt, isNotNull, isNull, ne, notInArray } from "drizzle-orm";
import { afterOpenMinutes, isOpenAt } from "#contract/open-time.ts";
import { segmentsOf } from "#contract/text-segments.ts";
import type { Transaction } from "#server/db/database.ts";
import {
  alertSchedule,
  calls,
  clients,
  incomingCalls,
  leads,
  texts,
  timeline,
} from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { isPracticePhone } from "#server/desk/incoming-calls/called-phones.ts";
import { notifyPractice } from "#server/desk/live/notify.ts";
import { queueContactAlert } from "#server/messages/alerts/text-alerts.ts";
import { getOpenHours } from "#server/people/open-hours.ts";
import { isWorking } from "#server/people/practice-of-number.ts";
import { expiryOf } from "./lead-texts.ts";
import { judgeMissedCall, type MissedCallRefusal } from "./missed-call-permission.ts";
import { closedMissedCallWords, missedCallWords, type Opening } from "./missed-call-words.ts";
import { readTextPermission, type TextPermission } from "./read-permission.ts";

type CallKey = { clientId: string; callId: string };
type MissedCall = typeof incomingCalls.$inferSelect & { leadId: string };

/**
 * Alerts the practice to a missed call, and writes the text that answers it, if one may be sent now.
 * Idempotent.
 */
export async function answerMissedCall(deps: Deps, key: CallKey): Promise<void> {
  const { clientId, callId } = key;
  await deps.db.transaction(async (tx) => {
    const call = await lockMissedCall(tx, key);
    if (!call) return;
    const { leadId, phone } = call;
    await alertIfForgotten(deps, tx, call);
    const { refusal, opening } = await readMissedCallPermission({ ...deps, db: tx }, call, null);
    const [practice] = await tx.select().from(clients).where(eq(clients.id, clientId));
    if (refusal || !practice) return;
    const [lead] = await tx
      .select({ language: leads.language })
      .from(leads)
      .where(and(eq(leads.clientId, clientId), eq(leads.id, leadId)));
    const language = lead?.language ?? undefined;
    const now = deps.now();
    const body = opening
      ? closedMissedCallWords(practice.name, opening, now, language)
      : missedCallWords(practice, language);
    const [written] = await tx
      .insert(texts)
      .values({
        ...{ clientId, leadId, callId, direction: "out", phone, body, state: "queued" },
        ...{ segments: segmentsOf(body).segments, createdAt: now, expiresAt: expiryOf(now) },
      })
      .onConflictDoNothing()
      .returning({ id: texts.id });
    if (!written) return;
    const data = { textId: written.id };
    await tx.insert(timeline).values({ clientId, leadId, kind: "text_written", at: now, data });
    await deps.jobs.enqueue(tx, "send-text", { clientId, textId: written.id });
    await notifyPractice(tx, { clientId, leadId, kind: "lead" });
  });
}

/**
 * Alerts the devices that want alerts now, and didn't get this one. A lead whose own alerts still go
 * on needs no other one.
 */
async function alertIfForgotten(deps: Deps, tx: Transaction, call: MissedCall): Promise<void> {
  const { clientId, leadId } = call;
  const [about] = await tx
    .select({ lead: leads, practice: clients })
    .from(leads)
    .innerJoin(clients, eq(clients.id, clientId))
    .where(and(eq(leads.clientId, clientId), eq(leads.id, leadId), isNull(leads.deletedAt)));
  if (!about || !isWorking(about.practice)) return;
  const { lastContactAt, hasCalledAgain } = await readContactsSince(tx, call, null);
  if (hasCalledAgain || (lastContactAt && lastContactAt >= call.receivedAt)) return;
  if (about.lead.uncalledSince && (await hasAlertsAhead(tx, clientId, leadId))) return;
  const missed = { step: "missed_call", occasion: call.id } as const;
  await queueContactAlert(deps, tx, { clientId, leadId, ...missed });
}

/** Whether an alert about a new inquiry of the lead is still to come. */
async function hasAlertsAhead(tx: Transaction, clientId: string, leadId: string): Promise<boolean> {
  const count = await tx.$count(
    alertSchedule,
    and(
      ...[eq(alertSchedule.clientId, clientId), eq(alertSchedule.leadId, leadId)],
      ...[isNull(alertSchedule.doneAt), ne(alertSchedule.step, "callback")],
    ),
  );
  return count > 0;
}

/** Locks the call's lead, so that an opt-out, an erasure or another call's text comes before or after. */
async function lockMissedCall(
  tx: Transaction,
  { clientId, callId }: CallKey,
): Promise<MissedCall | null> {
  const found = await findMissedCall(tx, { clientId, callId });
  if (!found) return null;
  await tx
    .select({ id: leads.id })
    .from(leads)
    .where(and(eq(leads.clientId, clientId), eq(leads.id, found.leadId)))
    .for("no key update");
  const call = await findMissedCall(tx, { clientId, callId });
  // The job runs again.
  if (call && call.leadId !== found.leadId) throw new Error("The lead was merged meanwhile");
  return call;
}

/** Returns a missed call of a lead, or null if it is no lead's, was answered, or was erased. */
export async function findMissedCall(
  tx: Transaction,
  { clientId, callId }: CallKey,
): Promise<MissedCall | null> {
  const [call] = await tx
    .select()
    .from(incomingCalls)
    .where(and(eq(incomingCalls.clientId, clientId), eq(incomingCalls.id, callId)));
  const { leadId } = call ?? {};
  return call && leadId && call.outcome === "missed" && call.phone ? { ...call, leadId } : null;
}

/** The agency works for the practice, and the practice turned it on. */
function isAnswering(practice: typeof clients.$inferSelect): boolean {
  return isWorking(practice) && practice.missedCallTextOnAt !== null;
}

type Tools = Omit<Parameters<typeof readTextPermission>[0], "db"> & { db: Transaction };

type MissedCallPermission = Omit<TextPermission, "refusal"> & {
  refusal: MissedCallRefusal | null;
  /** Null while the practice is open. */
  opening: Opening | null;
};

/** `textId`: the call's own text once it is written, which doesn't count as another one. */
export async function readMissedCallPermission(
  deps: Tools,
  call: MissedCall,
  textId: string | null,
): Promise<MissedCallPermission> {
  const { clientId, leadId, phone, receivedAt } = call;
  const now = deps.now();
  const tx = deps.db;
  // The call is the consent for this one text.
  const permission = await readTextPermission(deps, clientId, leadId, { hasCalled: true });
  const [practice] = await tx.select().from(clients).where(eq(clients.id, clientId));
  const isSent = isSentText(clientId, textId);
  const [lastAnswer] = await tx
    .select({ at: texts.createdAt })
    .from(texts)
    .where(and(isSent, eq(texts.phone, phone), isNotNull(texts.callId)))
    .orderBy(desc(texts.createdAt))
    .limit(1);
  const isElsewhere = permission.phone !== phone;
  const hours = await getOpenHours({ db: tx }, clientId, now);
  const isOpen = isOpenAt(now, hours);
  const opensAt = isOpen ? null : afterOpenMinutes(now, 0, hours);
  const isOnWhenClosed = Boolean(opensAt && practice?.missedCallTextClosedOnAt);
  const refusal = judgeMissedCall(
    {
      practice: {
        isOn: practice !== undefined && isAnswering(practice),
        ...{ isOpen, isOnWhenClosed },
      },
      // A lead that has another number now isn't texted there.
      refusal: permission.refusal ?? (isElsewhere ? "number" : null),
      missedAt: receivedAt,
      isOwnPhone: await isPracticePhone(tx, clientId, phone),
      ...(await readContactsSince(tx, call, textId)),
      lastAnswerAt: lastAnswer?.at ?? null,
    },
    now,
  );
  const opening = opensAt && { opensAt, timeZone: hours.timeZone };
  return { ...permission, refusal, opening };
}

/** The practice's texts, except for this one. */
function isSentText(clientId: string, exceptId: string | null) {
  const isOther = exceptId ? ne(texts.id, exceptId) : undefined;
  return and(eq(texts.clientId, clientId), eq(texts.direction, "out"), isOther);
}

/** Reads what happened between the practice and the lead after, or before, the call. */
async function readContactsSince(
  tx: Transaction,
  { clientId, leadId, id, phone, receivedAt }: MissedCall,
  textId: string | null,
): Promise<{ lastContactAt: Date | null; hasCalledAgain: boolean }> {
  const [lastCall] = await tx
    .select({ at: calls.calledAt })
    .from(calls)
    .where(and(eq(calls.clientId, clientId), eq(calls.leadId, leadId), isNull(calls.voidedAt)))
    .orderBy(desc(calls.calledAt))
    .limit(1);
  const isSent = isSentText(clientId, textId);
  const [lastText] = await tx
    .select({ at: texts.createdAt })
    .from(texts)
    .where(and(isSent, eq(texts.leadId, leadId), notInArray(texts.state, ["undone", "failed"])))
    .orderBy(desc(texts.createdAt))
    .limit(1);
  const later = await tx.$count(
    incomingCalls,
    and(
      ...[eq(incomingCalls.clientId, clientId), eq(incomingCalls.phone, phone)],
      ...[gt(incomingCalls.receivedAt, receivedAt), ne(incomingCalls.id, id)],
    ),
  );
  const contacts = [lastCall, lastText].flatMap((one) => (one ? [one.at.getTime()] : []));
  return {
    lastContactAt: contacts.length > 0 ? new Date(Math.max(...contacts)) : null,
    hasCalledAgain: later > 0,
  };
}
