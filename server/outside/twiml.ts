// Writes TwiML, the XML that tells Twilio what a call does next: twilio.com/docs/voice/twiml.

/** One verb. Its URLs are absolute. */
export type CallStep =
  /** Speaks with a synthetic voice, only to a practice's own phone and never to a lead. */
  | { say: string }
  /** The same in Spanish. Only in the answer that is stored at the provider. */
  | { saySpanish: string }
  /**
   * Speaks and waits for one key, which is posted to `action` as `Digits`. Without a key: the next
   * step.
   */
  | { ask: string; action: string; seconds: number }
  /** Dials a lead and connects the two. `action` is requested afterward for the next step. */
  | {
      /** E.164. */
      dial: string;
      /** The practice's own number, which the lead sees. */
      from: string;
      /** How long it rings; Twilio adds about five seconds. */
      ringSeconds: number;
      limitSeconds: number;
      action: string;
      /** Gets the events of the lead's line. */
      statusUrl: string;
    }
  /**
   * Rings an office phone for someone who calls in and hears ringing until the two are connected.
   * `askUrl` is requested once the phone answers, and decides. `action` is requested afterward.
   */
  | { ring: string; ringSeconds: number; limitSeconds: number; askUrl: string; action: string }
  /** A busy signal, without answering the call. Only as the first step. */
  | "busy";

/**
 * Writes the steps of a call, and a hang-up after them: if no key is pressed, Twilio continues with
 * the next verb (twilio.com/docs/voice/twiml/gather), which must never be one that dials.
 */
export function writeTwiml(steps: CallStep[]): string {
  const verbs = [...steps.map(verbOf), element("Hangup")];
  return `<?xml version="1.0" encoding="UTF-8"?>${element("Response", {}, verbs.join(""))}`;
}

/** Connects the office phone that was asked with the caller. */
export const joinCall = `<?xml version="1.0" encoding="UTF-8"?>${element("Response")}`;

/** The answer to a text: nothing is sent back. */
export const noReply = `<?xml version="1.0" encoding="UTF-8"?>${element("Response")}`;

function verbOf(step: CallStep): string {
  if (step === "busy") return element("Reject", { reason: "busy" });
  if ("say" in step) return say(step.say);
  if ("saySpanish" in step) return say(step.saySpanish, { language: "es-US" });
  if ("ask" in step) {
    const { action, seconds } = step;
    // With an empty `finishOnKey`, # is a key; otherwise it would end the input.
    const one = { input: "dtmf", numDigits: 1, finishOnKey: "", timeout: seconds };
    return element("Gather", { ...one, action, method: "POST" }, say(step.ask));
  }
  const { ringSeconds: timeout, limitSeconds: timeLimit, action } = step;
  if ("ring" in step) {
    const phone = element("Number", { url: step.askUrl, method: "POST" }, escapeXml(step.ring));
    // The phone shows the caller's own number, because there is no `callerId`.
    const limits = { answerOnBridge: "true", timeout, timeLimit };
    return element("Dial", { ...limits, action, method: "POST" }, phone);
  }
  const { statusUrl, from } = step;
  // In a Number, the events are one list with spaces: twilio.com/docs/voice/twiml/number.
  const number = element(
    "Number",
    { statusCallbackEvent: callEvents.join(" "), statusCallback: statusUrl },
    escapeXml(step.dial),
  );
  const limits = { timeout, timeLimit, hangupOnStar: "true" };
  return element("Dial", { callerId: from, ...limits, action, method: "POST" }, number);
}

/** What a status callback may report: twilio.com/docs/voice/api/call-resource. */
export const callEvents = ["initiated", "ringing", "answered", "completed"];

function say(text: string, attributes: Record<string, string> = {}): string {
  return element("Say", attributes, escapeXml(text));
}

function element(name: string, attributes: Record<string, string | number> = {}, inner = "") {
  const written = Object.entries(attributes)
    .map(([attribute, value]) => ` ${attribute}="${escapeXml(String(value))}"`)
    .join("");
  return inner ? `<${name}${written}>${inner}</${name}>` : `<${name}${written}/>`;
}

/** Replaces what XML 1.0 can't contain, and escapes the rest. */
function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\uFFFE\uFFFF]/gu, " ")
    .replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);
}
