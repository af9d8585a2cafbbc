// A telephone number as a person types it. Pure.
import { parsePhoneNumberFromString } from "libphonenumber-js/min";

export type Phone = {
  /** E.164 where it can be dialled so, else as typed. */
  text: string;
  /** Whether it can say who somebody is: `000-000-0000`, `none` and a switchboard's cannot. */
  isValid: boolean;
};

/**
 * An American number as the numbering plan (NANPA) builds them: the area code may be newer than the
 * tables. Seven times the same digit is what somebody types who gives no number.
 */
const americanShape = /^\+1[2-9](?!11)[0-8]\d(?!(\d)\1{6})[2-9](?!11)\d{6}$/;

/** Read as American unless it says otherwise. One with an extension is many people's number. */
export function readPhone(typed: string): Phone {
  const parsed = parsePhoneNumberFromString(typed, "US");
  if (!parsed || parsed.ext) return { text: typed, isValid: false };
  const isValid = parsed.isValid() || americanShape.test(parsed.number);
  return { text: isValid ? parsed.number : typed, isValid };
}
