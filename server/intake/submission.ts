// Reads a web form's arbitrary fields as a person who inquires.
import type { IncomingLead } from "#contract/inquiries.ts";
import { type FormField, formFields } from "#contract/intake.ts";
import { submitTime } from "./submit-time.ts";
import { isPhoneLength, oneLine, readTypedPerson, truncateTo } from "./typed-person.ts";

export type Fields = Record<string, unknown>;

type FormSubmission = {
  person: IncomingLead;
  /** No name, phone or email was entered. */
  isEmpty: boolean;
  /** The honeypot field, which people do not see, is filled in. */
  isByBot: boolean;
  submissionId: string | null;
  submittedAt: Date;
  consent: string | undefined;
};

const maxIdLength = 100;
const maxConsentLength = 1000;

/** The form's own fields that identify the person, and how to reach them. */
const personFields = ["firstName", "lastName", "name", "email", "phone", "phoneNumber"] as const;
const ownFields: ReadonlySet<string> = new Set(formFields);

export function readSubmission(fields: Fields, receivedAt: Date): FormSubmission {
  const typed = (field: FormField) => oneLine(textsOf(fields[field]).join(" "));
  const [firstOfName = "", ...restOfName] = typed("name").split(/\s+/);
  const person = readTypedPerson({
    firstName: typed("firstName") || firstOfName,
    lastName: typed("lastName") || restOfName.join(" "),
    email: typed("email"),
    phone: [typed("phone"), typed("phoneNumber")].find(isPhoneLength) ?? "",
  });
  const consent = truncateTo(maxConsentLength, typed("consent"));
  const held = {
    ...person,
    name: `${person.firstName} ${person.lastName}`.trim(),
    phoneNumber: person.phone,
    consent,
  };
  const lost = ([...personFields, "consent"] as const).filter(
    (field) => typed(field) && bare(typed(field)) !== bare(held[field]),
  );
  const others = Object.keys(fields).filter((name) => !ownFields.has(name));
  const submissionId = typed("submissionId");
  return {
    person: {
      ...person,
      // Unusable values come first: of very many answers the last are dropped.
      answers: [...lost, ...others]
        .map((name) => ({ name, values: textsOf(fields[name]) }))
        .filter(({ values }) => values.length > 0),
    },
    isEmpty: !personFields.some(typed),
    isByBot: typed("website_url") !== "",
    submissionId: submissionId.length <= maxIdLength ? submissionId || null : null,
    submittedAt: submitTime([fields.timeReceived, fields.timeRecieved], receivedAt),
    consent: consent || undefined,
  };
}

/**
 * Parses a form-encoded body. Repeated names become a list; of our own fields the last value
 * counts.
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
export function textsOf(value: unknown): string[] {
  return [value].flat().flatMap((one) => {
    if (one === null || one === undefined) return [];
    return [typeof one === "object" ? JSON.stringify(one) : String(one)];
  });
}

function bare(text: string): string {
  return text.toLowerCase().replace(/\s+/g, " ");
}
