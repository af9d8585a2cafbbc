// A telephone number as a person types it. Pure.
import { parsePhoneNumberFromString } from "libphonenumber-js/min";

export type Phone = {
  /** E.164 where it can be dialled so, else as typed. */
  text: string;
  /** Whether it can say who somebody is: `000-000-0000`, `none` and a switchboard's cannot. */
  isValid: boolean;
};

/** An American number whose area code may be newer than the tables: dialled, but proof of nobody. */
const americanShape = /^\+1[2-9]\d\d[2-9]\d{6}$/;

/** Read as American unless it says otherwise. One with an extension is many people's number. */
export function readPhone(typed: string): Phone {
  const parsed = parsePhoneNumberFromString(typed, "US");
  if (!parsed || parsed.ext) return { text: typed, isValid: false };
  const isValid = parsed.isValid();
  const isDialled = isValid || americanShape.test(parsed.number);
  return { text: isDialled ? parsed.number : typed, isValid };
}
