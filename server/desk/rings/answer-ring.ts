// Responds to the provider's requests about a call to an office phone, and stores what it reports.
import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { ringWords } from "#content/rings.ts";
import type { CallOutcome } from "#contract/call-outcomes.ts";
import { uuid } from "#contract/fields.ts";
import type { Transaction } from "#server/db/database.ts";
import { inquiries, leads, ringCalls, rings } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { storeResult } from "#server/desk/leads/call-result.ts";
import { leadColumnsOf, toLead } from "#server/desk/leads/lead-rows.ts";
import { refreshLead } from "#server/desk/leads/refresh-lead.ts";
import { judgeNumber } from "#server/desk/phone/dialed-number.ts";
import {
  answerKey,
  type KeyAnswer,
  type LineEnding,
  type Ring,
  type RingEvent,
  ringOf,
} from "#server/desk/phone/ring.ts";
import { plainName } from "#server/documents/greeting/safe-greeting.ts";
import { readSignedForm } from "#server/http/signed-form.ts";
import { type CallStep, writeTwiml } from "#server/outside/twiml.ts";
import { type CallReport, readCallReport } from "#server/outside/voice.ts";
import { isTooLate, judgeLineKey } from "./line-call-rules.ts";
import { findRingCall, recordRingCall } from "./ring-call.ts";
import { judge, readWorkingPractice } from "./ring-practice.ts";
import { eventOf } from "./ring-reports.ts";
import { addEvents, bindCall, lockRing, type RingRow, readEvents, thisCall } from "./ring-store.ts";
import { ringSteps, ringUrl } from "./ring-url.ts";

/** How long the question waits for a key. */
const keySeconds = 8;
const leadRingSeconds = 25;
const maxTalkSeconds = 3600;
/** A merge may move the lead between reading and locking it. */
const maxTries = 5;

const About = z.object({
  practice: uuid,
  ring: uuid,
  attempt: z.coerce.number().int().min(1).max(1000),
  token: z.string().max(100),
  step: z.enum(ringSteps),
});
const Posted = z.object({
  CallSid: z.string().min(1).max(100),
  Digits: z.string().max(20).catch(""),
  DialCallStatus: z.string().catch(""),
  DialCallDuration: z.coerce.number().int().min(0).max(1_000_000).nullable().catch(null),
});

type Call = typeof ringCalls.$inferSelect;
/** One request, about a call that is ours. */
type Asked = {
  step: z.infer<typeof About>["step"];
  posted: z.infer<typeof Posted>;
  report: CallReport | null;
};

/**
 * Stores what the provider's request reports, and returns TwiML for the call's next step: only a
 * hang-up for a report, or for a call that isn't this one. A repeated request stores nothing and
 * gets the same response. Throws `forbidden` without Twilio's signature.
 */
export async function answerRing(
  deps: Deps,
  request: { url: URL; body: string; signature: string },
): Promise<string> {
  const fields = readSignedForm(deps, deps.voice, request);
  const about = About.safeParse(Object.fromEntries(request.url.searchParams)).data;
  const posted = Posted.safeParse(Object.fromEntries(fields)).data;
  if (!about || !posted) return writeTwiml([]);
  const asked = { step: about.step, posted, report: readCallReport(fields) };
  for (let tries = 0; tries < maxTries; tries += 1) {
    const steps = await deps.db.transaction((tx) => answerOnce(deps, tx, about, asked));
    if (steps) return writeTwiml(steps);
  }
  return writeTwiml([]);
}

/** Returns null if the lead moved before it was locked: retry. */
async function answerOnce(
  deps: Deps,
  tx: Transaction,
  { practice: clientId, ring: ringId, attempt, token }: z.infer<typeof About>,
  asked: Asked,
): Promise<CallStep[] | null> {
  const [found] = await tx
    .select({ call: ringCalls, leadId: rings.leadId })
    .from(ringCalls)
    .innerJoin(rings, and(eq(rings.clientId, clientId), eq(rings.id, ringId)))
    .where(and(thisCall({ clientId, ringId, attempt }), eq(ringCalls.token, token)));
  if (!found) return [];
  const { call, leadId } = found;
  const isThisLead = and(eq(leads.clientId, clientId), eq(leads.id, leadId));
  // These may decide about the lead, or record a call: a call from the screen takes the same lock.
  if (asked.step !== "answer" && asked.step !== "status") {
    await tx.select({ id: leads.id }).from(leads).where(isThisLead).for("no key update");
  }
  const row = await lockRing(tx, call);
  if (row?.leadId !== leadId) return null;
  if (asked.step === "lead") return reportLead(deps, tx, row, call, asked);
  // A different call of the provider must not count as this one.
  if (!(await bindCall(tx, call, asked.posted.CallSid))) return [];
  if (asked.step === "status") return reportCall(deps, tx, row, call, asked);
  if (asked.step === "after") return afterLead(deps, tx, row, call, asked);
  if (asked.step === "result") return pressResult(deps, tx, row, call, asked);
  const [stored] = await tx.select(leadColumnsOf(clientId)).from(leads).where(isThisLead);
  if (!stored) return [];
  const one = { row, call, lead: toLead(stored), isGone: stored.lead.deletedAt !== null };
  return asked.step === "answer"
    ? ask(deps, tx, one, asked.report)
    : pressKey(deps, tx, one, asked.posted.Digits);
}

type Line = { row: RingRow; call: Call; lead: ReturnType<typeof toLead>; isGone: boolean };

/** The phone answered: names the lead and asks for a key. */
async function ask(
  deps: Deps,
  tx: Transaction,
  { row, call, lead }: Line,
  report: CallReport | null,
): Promise<CallStep[]> {
  const { attempt } = call;
  const by = report?.answeredBy ?? null;
  const ring = await addEvents(deps, tx, row, [{ kind: "answered", attempt, by, at: deps.now() }]);
  if (ring.accepted) return [{ say: ringWords.answers.taken }];
  if (ring.state === "screen_won") return [{ say: refusalOf("screen_won", row, lead) }];
  const isLate = row.startedBy && row.startedAt && isTooLate(row.startedAt, deps.now());
  if (ring.state !== "answered" || isOver(ring, attempt) || isLate) {
    return [{ say: ringWords.answers.over }];
  }
  const question = questionOf(row, plainName(await readFirstName(tx, row, lead)) ?? "");
  return [{ ask: question, action: ringUrl(deps, call, "key"), seconds: keySeconds }];
}

/** The name in the ring's inquiry, because families share numbers, or else the lead's own. */
async function readFirstName(
  tx: Transaction,
  { clientId, inquiryId }: RingRow,
  lead: Line["lead"],
): Promise<string> {
  const [inquiry] = await tx
    .select({ firstName: inquiries.firstName })
    .from(inquiries)
    .where(and(eq(inquiries.clientId, clientId), eq(inquiries.id, inquiryId)));
  return inquiry?.firstName || lead.firstName;
}

/** `name`: the lead's first name, or empty. */
function questionOf({ startedBy, burstCount }: RingRow, name: string): string {
  const { burst, newLead, somebody, lineCall } = ringWords;
  if (startedBy) return name ? lineCall.ask(name) : lineCall.askSomebody;
  if (burstCount !== null) return burst(burstCount);
  return name ? newLead(name) : somebody;
}

/** A key connects, once per ring, or ends the call. */
async function pressKey(deps: Deps, tx: Transaction, line: Line, key: string): Promise<CallStep[]> {
  const { row, call, lead } = line;
  const { attempt } = call;
  const now = deps.now();
  const events = await readEvents(tx, { clientId: row.clientId, ringId: row.id });
  const isRepeated = events.some((event) => event.kind === "key" && event.attempt === attempt);
  const pressed = answerKey(events, { attempt, key });
  const answer = isRepeated ? pressed : await judgeKey(deps, tx, line, pressed);
  const event: RingEvent = { kind: "key", attempt, key, answer, at: now };
  const ring = await addEvents(deps, tx, row, isRepeated ? [] : [event]);
  if (answer !== "connect") return [{ say: refusalOf(answer, row, lead) }];
  // Its answer arrived: this request is a replay, or nobody is on the phone any more.
  const isDone = ring.calledAt !== null || ring.leadEnding !== null || isOver(ring, attempt);
  if (isDone || judgeNumber(lead.phone, deps.config.callCountries)) return [];
  return [
    { say: ringWords.connecting },
    {
      ...{ dial: lead.phone, from: call.fromNumber },
      ...{ ringSeconds: leadRingSeconds, limitSeconds: maxTalkSeconds },
      action: ringUrl(deps, call, "after"),
      statusUrl: ringUrl(deps, call, "lead"),
    },
  ];
}

/** Who is calling may be said: only the practice hears it. */
function refusalOf(
  answer: Exclude<KeyAnswer, "connect">,
  { startedBy }: RingRow,
  { openCall }: Line["lead"],
): string {
  if (startedBy && answer === "wrong_key") return ringWords.lineCall.wrongKey;
  const caller = answer === "screen_won" ? plainName(openCall?.by ?? "") : "";
  return caller ? ringWords.screenWon(caller) : ringWords.answers[answer];
}

/** Everything is checked again: the call may have waited at the provider. */
async function judgeKey(
  deps: Deps,
  tx: Transaction,
  { row, lead, isGone }: Line,
  pressed: KeyAnswer,
): Promise<KeyAnswer> {
  if (pressed !== "connect") return pressed;
  if (row.startedBy) {
    const practice = await readWorkingPractice(tx, row.clientId);
    const about = {
      ...{ lead: { ...lead, isGone }, startedAt: row.startedAt ?? row.dueAt },
      ...{ isOn: Boolean(practice?.phoneNumber), countries: deps.config.callCountries },
    };
    return judgeLineKey(about, deps.now());
  }
  // This phone has just answered.
  const asked = { row, lead, isGone, confirmedPhones: 1, now: deps.now() };
  const { refusal } = await judge(deps, tx, asked);
  if (!refusal) return "connect";
  return refusal === "being_called" || refusal === "called" ? "screen_won" : "over";
}

/** Records how the office phone's call ended. */
async function reportCall(
  deps: Deps,
  tx: Transaction,
  row: RingRow,
  { attempt }: Call,
  { report }: Asked,
): Promise<CallStep[]> {
  const event = report && eventOf(report, { attempt }, deps.now());
  if (event) await addEvents(deps, tx, row, [event]);
  return [];
}

/** Records what happens on the lead's line, which this call dialed. */
async function reportLead(
  deps: Deps,
  tx: Transaction,
  row: RingRow,
  call: Call,
  { report }: Asked,
): Promise<CallStep[]> {
  const event = report && eventOf(report, "lead", deps.now());
  if (!event || !call.callSid || report.parentSid !== call.callSid) return [];
  if (await hasAccepted(tx, row, call)) {
    await recordRingCall(deps, tx, row, await addEvents(deps, tx, row, [event]));
  }
  return [];
}

/** `DialCallStatus`: twilio.com/docs/voice/twiml/dial. */
const dialEndings = new Map<string, LineEnding>([
  ["completed", "completed"],
  ["answered", "completed"],
  ["busy", "busy"],
  ["no-answer", "no_answer"],
  ["failed", "failed"],
  ["canceled", "canceled"],
]);

/** The lead's line has ended, but the phone's hasn't. */
async function afterLead(
  deps: Deps,
  tx: Transaction,
  row: RingRow,
  call: Call,
  { posted }: Asked,
): Promise<CallStep[]> {
  if (!(await hasAccepted(tx, row, call))) return [];
  const as = dialEndings.get(posted.DialCallStatus);
  const seconds = posted.DialCallDuration;
  const events: RingEvent[] = as ? [{ kind: "lead_ended", as, seconds, at: deps.now() }] : [];
  const ring = await addEvents(deps, tx, row, events);
  await recordRingCall(deps, tx, row, ring);
  if (!ring.calledAt) return [{ say: ringWords.notDialed }];
  const made = await findRingCall(tx, row);
  if (made?.outcome) return [{ say: ringWords.thanks }];
  // Nobody answered, so none of the keys would be right.
  if (!made || ring.leadEnding !== "completed") return [{ say: ringWords.ended }];
  return [
    { ask: ringWords.askResult, action: ringUrl(deps, call, "result"), seconds: keySeconds },
    { say: ringWords.noResult },
  ];
}

/** What a key says about the call; everything else is entered on the screen. */
const resultKeys = new Map<string, CallOutcome>([
  ["1", "spoke"],
  ["2", "voicemail"],
  ["3", "booked"],
]);

/** Records the result of the call, unless someone entered it on the screen first. */
async function pressResult(
  deps: Deps,
  tx: Transaction,
  row: RingRow,
  call: Call,
  { posted }: Asked,
): Promise<CallStep[]> {
  if (!(await hasAccepted(tx, row, call))) return [];
  const made = await findRingCall(tx, row);
  if (made?.outcome) return [{ say: ringWords.thanks }];
  const outcome = resultKeys.get(posted.Digits);
  if (!made || !outcome) return [{ say: ringWords.noResult }];
  const { clientId, leadId } = row;
  const result = { clientId, leadId, callId: made.id, outcome };
  await storeResult(deps, tx, { ...result, accountId: null, callBackAt: null });
  await refreshLead(tx, { clientId, leadId });
  return [{ say: ringWords.thanks }];
}

async function hasAccepted(tx: Transaction, row: RingRow, { attempt }: Call): Promise<boolean> {
  const { accepted } = ringOf(await readEvents(tx, { clientId: row.clientId, ringId: row.id }));
  return accepted?.attempt === attempt;
}

/** Whether the phone's call has ended. */
function isOver(ring: Ring, attempt: number): boolean {
  return ring.attempts.find((one) => one.attempt === attempt)?.state === "ended";
}
