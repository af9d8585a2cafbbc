// A web form's fields, whatever they are, read as a person who asks.
import { instant } from "#contract/fields.ts";
import { type FormField, formFields } from "#contract/intake.ts";
import type { IncomingLead } from "#contract/leads.ts";
import { cutTo, isPhoneLength, oneLine, readTyped } from "./typed-person.ts";

export type Fields = Record<string, unknown>;

type Submission = {
  person: IncomingLead;
  /** Nobody is in it: no name, no phone and no email was typed. */
  isEmpty: boolean;
  /** A field is filled in that people do not see. */
  isByProgram: boolean;
  submissionId: string | null;
  submittedAt: Date;
  consent: string | undefined;
};

const longestId = 100;
const longestConsent = 1000;

/**
 * A form says when its person pressed Submit, and anybody can write a form: a moment longer ago, or
 * still to come, would make a practice late, or early, that is not.
 */
const believedMs = 24 * 60 * 60_000;

/** Names of the form's own fields that say who asks, and how to reach them. */
const personFields = ["firstName", "lastName", "name", "email", "phone", "phoneNumber"] as const;
const ownFields: ReadonlySet<string> = new Set(formFields);

export function readSubmission(fields: Fields, receivedAt: Date): Submission {
  const typed = (field: FormField) => oneLine(textsOf(fields[field]).join(" "));
  const [firstOfName = "", ...restOfName] = typed("name").split(/\s+/);
  const person = readTyped({
    firstName: typed("firstName") || firstOfName,
    lastName: typed("lastName") || restOfName.join(" "),
    email: typed("email"),
    phone: [typed("phone"), typed("phoneNumber")].find(isPhoneLength) ?? "",
  });
  const consent = cutTo(longestConsent, typed("consent"));
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
      // What no column can hold comes first: of very many answers the last are not kept.
      answers: [...lost, ...others]
        .map((name) => ({ name, values: textsOf(fields[name]) }))
        .filter(({ values }) => values.length > 0),
    },
    isEmpty: !personFields.some(typed),
    isByProgram: typed("website_url") !== "",
    submissionId: submissionId.length <= longestId ? submissionId || null : null,
    submittedAt: readMoment(fields, receivedAt),
    consent: consent || undefined,
  };
}

/** A form-encoded body: what was chosen more than once is a list; of a field of our own the last counts. */
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

function readMoment(fields: Fields, receivedAt: Date): Date {
  const said = [fields.timeReceived, fields.timeRecieved]
    .map((text) => instant.safeParse(text).data)
    .find((text) => text !== undefined);
  if (said === undefined) return receivedAt;
  const agoMs = receivedAt.getTime() - Date.parse(said);
  return agoMs >= 0 && agoMs <= believedMs ? new Date(said) : receivedAt;
}

/** A field's values as text, whatever it is; none for what says nothing. */
function textsOf(value: unknown): string[] {
  return [value].flat().flatMap((one) => {
    if (one === null || one === undefined) return [];
    return [typeof one === "object" ? JSON.stringify(one) : String(one)];
  });
}

function bare(text: string): string {
  return text.toLowerCase().replace(/\s+/g, " ");
}
