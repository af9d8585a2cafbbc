// Reads the arbitrary fields of a web form as a person who inquires.
import type { Attribution, IncomingLead } from "#contract/inquiries.ts";
import { type FormField, formFields } from "#contract/intake.ts";
import type { WebhookMapping } from "#contract/sources.ts";
import { attributionIn } from "./reader/attribution.ts";
import { type Field, fieldsOf, nested, textAt } from "./reader/fields.ts";
import { asIncoming, readWithDefined } from "./reader/reader.ts";
import { oneLine, truncateTo } from "./reader/typed-person.ts";
import { submitTime } from "./submit-time.ts";

export type Fields = Record<string, unknown>;

type FormSubmission = {
  /** Null if the form has no name, phone or email. */
  person: IncomingLead | null;
  /** Whether the honeypot is filled in, a field that people don't see. */
  isByBot: boolean;
  submissionId: string | null;
  submittedAt: Date;
  consent: string | undefined;
  attribution: Attribution | null;
};

const maxIdLength = 100;
const maxConsentLength = 1000;

/** Our own fields that aren't about the person. */
const besidePerson = [
  ...(["timeReceived", "timeRecieved", "submissionId", "consent", "website_url"] as const),
] satisfies FormField[];
const ownFields: ReadonlySet<string> = new Set(formFields);

type How = {
  receivedAt: Date;
  isFormEncoded: boolean;
  /** The mapping that the owner made, if any. */
  mapping: WebhookMapping | null;
};

export function readSubmission(
  fields: Fields,
  { receivedAt, isFormEncoded, mapping }: How,
): FormSubmission {
  const typed = (field: FormField) => typedIn(fields, field);
  const body = mappableBody(fields);
  const sent = fieldsOf(body);
  const { attribution, said } = attributionIn(sent);
  const asked = sent.filter((field) => !said.includes(field));
  const found = readWithDefined(asked, isOwn, {
    isFormEncoded,
    mapping: mapping ? { body, of: mapping } : undefined,
  });
  const idPath = mapping?.externalId ?? "";
  const others = asked.filter(({ path, position }) => ![path, position].includes(idPath));
  const submissionId = typed("submissionId") || oneLine(textAt(body, mapping?.externalId));
  const times = [textAt(body, mapping?.submittedAt), fields.timeReceived, fields.timeRecieved];
  return {
    person: found && asIncoming(others, found),
    isByBot: typed("website_url") !== "",
    submissionId: submissionId.length <= maxIdLength ? submissionId || null : null,
    submittedAt: submitTime(times, receivedAt),
    consent: consentIn(fields) || undefined,
    attribution,
  };
}

/**
 * Returns the object in which a mapping's paths are looked up: all fields that may be about the
 * person.
 */
export function mappableBody(fields: Fields): unknown {
  const isCut = typedIn(fields, "consent") !== consentIn(fields);
  const beside = new Set<string>(
    isCut ? besidePerson.filter((one) => one !== "consent") : besidePerson,
  );
  return nested(Object.fromEntries(Object.entries(fields).filter(([name]) => !beside.has(name))));
}

/**
 * Checks for a field of our own, such as those of the hosted form. It always means what its name
 * says.
 */
function isOwn({ label, parents }: Field): boolean {
  return parents.length === 0 && ownFields.has(label);
}

function typedIn(fields: Fields, field: FormField): string {
  return oneLine(textsOf(fields[field]).join(" "));
}

function consentIn(fields: Fields): string {
  return truncateTo(maxConsentLength, typedIn(fields, "consent"));
}

/**
 * Parses a form-encoded body. A name that is repeated has a list of values. For our own fields, the
 * last value counts.
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

/** Returns the values of a field as texts, whatever their type, without empty ones. */
function textsOf(value: unknown): string[] {
  return [value].flat().flatMap((one) => {
    if (one === null || one === undefined) return [];
    return [typeof one === "object" ? JSON.stringify(one) : String(one)];
  });
}
