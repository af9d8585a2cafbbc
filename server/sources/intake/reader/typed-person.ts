// Cleans the name and contact details that were typed into a source's form. Unusable input never
// loses the person.
import { emailAddress } from "#contract/fields.ts";
import type { IncomingLead } from "#contract/inquiries.ts";
import { personLimits } from "#contract/leads.ts";

type Person = Omit<IncomingLead, "answers">;

/** Keeps as much of each field as is usable; an unusable email or phone becomes empty. */
export function readTypedPerson(typed: { [field in keyof Person]: string }): Person {
  return {
    firstName: truncateTo(personLimits.name, oneLine(typed.firstName)),
    lastName: truncateTo(personLimits.name, oneLine(typed.lastName)),
    email: emailAddress.safeParse(oneLine(typed.email)).data ?? "",
    phone: isPhoneLength(oneLine(typed.phone)) ? oneLine(typed.phone) : "",
  };
}

export function isPhoneLength(text: string): boolean {
  return text !== "" && text.length <= personLimits.phone;
}

/** Makes a text fit on one line: no control characters, no lone surrogates. */
export function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .trim();
}

/** Returns the first characters, without splitting a surrogate pair. */
export function truncateTo(longest: number, text: string): string {
  return text
    .slice(0, longest)
    .replace(/[\ud800-\udbff]$/, "")
    .trim();
}
