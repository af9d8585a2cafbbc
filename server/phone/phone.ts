// Parses a phone number as typed. Pure.
import { parsePhoneNumberFromString } from "libphonenumber-js/min";

export type Phone = {
  /** E.164 if it can be dialed that way, else as typed. */
  text: string;
  /** Whether it identifies a person: `000-000-0000`, `none` and a switchboard's number do not. */
  isValid: boolean;
};

/**
 * A US number by the rules of the numbering plan (NANPA): the area code may be newer than the
 * library's tables. The same digit seven times is a fake number.
 */
const americanShape = /^\+1[2-9](?!11)[0-8]\d(?!(\d)\1{6})[2-9](?!11)\d{6}$/;

/** US by default. A number with an extension is shared by many people. */
export function readPhone(typed: string): Phone {
  const parsed = parsePhoneNumberFromString(typed, "US");
  if (!parsed || parsed.ext) return { text: typed, isValid: false };
  const isValid = parsed.isValid() || americanShape.test(parsed.number);
  return { text: isValid ? parsed.number : typed, isValid };
}
