// Answers a call to a practice's number: rings its office phones one after the other, and connects
// the one on which someone presses 1. The caller hears ringing until then.
import { and, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import { ringWords } from "#content/rings.ts";
import { uuid } from "#contract/fields.ts";
import type { Transaction } from "#server/db/database.ts";
import { incomingCalls, leads } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { findLeadOfNumber } from "#server/desk/leads/lead-of-number.ts";
import { callerOf } from "#server/desk/phone/caller.ts";
import { afterDial } from "#server/desk/phone/incoming-call.ts";
import { ringKeys } from "#server/desk/phone/ring.ts";
import { plainName } from "#server/documents/greeting/safe-greeting.ts";
import { readSignedForm } from "#server/http/signed-form.ts";
import { type CallStep, joinCall, writeTwiml } from "#server/outside/twiml.ts";
import { findPracticeOfNumber } from "#server/people/practice-of-number.ts";
import { listCalledPhones } from "./called-phones.ts";
import { incomingCallUrl, incomingSteps } from "./incoming-call-url.ts";
import { type IncomingCall, settleCall, thisIncomingCall } from "./settle-call.ts";

/** Less than most voicemails take to answer; Twilio adds about five seconds. */
const ringSeconds = 20;
const keySeconds = 8;
const maxTalkSeconds = 3600;

const About = z.object({
  practice: uuid,
  call: uuid,
  phone: uuid,
  step: z.enum(incomingSteps),
});
/** Twilio's fields: twilio.com/docs/voice/twiml and twilio.com/docs/voice/twiml/dial. */
const Posted = z.object({
  CallSid: z.string().min(1).max(100),
  ParentCallSid: z.string().max(100).catch(""),
  From: z.string().max(100).catch(""),
  To: z.string().max(100).catch(""),
  CallStatus: z.string().max(40).catch(""),
  Digits: z.string().max(20).catch(""),
  DialCallStatus: z.string().max(40).catch(""),
  DialBridged: z.enum(["true", "false"]).nullable().catch(null),
});
type Posted = z.infer<typeof Posted>;

/**
 * Stores what the provider's request reports, and returns TwiML for the call's next step. A call to
 * a number of no practice gets a busy signal and stores nothing. A repeated request stores nothing
 * and gets the same response. Throws `forbidden` without Twilio's signature.
 */
export async function receiveCall(
  deps: Deps,
  request: { url: URL; body: string; signature: string },
): Promise<string> {
  const fields = readSignedForm(deps, deps.voice, request);
  const posted = Posted.safeParse(Object.fromEntries(fields)).data;
  if (!posted) return writeTwiml([]);
  if (request.url.search === "") return deps.db.transaction((tx) => beginCall(deps, tx, posted));
  const about = About.safeParse(Object.fromEntries(request.url.searchParams)).data;
  if (!about) return writeTwiml([]);
  return deps.db.transaction((tx) => continueCall(deps, tx, about, posted));
}

async function beginCall(deps: Deps, tx: Transaction, posted: Posted): Promise<string> {
  const { CallSid: sid } = posted;
  const practice = await findPracticeOfNumber({ db: tx }, posted.To);
  if (!practice?.isWorking) return writeTwiml(["busy"]);
  const { clientId } = practice;
  // Nobody calls from the number itself.
  const phone = posted.From === posted.To ? "" : (callerOf(posted.From) ?? "");
  await tx
    .insert(incomingCalls)
    .values({ clientId, sid, phone, receivedAt: deps.now() })
    .onConflictDoNothing();
  const [call] = await tx
    .select()
    .from(incomingCalls)
    .where(and(eq(incomingCalls.clientId, clientId), eq(incomingCalls.sid, sid)));
  if (!call) throw new Error("The call was not stored");
  if (call.endedAt) return writeTwiml(["busy"]);
  const [first] = await listCalledPhones(deps, tx, call);
  if (first) return writeTwiml([ringStep(deps, call, first)]);
  await settleCall(deps, tx, call, { outcome: "missed", at: deps.now() });
  return writeTwiml(["busy"]);
}

async function continueCall(
  deps: Deps,
  tx: Transaction,
  { practice: clientId, call: callId, phone: phoneId, step }: z.infer<typeof About>,
  posted: Posted,
): Promise<string> {
  const [call] = await tx
    .select()
    .from(incomingCalls)
    .where(thisIncomingCall({ clientId, id: callId }));
  // The office phone's line names the caller's line as the one that dialed it.
  const sid = step === "after" ? posted.CallSid : posted.ParentCallSid;
  if (call?.sid !== sid) return writeTwiml([]);
  if (step === "after") return writeTwiml(await afterPhone(deps, tx, call, phoneId, posted));
  if (call.endedAt) return writeTwiml([{ say: ringWords.incoming.over }]);
  if (step === "ask") {
    const action = incomingCallUrl(deps, { clientId, callId, phoneId }, "key");
    const question = ringWords.incoming.ask(await nameOf(tx, call));
    return writeTwiml([{ ask: question, action, seconds: keySeconds }]);
  }
  return pressKey(deps, tx, call, phoneId, posted.Digits);
}

/** Only the office phone hears it: a first name, or empty. */
async function nameOf(tx: Transaction, { clientId, phone }: IncomingCall): Promise<string> {
  const leadId = phone && (await findLeadOfNumber(tx, clientId, phone));
  if (!leadId) return "";
  const [lead] = await tx
    .select({ firstName: leads.firstName })
    .from(leads)
    .where(and(eq(leads.clientId, clientId), eq(leads.id, leadId)));
  return plainName(lead?.firstName ?? "") ?? "";
}

/** The key connects, unless the caller is gone. */
async function pressKey(
  deps: Deps,
  tx: Transaction,
  call: IncomingCall,
  phoneId: string,
  key: string,
): Promise<string> {
  const { wrongKey, skip, over } = ringWords.incoming;
  if (key === ringKeys.skip) return writeTwiml([{ say: skip }]);
  if (key !== ringKeys.connect) return writeTwiml([{ say: wrongKey }]);
  const phones = await listCalledPhones(deps, tx, call);
  const phone = phones.find(({ id }) => id === phoneId);
  if (!phone) return writeTwiml([{ say: over }]);
  const accepted = await tx
    .update(incomingCalls)
    .set({ officePhoneId: phoneId, phoneName: phone.name, acceptedAt: deps.now() })
    .where(and(thisIncomingCall(call), isNull(incomingCalls.endedAt)))
    .returning({ id: incomingCalls.id });
  return accepted.length > 0 ? joinCall : writeTwiml([{ say: over }]);
}

/** This phone's part is over: rings the next one, or settles the call. */
async function afterPhone(
  deps: Deps,
  tx: Transaction,
  call: IncomingCall,
  phoneId: string,
  posted: Posted,
): Promise<CallStep[]> {
  if (call.endedAt) return [];
  const phones = await listCalledPhones(deps, tx, call);
  const place = phones.findIndex(({ id }) => id === phoneId);
  const next = place === -1 ? undefined : phones[place + 1];
  const after = afterDial(
    {
      ...{ callStatus: posted.CallStatus, dialStatus: posted.DialCallStatus },
      isBridged: posted.DialBridged === null ? null : posted.DialBridged === "true",
    },
    { isAccepted: call.officePhoneId === phoneId, hasNext: next !== undefined },
  );
  if (after === "next" && next) return [ringStep(deps, call, next)];
  const outcome = after === "answered" ? "answered" : "missed";
  const phone = phones[place];
  await settleCall(deps, tx, call, {
    ...{ outcome, at: deps.now() },
    // The key's request may have been lost.
    phoneName: outcome === "answered" ? (call.phoneName ?? phone?.name ?? null) : call.phoneName,
  });
  return [];
}

function ringStep(
  deps: Deps,
  { clientId, id: callId }: IncomingCall,
  { id: phoneId, phone }: { id: string; phone: string },
): CallStep {
  const of = { clientId, callId, phoneId };
  return {
    ...{ ring: phone, ringSeconds, limitSeconds: maxTalkSeconds },
    askUrl: incomingCallUrl(deps, of, "ask"),
    action: incomingCallUrl(deps, of, "after"),
  };
}
