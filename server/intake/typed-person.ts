// Name and address as somebody typed them into a source's form. Nothing in them is a reason to lose
// the person.
import { emailAddress } from "#contract/fields.ts";
import { type IncomingLead, personLimits } from "#contract/leads.ts";

type Person = Omit<IncomingLead, "answers">;

/** As much of each field as can be used; an email or a phone that cannot be is empty. */
export function readTyped(typed: { [field in keyof Person]: string }): Person {
  return {
    firstName: cutTo(personLimits.name, oneLine(typed.firstName)),
    lastName: cutTo(personLimits.name, oneLine(typed.lastName)),
    email: emailAddress.safeParse(oneLine(typed.email)).data ?? "",
    phone: isPhoneLength(oneLine(typed.phone)) ? oneLine(typed.phone) : "",
  };
}

export function isPhoneLength(text: string): boolean {
  return text !== "" && text.length <= personLimits.phone;
}

/** What a line can hold: no control characters, no half of a character. */
export function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .trim();
}

/** The first characters, the last of them whole. */
export function cutTo(longest: number, text: string): string {
  return text
    .slice(0, longest)
    .replace(/[\ud800-\udbff]$/, "")
    .trim();
}
