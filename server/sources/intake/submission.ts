// Reads a web form's arbitrary fields as a person who inquires.
import type { Attribution, IncomingLead } from "#contract/inquiries.ts";
import { type FormField, formFields } from "#contract/intake.ts";
import { attributionIn } from "./reader/attribution.ts";
import { fieldsOf, nested } from "./reader/fields.ts";
import { asIncoming, readPerson } from "./reader/reader.ts";
import { oneLine, truncateTo } from "./reader/typed-person.ts";
import { submitTime } from "./submit-time.ts";

export type Fields = Record<string, unknown>;

type FormSubmission = {
  /** Null if no name, phone or email was entered. */
  person: IncomingLead | null;
  /** The honeypot field, which people don't see, is filled in. */
  isByBot: boolean;
  submissionId: string | null;
  submittedAt: Date;
  consent: string | undefined;
  attribution: Attribution | null;
};

const maxIdLength = 100;
const maxConsentLength = 1000;

/** The form's own fields that say nothing about who asks. */
const besidePerson = [
  ...(["timeReceived", "timeRecieved", "submissionId", "consent", "website_url"] as const),
] satisfies FormField[];
const ownFields: ReadonlySet<string> = new Set(formFields);

export function readSubmission(
  fields: Fields,
  { receivedAt, isFormEncoded }: { receivedAt: Date; isFormEncoded: boolean },
): FormSubmission {
  const typed = (field: FormField) => oneLine(textsOf(fields[field]).join(" "));
  const consent = truncateTo(maxConsentLength, typed("consent"));
  const isCut = typed("consent") !== consent;
  const beside = new Set<string>(
    isCut ? besidePerson.filter((one) => one !== "consent") : besidePerson,
  );
  const others = Object.entries(fields).filter(([name]) => !beside.has(name));
  const sent = fieldsOf(nested(Object.fromEntries(others)));
  const { attribution, said } = attributionIn(sent);
  const asked = sent.filter((field) => !said.includes(field));
  const found = readPerson(asked, { isFormEncoded });
  const submissionId = typed("submissionId");
  return {
    person: found && asIncoming(asked, found),
    isByBot: typed("website_url") !== "",
    submissionId: submissionId.length <= maxIdLength ? submissionId || null : null,
    submittedAt: submitTime([fields.timeReceived, fields.timeRecieved], receivedAt),
    consent: consent || undefined,
    attribution,
  };
}

/**
 * Parses a form-encoded body. Repeated names become a list; for our own fields, the last value
 * wins.
 */
export function readFormEncoded(text: string): Fields {
  const fields = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(text)) {
    const values = fields.get(name);
    if (values) values.push(value);
    else fields.set(name, [value]);
  }
  const entries = [...fields].map(([name, values]): [string, unknown] => {
    if (ownFields.has(name)) return [name, values.findLast((value) => oneLine(value)) ?? ""];
    return [name, values.length === 1 ? values[0] : values];
  });
  return Object.fromEntries(entries);
}

/** A field's values as text, whatever its type; none for empty values. */
function textsOf(value: unknown): string[] {
  return [value].flat().flatMap((one) => {
    if (one === null || one === undefined) return [];
    return [typeof one === "object" ? JSON.stringify(one) : String(one)];
  });
}
