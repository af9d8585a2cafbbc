// Reads who calls a practice's number. Pure.
import { readPhone } from "./phone.ts";

/**
 * What Twilio sends instead of a number that is withheld or unknown: the words on a phone's keys,
 * such as 266-696-687 for "anonymous" (twilio.com/docs/voice/twiml).
 */
const withheld = new Set(["266696687", "7378742833", "2562533", "8656696", "86282452253"]);

/**
 * Returns the caller's number in E.164, or null if it is withheld or isn't a person's number.
 * `from`: as the provider sends it.
 */
export function callerOf(from: string): string | null {
  if (!/^\+[1-9]\d{6,14}$/.test(from) || withheld.has(from.slice(1))) return null;
  const { text, isValid } = readPhone(from);
  return isValid ? text : null;
}
