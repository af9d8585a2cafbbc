// A lead's display name, which must also be typed to erase the lead.
import { phoneText } from "./phone.ts";

type Known = { firstName: string; lastName: string; phone: string; email: string };

/**
 * Returns the name, or else the phone number or email address, because a form may not have a name
 * field.
 */
export function callName({ firstName, lastName, phone, email }: Known): string {
  const known = [`${firstName} ${lastName}`.trim(), phoneText(phone), email];
  return known.find((text) => isVisible(text)) ?? "A lead";
}

/**
 * Rejects text of only separators, combining marks and invisible characters, which no one could
 * type.
 */
function isVisible(text: string): boolean {
  return /[^\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}]/u.test(text);
}
