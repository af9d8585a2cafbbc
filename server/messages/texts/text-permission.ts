// cspell:ignore mensajes nunca texto textos
// Whether a lead may be texted now. Pure. Checked for the screen before anyone types, when the text
// is sent, and again before the handoff, because a job may have waited.
import { warningsOf } from "#contract/call-warnings.ts";
import { dayMs } from "#contract/durations.ts";
import type { Lead } from "#contract/leads.ts";
import type { TextRefusal } from "#contract/texts.ts";
import { judgeNumber } from "#server/desk/phone/dialed-number.ts";

export type TextAsked = {
  practice: { isOn: boolean; timeZone: string };
  lead: Pick<
    Lead,
    "phone" | "isTest" | "doNotCall" | "timeZones" | "thirdLastCalledAt" | "lastCalledAt"
  >;
  /** The inquiries' consent sentences, each with the number that it was given for. */
  consents: { phone: string; consent: string | null }[];
  /** When the person last texted the practice, or null. */
  theirLastAt: Date | null;
  /** Whether the text answers the person's own call. */
  hasCalled?: boolean;
  isStopped: boolean;
  /** The provider rejected this number before. */
  isNumberRejected: boolean;
};

/** How long a text from the person may be answered without another consent. */
const answerDays = 30;

/** Returns why the lead can't be texted, the most lasting reason first, or null if they can. */
export function judgeText(asked: TextAsked, now: Date): TextRefusal | null {
  const { practice, lead } = asked;
  if (!practice.isOn) return "off";
  if (lead.isTest) return "test";
  if (asked.isStopped) return "opted_out";
  if (lead.doNotCall) return "do_not_call";
  // Only US numbers, whatever countries may be called.
  if (asked.isNumberRejected || judgeNumber(lead.phone, ["US"])) return "number";
  if (!hasConsent(asked, now)) return "no_consent";
  const warnings = warningsOf(lead, now, practice.timeZone);
  return warnings.some(({ kind }) => kind === "hour") ? "hours" : null;
}

function hasConsent({ lead, consents, theirLastAt, hasCalled }: TextAsked, now: Date): boolean {
  const isAnswer = theirLastAt && now.getTime() - theirLastAt.getTime() < answerDays * dayMs;
  // Someone who agreed with another number didn't agree for this one.
  return (
    Boolean(isAnswer || hasCalled) ||
    consents.some(({ phone, consent }) => phone === lead.phone && coversTexts(consent))
  );
}

/** Checks whether a consent sentence of a form names texts, in English or Spanish. */
export function coversTexts(consent: string | null): boolean {
  return (consent ?? "")
    .toLowerCase()
    .split(/[.!?]/)
    .some((sentence) => named.test(sentence) && !negated.test(sentence));
}

const named = /\b(?:texts?|texting|sms|mms|mensajes? de texto|por mensajes?|textos?)\b/;
const negated =
  /\b(?:not|never|no|nunca|won['’]?t|don['’]?t)\b.{0,40}\b(?:texts?|texting|sms|textos?|mensajes?)\b/;
