// Cleans the name and contact details that someone typed into a form. Input that can't be used
// never causes the loss of the person.
import { emailAddress } from "#contract/fields.ts";
import type { IncomingLead } from "#contract/inquiries.ts";
import { personLimits } from "#contract/leads.ts";

type Person = Omit<IncomingLead, "answers">;

/** Keeps what is usable of each field. An email or a phone that is unusable becomes empty. */
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

/** Returns the text in one line, without control characters and lone surrogates. */
export function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .trim();
}

/** Returns the first characters of a text, without splitting a surrogate pair. */
export function truncateTo(longest: number, text: string): string {
  return text
    .slice(0, longest)
    .replace(/[\ud800-\udbff]$/, "")
    .trim();
}
