// What a lead is called on every screen, and what has to be typed to erase it.
import { phoneText } from "./phone.ts";

type Known = { firstName: string; lastName: string; phone: string; email: string };

/** The name, or else what the person can be reached by. A form may bring neither. */
export function callName({ firstName, lastName, phone, email }: Known): string {
  const known = [`${firstName} ${lastName}`.trim(), phoneText(phone), email];
  return known.find((text) => isVisible(text)) ?? "A lead";
}

/** Not made of separators, marks and characters that are never drawn alone: nobody could type those. */
function isVisible(text: string): boolean {
  return /[^\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}]/u.test(text);
}
