// The display name of a lead, which a person must also type to erase the lead.
import { phoneText } from "./phone.ts";

type Known = { firstName: string; lastName: string; phone: string; email: string };

/**
 * Returns the name. Without one, returns the phone number or email address, because a form may not
 * have a name field.
 */
export function callName({ firstName, lastName, phone, email }: Known): string {
  const known = [`${firstName} ${lastName}`.trim(), phoneText(phone), email];
  return known.find((text) => isVisible(text)) ?? "A lead";
}

/**
 * Returns whether a text is visible. Text that has only separators, combining marks and invisible
 * characters isn't, and no one could type it.
 */
function isVisible(text: string): boolean {
  return /[^\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}]/u.test(text);
}
