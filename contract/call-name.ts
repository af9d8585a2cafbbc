// A lead's own name for display, which must also be typed to erase the lead.
import { phoneText } from "./phone.ts";

type Known = { firstName: string; lastName: string; phone: string; email: string };

/** Returns the name, else the phone or email. A form may have no name field. */
export function callName({ firstName, lastName, phone, email }: Known): string {
  const known = [`${firstName} ${lastName}`.trim(), phoneText(phone), email];
  return known.find((text) => isVisible(text)) ?? "A lead";
}

/** Not only separators, combining marks and invisible characters: no one could type those. */
function isVisible(text: string): boolean {
  return /[^\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}]/u.test(text);
}
