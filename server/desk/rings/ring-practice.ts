// Rings a practice's phones: decides which ring is next, stores the call, and only then places it.
import { createHmac, randomBytes } from "node:crypto";
import { and, asc, eq, gt, inArray, isNotNull, isNull, lte, ne, type SQL, sql } from "drizzle-orm";
import { dayMs, minuteMs } from "#contract/durations.ts";
import type { Lead } from "#contract/leads.ts";
import { afterOpenMinutes, isOpenAt } from "#contract/open-time.ts";
import { placeOf } from "#contract/place-in-queue.ts";
import type { Transaction } from "#server/db/database.ts";
import { clients, inquiries, leads, ringCalls, rings } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { leadColumnsOf, toLead } from "#server/desk/leads/lead-rows.ts";
import { notifyPractice } from "#server/desk/live/notify.ts";
import { type Ring, type RingEvent, type RingState, ringOf } from "#server/desk/phone/ring.ts";
import { findTextStop } from "#server/desk/phone/text-stops.ts";
import type { VoiceProvider } from "#server/outside/voice.ts";
import { getOpenHours } from "#server/people/open-hours.ts";
import { checkCalls } from "./check-calls.ts";
import { isCalledSince } from "./line-call-rules.ts";
import { listOfficePhones, recordCallAnswer } from "./office-phones.ts";
import { isBeingCalled, judgeRing, type RingRefusal } from "./ring-permission.ts";
import { addEvents, bindCall, lockRing, type RingRow, readEvents } from "./ring-store.ts";
import { nextPhone, nextTurn, type PracticeNow } from "./ring-turn.ts";
import { ringUrl } from "./ring-url.ts";

/** How long an office phone rings: less than most voicemails take to answer. */
const ringSeconds = 20;
/** Another machine's clock may be ahead, so a job may start slightly early. */
const earlyMs = 1000;
/** The pause before the provider is asked again. */
const againMs = 5000;
/** More than the rings that a practice has due at once. */
const maxOpen = 200;

const onTheLine: RingState[] = ["ringing", "answered", "accepted", "dialing", "connected"];

export type PlacedCall = typeof ringCalls.$inferSelect;

/** What to do once the transaction is committed. */
type Turn = {
  /** Stored, but not placed yet. */
  call?: PlacedCall;
  /** Calls to end because someone has called from the screen. */
  ended: string[];
  /** Whether another ring may start now. */
  isAgain: boolean;
};

/**
 * Runs a practice's rings: checks calls whose reports may have been lost, then starts the due rings
 * until a phone rings or none is left. A killed run never calls anyone twice: a stored call is
 * looked up, not placed again.
 */
export async function ringPractice(deps: Deps, clientId: string): Promise<void> {
  const { voice } = deps;
  if (!voice) return;
  // Someone who calls from the screen doesn't wait for the look-ups of other calls.
  await endCalls(voice, await deps.db.transaction((tx) => endOvertaken(deps, tx, clientId)));
  await checkCalls(deps, voice, clientId);
  for (;;) {
    const turn = await deps.db.transaction((tx) => takeTurn(deps, tx, clientId));
    await endCalls(voice, turn.ended);
    const isAgain = turn.call ? await placeCall(deps, voice, turn.call) : turn.isAgain;
    if (!isAgain) return;
  }
}

/** After an answer that was lost, a call may go on, so it is ended once more. */
export async function endCalls(voice: VoiceProvider, sids: string[]): Promise<void> {
  await Promise.all(
    sids.map(async (sid) => {
      if ((await voice.end(sid)) === "unknown") await voice.end(sid);
    }),
  );
}

/** Returns the calls of rings whose lead someone is calling from the screen. */
async function endOvertaken(deps: Deps, tx: Transaction, clientId: string): Promise<string[]> {
  await lockTurns(tx, clientId);
  const open = await lockOpen(tx, clientId, deps.now());
  return open ? overtake(deps, tx, open) : [];
}

/** One server at a time decides for a practice. Before any lead's row lock. */
export async function lockTurns(tx: Transaction, clientId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`ring ${clientId}`}, 0))`);
}

async function overtake(
  { now }: Pick<Deps, "now">,
  tx: Transaction,
  open: OpenRing[],
): Promise<string[]> {
  const at = now();
  const sids: string[] = [];
  for (const { row, lead } of open) {
    const { startedBy, startedAt } = row;
    // A person may call a lead again, and may have started the call on the screen first.
    const isOvertaken = startedBy
      ? isCalledSince(lead, startedAt ?? at)
      : isBeingCalled(lead, at) || !lead.uncalledSince;
    if (!isOvertaken || (row.state !== "ringing" && row.state !== "answered")) continue;
    // The caller continues, so no job is needed.
    const event: RingEvent = { kind: "screen_won", at };
    const ring = await addEvents({ now, jobs: null }, tx, row, [event]);
    sids.push(...(await callIdsOf(tx, row, ring)));
  }
  return sids;
}

async function takeTurn(deps: Deps, tx: Transaction, clientId: string): Promise<Turn> {
  await lockTurns(tx, clientId);
  const now = deps.now();
  const open = await lockOpen(tx, clientId, new Date(now.getTime() + earlyMs));
  if (!open) return { ended: [], isAgain: true };
  // The caller continues with the rings, so no job is needed.
  const tools = { now: deps.now, jobs: null };
  const ended = await overtake(deps, tx, open);
  const due = open.filter(({ row }) => row.state === "queued" || row.state === "paused");
  const postponed = await postponeToOpening(deps, tx, { clientId, now }, due);
  const waiting = due.filter(({ row }) => !postponed.has(row.id));
  const practice: PracticeNow = {
    ...(await readPracticeNow(tx, clientId, now)),
    calledOnScreen: new Set(
      waiting.flatMap(({ lead }) => (isBeingCalled(lead, now) ? lead._id : [])),
    ),
  };
  const asOf = new Date(now.getTime() + earlyMs);
  const turn = nextTurn(
    waiting.map(({ row, lead, isFromClosed }) => ({
      ...{ ringId: row.id, leadId: lead._id, dueAt: row.dueAt, isStarted: row.startedAt !== null },
      isFromClosed,
      place: placeOf(lead, "next", now),
    })),
    practice,
    asOf,
  );
  const byId = new Map(waiting.map((one) => [one.row.id, one]));
  for (const kind of ["dropped", "screen_won"] as const) {
    for (const { ringId } of kind === "dropped" ? turn.dropped : turn.screenWon) {
      const one = byId.get(ringId);
      if (one) await addEvents(tools, tx, one.row, [{ kind, at: now }]);
    }
  }
  const joined = turn.joined.map(({ ringId }) => ringId);
  if (joined.length > 0) {
    await tx
      .update(rings)
      .set({ state: "joined", settledAt: now })
      .where(and(eq(rings.clientId, clientId), inArray(rings.id, joined)));
    const told = turn.joined.map(({ leadId }) => ({ clientId, leadId, kind: "lead" as const }));
    await notifyPractice(tx, ...told);
  }
  const first = turn.start && byId.get(turn.start.ring.ringId);
  if (!turn.start || !first) return { ended, isAgain: false };
  const call = await startRing(deps, tx, { ...first, now, leads: turn.start.leads });
  return { ended, isAgain: true, ...(call && { call }) };
}

/**
 * Postpones rings that haven't started to the opening if the practice has closed since they were
 * due. Returns their ids. A ring of a practice that is never open is refused when it starts.
 */
async function postponeToOpening(
  { jobs }: Pick<Deps, "jobs">,
  tx: Transaction,
  { clientId, now }: { clientId: string; now: Date },
  due: OpenRing[],
): Promise<ReadonlySet<string>> {
  const ids = due.flatMap(({ row }) => (row.startedAt || row.startedBy ? [] : [row.id]));
  if (ids.length === 0) return new Set();
  const hours = await getOpenHours({ db: tx }, clientId, now);
  const opensAt = isOpenAt(now, hours) ? null : afterOpenMinutes(now, 0, hours);
  if (!opensAt) return new Set();
  await tx
    .update(rings)
    .set({ dueAt: opensAt })
    .where(and(eq(rings.clientId, clientId), inArray(rings.id, ids)));
  await jobs.enqueue(tx, "ring-practice", { clientId }, { startAfter: opensAt });
  return new Set(ids);
}

/** `isFromClosed`: the lead came while the practice was closed, or the practice has closed since. */
type OpenRing = { row: RingRow; lead: Lead; isGone: boolean; isFromClosed: boolean };

/** Longer than any delay that a practice can choose. */
const longestDelayMs = 5 * minuteMs;

/**
 * Locks the due rings and their leads. Returns null if a merge has moved a ring to another lead
 * meanwhile; the caller then retries.
 */
async function lockOpen(tx: Transaction, clientId: string, asOf: Date): Promise<OpenRing[] | null> {
  const due = await tx
    .select({ id: rings.id, leadId: rings.leadId })
    .from(rings)
    .where(and(eq(rings.clientId, clientId), isNull(rings.settledAt), lte(rings.dueAt, asOf)))
    .orderBy(asc(rings.dueAt))
    .limit(maxOpen);
  if (due.length === 0) return [];
  const leadIds = [...new Set(due.map(({ leadId }) => leadId))];
  const ringIds = due.map(({ id }) => id);
  await tx
    .select({ id: leads.id })
    .from(leads)
    .where(and(eq(leads.clientId, clientId), inArray(leads.id, leadIds)))
    // A fixed lock order prevents deadlocks.
    .orderBy(asc(leads.id))
    .for("no key update");
  const rows = await tx
    .select()
    .from(rings)
    .where(and(eq(rings.clientId, clientId), inArray(rings.id, ringIds), isNull(rings.settledAt)))
    .orderBy(asc(rings.id))
    .for("no key update");
  const found = await tx
    .select(leadColumnsOf(clientId))
    .from(leads)
    .where(and(eq(leads.clientId, clientId), inArray(leads.id, leadIds)));
  const received = await tx
    .select({ id: inquiries.id, at: inquiries.receivedAt })
    .from(inquiries)
    .where(
      and(
        eq(inquiries.clientId, clientId),
        inArray(
          inquiries.id,
          rows.map(({ inquiryId }) => inquiryId),
        ),
      ),
    );
  const receivedAt = new Map(received.map(({ id, at }) => [id, at.getTime()]));
  const byId = new Map(found.map((one) => [one.lead.id, one]));
  if (rows.some(({ leadId }) => !byId.has(leadId))) return null;
  return rows.flatMap((row) => {
    const one = byId.get(row.leadId);
    if (!one) return [];
    const waitedMs = row.dueAt.getTime() - (receivedAt.get(row.inquiryId) ?? row.dueAt.getTime());
    const isFromClosed =
      row.startedAt === null && row.startedBy === null && waitedMs > longestDelayMs;
    return { row, lead: toLead(one), isGone: one.lead.deletedAt !== null, isFromClosed };
  });
}

/** The provider's ids of the calls that haven't ended. */
async function callIdsOf(
  tx: Transaction,
  { clientId, id }: RingRow,
  { attempts }: Ring,
): Promise<string[]> {
  const calls = await tx
    .select({ sid: ringCalls.callSid, attempt: ringCalls.attempt })
    .from(ringCalls)
    .where(and(eq(ringCalls.clientId, clientId), eq(ringCalls.ringId, id)));
  const isRunning = (attempt: number) =>
    attempts.some((one) => one.attempt === attempt && one.state !== "ended");
  return calls.flatMap(({ sid, attempt }) => (sid && isRunning(attempt) ? sid : []));
}

async function readPracticeNow(tx: Transaction, clientId: string, now: Date) {
  const minuteAgo = new Date(now.getTime() - minuteMs);
  const started = and(
    ...[eq(rings.clientId, clientId), gt(rings.startedAt, minuteAgo)],
    isNull(rings.startedBy),
  );
  const [recent] = await tx
    .select({
      startedInMinute: sql<number>`count(*)`.mapWith(Number),
      burstAt:
        sql<Date | null>`max(${rings.startedAt}) filter (where ${rings.burstCount} is not null)`.mapWith(
          rings.startedAt,
        ),
    })
    .from(rings)
    .where(started);
  const [line] = await tx
    .select({ id: rings.id })
    .from(rings)
    .where(
      and(
        eq(rings.clientId, clientId),
        isNull(rings.settledAt),
        isNotNull(rings.startedAt),
        inArray(rings.state, onTheLine),
      ),
    )
    .limit(1);
  return {
    isRinging: line !== undefined,
    startedInMinute: recent?.startedInMinute ?? 0,
    burstAt: recent?.burstAt ?? null,
  };
}

/**
 * Stores and returns the next phone's call. Returns null if the ring is refused, postponed or over.
 */
async function startRing(
  deps: Deps,
  tx: Transaction,
  { row, lead, isGone, now, leads: count }: OpenRing & { now: Date; leads: number },
): Promise<PlacedCall | null> {
  const { clientId, id: ringId } = row;
  const phones = (await listOfficePhones({ db: tx }, clientId)).filter(
    ({ confirmedAt, problem }) => confirmedAt && !problem,
  );
  const judged = await judge(deps, tx, { row, lead, isGone, confirmedPhones: phones.length, now });
  if (judged.refusal) {
    await refuse(deps, tx, row, judged.refusal);
    return null;
  }
  const known = await tx
    .select()
    .from(ringCalls)
    .where(and(eq(ringCalls.clientId, clientId), eq(ringCalls.ringId, ringId)));
  const { attempts } = ringOf(await readEvents(tx, { clientId, ringId }));
  const called = attempts.flatMap(({ attempt, ending, endedAt }) => {
    const call = known.find((one) => one.attempt === attempt);
    return call ? { phoneId: call.officePhoneId, ending, endedAt: endedAt ?? now } : [];
  });
  const next = nextPhone(
    phones.map(({ id }) => id),
    called,
  );
  const phone = phones.find(({ id }) => id === next?.phoneId);
  if (!next || !phone || !judged.fromNumber) {
    await addEvents({ now: deps.now, jobs: null }, tx, row, [{ kind: "given_up", at: now }]);
    return null;
  }
  const isThis = and(eq(rings.clientId, clientId), eq(rings.id, ringId));
  if (next.notBefore && next.notBefore.getTime() > now.getTime() + earlyMs) {
    await tx.update(rings).set({ dueAt: next.notBefore }).where(isThis);
    const startAfter = next.notBefore;
    await deps.jobs.enqueue(tx, "ring-practice", { clientId }, { startAfter });
    return null;
  }
  const attempt = Math.max(0, ...known.map((one) => one.attempt)) + 1;
  const [call] = await tx
    .insert(ringCalls)
    .values({
      ...{ clientId, ringId, attempt, officePhoneId: phone.id, name: phone.name },
      ...{ phone: phone.phone, fromNumber: judged.fromNumber, placedAt: now },
      token: randomBytes(16).toString("base64url"),
    })
    .returning();
  await addEvents({ now: deps.now, jobs: null }, tx, row, [{ kind: "placed", attempt, at: now }]);
  await tx
    .update(rings)
    .set({
      startedAt: row.startedAt ?? now,
      numberHash: judged.numberHash,
      ...(count > 1 && { burstCount: count }),
    })
    .where(isThis);
  return call ?? null;
}

type Asked = Omit<OpenRing, "isFromClosed"> & { confirmedPhones: number; now: Date };

/** Applies `judgeRing` to the ring's current data. */
export async function judge(
  { config }: Pick<Deps, "config">,
  tx: Transaction,
  { row, lead, isGone, confirmedPhones, now }: Asked,
) {
  const { clientId } = row;
  const practice = await readWorkingPractice(tx, clientId);
  const [inquiry] = await tx
    .select({ isTest: inquiries.isTest, isUntimed: inquiries.isUntimed })
    .from(inquiries)
    .where(and(eq(inquiries.clientId, clientId), eq(inquiries.id, row.inquiryId)));
  const hours = await getOpenHours({ db: tx }, clientId, now);
  const fromNumber = practice?.phoneNumber ?? null;
  const isOn = Boolean(practice?.ringsOnAt && fromNumber);
  const numberHash = hashNumber(config.hashSecret, clientId, lead.phone);
  const optOut = await findTextStop({ db: tx, config }, clientId, lead.phone);
  const refusal: RingRefusal | null = judgeRing(
    {
      practice: { ...hours, isOn, confirmedPhones },
      lead: { ...lead, isGone, hasOptedOut: optOut !== null },
      // Inquiries that were found late don't have rings.
      inquiry: { ...(inquiry ?? { isTest: false, isUntimed: false }), isFoundLate: false },
      rungInDay: await countRung(tx, row, numberHash, now),
      countries: config.callCountries,
    },
    now,
  );
  return { refusal, fromNumber, numberHash };
}

/** Returns null for a practice that isn't approved, is suspended or has ended. */
export async function readWorkingPractice(
  tx: Transaction,
  clientId: string,
): Promise<typeof clients.$inferSelect | null> {
  const [practice] = await tx.select().from(clients).where(eq(clients.id, clientId));
  return practice?.approvedAt && !practice.suspendedAt && !practice.endedAt ? practice : null;
}

async function refuse(deps: Deps, tx: Transaction, row: RingRow, refusal: RingRefusal) {
  const { clientId, id } = row;
  const isThis = and(eq(rings.clientId, clientId), eq(rings.id, id));
  if (row.startedAt) {
    const at = deps.now();
    await addEvents({ now: deps.now, jobs: null }, tx, row, [{ kind: "given_up", at }]);
    await tx.update(rings).set({ refusal }).where(isThis);
    return;
  }
  await tx.update(rings).set({ state: "refused", refusal, settledAt: deps.now() }).where(isThis);
  await notifyPractice(tx, { clientId, leadId: row.leadId, kind: "lead" });
}

/** Counts the other rings in the last 24 hours. Those that people started have their own limit. */
async function countRung(tx: Transaction, row: RingRow, numberHash: string, now: Date) {
  const among = (condition: SQL | undefined) =>
    sql<number>`count(*) filter (where ${condition ?? sql`false`})`.mapWith(Number);
  const [counted] = await tx
    .select({
      byForm: among(row.sourceId ? eq(rings.sourceId, row.sourceId) : undefined),
      byPractice: sql<number>`count(*)`.mapWith(Number),
      byLead: among(eq(rings.numberHash, numberHash)),
    })
    .from(rings)
    .where(
      and(
        eq(rings.clientId, row.clientId),
        gt(rings.startedAt, new Date(now.getTime() - dayMs)),
        ne(rings.id, row.id),
        isNull(rings.startedBy),
      ),
    );
  return counted ?? { byForm: 0, byPractice: 0, byLead: 0 };
}

/** A keyed hash: it only tells whether two rings were about one number. */
function hashNumber(secret: string, clientId: string, phone: string): string {
  return createHmac("sha256", secret).update(`ring ${clientId} ${phone}`).digest("base64url");
}

/**
 * Places the stored call. Returns whether the ring continues now. If the response is lost, the call
 * is looked up later.
 */
export async function placeCall(
  deps: Deps,
  voice: VoiceProvider,
  call: PlacedCall,
): Promise<boolean> {
  const { clientId, attempt, phone, fromNumber } = call;
  const answer = await voice.call({
    ...{ to: phone, from: fromNumber, ringSeconds },
    answerUrl: ringUrl(deps, call, "answer"),
    statusUrl: ringUrl(deps, call, "status"),
  });
  const result = answer.result === "refused" ? answer.problem : answer.result;
  deps.metrics.calls.add({ result });
  const startAfter = new Date(deps.now().getTime() + againMs);
  if (answer.result === "accepted") {
    const { sid } = answer;
    const ring = await deps.db.transaction(async (tx) => {
      const row = await lockRing(tx, call);
      await bindCall(tx, call, sid);
      return row;
    });
    // The screen was faster.
    if (ring?.settledAt) await endCalls(voice, [sid]);
    return false;
  }
  return deps.db.transaction(async (tx) => {
    if (answer.result === "unknown") {
      await deps.jobs.enqueue(tx, "ring-practice", { clientId }, { startAfter });
      return false;
    }
    const row = await lockRing(tx, call);
    const as = answer.result === "refused" ? "failed" : "canceled";
    const event: RingEvent = { kind: "ended", attempt, as, at: deps.now() };
    if (row) await addEvents({ now: deps.now, jobs: null }, tx, row, [event]);
    if (answer.result === "refused") {
      await recordCallAnswer(tx, { clientId, id: call.officePhoneId }, answer);
      return true;
    }
    await deps.jobs.enqueue(tx, "ring-practice", { clientId }, { startAfter });
    return false;
  });
}
