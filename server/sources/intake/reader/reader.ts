// Finds the person who inquires, and how to reach them, in the fields from any source. Pure.
// cspell:ignore Formspree paciente tratamiento tratamento servicio seguro motivo ciudad
import type { IncomingLead } from "#contract/inquiries.ts";
import type { WebhookMapping } from "#contract/sources.ts";
import { isDamaged, readPhone } from "#server/desk/phone/phone.ts";
import { readEmail } from "./emails.ts";
import {
  isOtherValue,
  isTechnical,
  type Named,
  nameOf,
  type Target,
  type Whose,
  whoseBelow,
  whoseIs,
  wordsOf,
} from "./field-names.ts";
import { type Field, find } from "./fields.ts";
import { cleanName, readName, said } from "./names.ts";
import { isPhoneLength, oneLine, readTypedPerson } from "./typed-person.ts";

export type FoundPerson = {
  firstName: string;
  lastName: string;
  email: string;
  /** The phone number in E.164, or as typed. */
  phone: string;
  /**
   * Whether the person has a usable email address, or a phone number with at least seven digits.
   */
  isReachable: boolean;
  /** The fields from which the name was read. `contacts` are those for the email and phone. */
  names: Field[];
  contacts: Field[];
  /** Fields that are the person's by name, but whose text is unusable or only partly used. */
  lost: Field[];
  message: Field | undefined;
  /** When the person clicked Submit, as the sender writes it; empty if the sender doesn't say. */
  submittedAt: string;
  sentAt: Field | undefined;
};

type Options = {
  /** Whether a space may have been a plus sign. */
  isFormEncoded?: boolean;
  /** The owner's mapping. It takes precedence over names and values. */
  mapping?: { body: unknown; of: WebhookMapping } | undefined;
};

/**
 * Reads the person by the mapping, then by the names of fields, then by what their values look
 * like. Uses the first usable value. Returns null if no field says who inquires.
 */
export function readPerson(fields: Field[], options: Options = {}): FoundPerson | null {
  const below = new Map<string[], Whose>();
  const candidates = fields.flatMap((field, order) => {
    // All fields of an object share the same list of parents.
    const whose = below.get(field.parents) ?? whoseBelow(field.parents.map(wordsOf));
    below.set(field.parents, whose);
    return toCandidate(field, order, whose);
  });
  const own = read(
    candidates.filter(({ whose }) => whose === 1),
    options,
  );
  // Staff in a chat are named twice: as the one who replies and as the sender of a message.
  const staff = new Set(
    fields.flatMap((field) => (below.get(field.parents) === 3 ? squeezed(joined(field)) : [])),
  );
  const others = candidates.filter(
    ({ whose, named, field }) =>
      whose === 2 && !(named.target !== null && staff.has(squeezed(joined(field)))),
  );
  const mapped = options.mapping && readMapped(fields, options.mapping, options);
  // If the mapping finds a reachable person, nothing else is read. If it doesn't, the form may have
  // changed, so the person may be elsewhere.
  if (mapped?.isReachable) return mapped;
  const other = own?.isReachable ? null : read(others, options);
  const guessed = other?.isReachable ? withNameOf(other, own) : completed(own, others, options);
  return mapped ? withContactOf(mapped, guessed) : guessed;
}

/**
 * Reads the person like `readPerson`. What the owner's mapping doesn't find is read from fields
 * whose names are defined by the sender's format, because these aren't guesses.
 */
export function readWithDefined(
  fields: Field[],
  isDefined: (field: Field) => boolean,
  options: Options,
): FoundPerson | null {
  const found = readPerson(fields, options);
  if (!found || !options.mapping) return found;
  const { isFormEncoded = false } = options;
  const defined = readPerson(fields.filter(isDefined), { isFormEncoded });
  return defined ? filledIn(found, defined) : found;
}

function filledIn(found: FoundPerson, defined: FoundPerson): FoundPerson {
  const { firstName, lastName, names } = hasName(found) ? found : defined;
  const email = found.email || defined.email;
  const phone = found.phone || defined.phone;
  // A field with another email address or number remains an answer.
  const contacts = defined.contacts.filter((field) => isWholly(joined(field), { email, phone }));
  return {
    ...found,
    ...{ firstName, lastName, names, email, phone },
    contacts: [...found.contacts, ...contacts],
    isReachable: found.isReachable || defined.isReachable,
  };
}

/**
 * Adds what is missing from someone else's fields if they have the same email address or number,
 * because then they are the person's own.
 */
function completed(own: FoundPerson | null, others: Candidate[], options: Options) {
  if (!own || (hasName(own) && own.phone && own.email)) return own;
  const other = read(others, options);
  const isSame =
    (own.email !== "" && other?.email === own.email) ||
    (own.phone !== "" && other?.phone === own.phone);
  if (!other || !isSame) return own;
  const named = hasName(own) ? own : other;
  return {
    ...own,
    ...{ firstName: named.firstName, lastName: named.lastName, names: named.names },
    ...{ email: own.email || other.email, phone: own.phone || other.phone },
    contacts: [...own.contacts, ...other.contacts],
  };
}

/**
 * Returns the lead. All other fields are its answers, except for ids, types and what the person's
 * own fields already say.
 */
export function asIncoming(fields: Field[], found: FoundPerson): IncomingLead {
  return { ...personOf(found), answers: answersOf(fields, found) };
}

/** Returns the person without answers. */
export function personOf({ firstName, lastName, email, phone }: FoundPerson) {
  return { firstName, lastName, email, phone };
}

function answersOf(fields: Field[], found: FoundPerson): IncomingLead["answers"] {
  const { names, contacts, lost, message, sentAt } = found;
  const first = new Set([...lost, ...(message ? [message] : [])]);
  const said = new Set([...names, ...contacts, ...first, ...(sentAt ? [sentAt] : [])]);
  const others = fields.filter((field) => !said.has(field) && !isOfTheForm(field));
  // If there are too many answers, the last ones are dropped.
  return [...first, ...others].map((field) => ({ name: questionOf(field), values: field.values }));
}

function isOfTheForm({ label, parents, values }: Field): boolean {
  const isNothing = values.every((value) => /^(?:null|undefined|\[object Object\])$/.test(value));
  return isNothing || isTechnical(wordsOf(label)) || parents.includes("definition");
}

/**
 * Returns the name of an answer. Includes the parent, as in "guardian name", because "name" alone
 * would look like the person's name.
 */
function questionOf({ label, parents }: Field): string {
  const parent = parents.at(-1);
  const { target, class: likeliness } = nameOf(wordsOf(label));
  const isOfPerson = likeliness === 0 && target !== null && target !== "message";
  return parent && isOfPerson ? `${parent} ${label}` : label;
}

type Candidate = {
  field: Field;
  order: number;
  words: string;
  named: Named;
  whose: Exclude<Whose, 3>;
};

function toCandidate(field: Field, order: number, below: Whose): Candidate[] {
  if (below === 3 || field.hint === "hidden") return [];
  // Formspree calls the visitor's email address `_replyto`. In other tools, "reply_to" is the
  // office's.
  const isReplyTo = field.label === "_replyto";
  const all = isReplyTo ? ["email"] : field.names.filter(Boolean).map(wordsOf);
  // Names such as "full" and "value" say nothing, so the key above them is used too.
  const parent = wordsOf(field.parents.at(-1) ?? "");
  const words =
    wholeOf.test(all[0] ?? "") && parent ? [`${parent} ${all[0]}`, parent, ...all] : all;
  const whose = Math.max(...words.map(whoseIs), below) as Whose;
  if (whose === 3) return [];
  const named = words.map(nameOf).reduce<Named>(better, isContactId(words, field) ? byId : nothing);
  return [{ field, order, words: words[0] ?? "", named: better(named, byHint(field)), whose }];
}

/**
 * Checks for the id of a contact that is a phone number, as in messengers: `contactId:
 * "+18135550188"`.
 */
function isContactId([words = ""]: string[], { values: [value = "", ...more] }: Field): boolean {
  return (
    more.length === 0 &&
    /^(?:contact|customer|sender|user|from) id$/.test(words) &&
    /^\+\d{8,15}$/.test(value)
  );
}

const byId: Named = { target: "phone", class: 0, rank: -1 };

const wholeOf = /^(full|value|number|raw|formatted|national|e164|international|primary|text)$/;
const nothing: Named = { target: null, class: 1, rank: 99 };

function better(one: Named, other: Named): Named {
  if (other.target === null) return one;
  if (one.target === null) return other;
  return other.class < one.class ? other : one;
}

/** Returns the target for the sender's type, such as "phone_number", "INPUT_EMAIL" or "tel". */
function byHint({ hint }: Field): Named {
  const words = wordsOf(hint);
  if (/\b(phone|tel|telephone)\b/.test(words)) return { target: "phone", class: 0, rank: 50 };
  if (/\bemail\b/.test(words)) return { target: "email", class: 0, rank: 50 };
  return /^(full )?name$/.test(words) ? { target: "fullName", class: 0, rank: 50 } : nothing;
}

function read(candidates: Candidate[], options: Options): FoundPerson | null {
  const of = (target: Target) => namedAs(candidates, target);
  const emails = of("email");
  const phones = of("phone");
  const free = candidates.filter(
    ({ field, named, words }) => named.target === null && !isOtherValue(words) && isShort(field),
  );
  const email = firstOf([...emails, ...free, ...phones], (text, { isFree }) =>
    isFree && /\s/.test(text.trim()) ? "" : readEmail(text, options.isFormEncoded),
  );
  const phone =
    firstOf([...phones, ...free, ...emails], (text, { isFree }) => validPhone(text, isFree)) ??
    firstOf(
      phones.filter(({ named }) => named.class === 0),
      phoneAsTyped,
    );
  const contact = email ?? phone;
  const named = (target: Target) => nearest(withText(of(target)), contact?.field);
  const gravity = gravityNames(candidates);
  const places = placesIn(candidates);
  const fulls = named("fullName").filter(({ field }) => {
    const text = squeezed(joined(field));
    return !places.has(text) && !visitorName.test(text);
  });
  const isNamed = fulls.length > 0 || named("firstName").length > 0 || gravity.first.length > 0;
  const unnamed = isNamed
    ? []
    : (calledPatient(candidates) ?? namesBefore(candidates, contact?.field));
  const parts = unnamed.length === 2 ? unnamed : [];
  const [first] = [...named("firstName"), ...gravity.first, ...parts.slice(0, 1)];
  const [last] = [...named("lastName"), ...gravity.last, ...parts.slice(1)];
  const [full = whoIntroduces(candidates)] = parts.length > 0 ? [] : [...fulls, ...unnamed];
  return personFrom(
    { first: first?.field, last: last?.field, full: full?.field, email, phone },
    {
      emails: emails.filter(({ named }) => named.class === 0).map(({ field }) => field),
      phones: phones.filter(({ named }) => named.class === 0).map(({ field }) => field),
      message: of("message")[0]?.field,
      sentAt: of("submittedAt").find(({ named }) => named.class === 0)?.field,
    },
  );
}

/**
 * Returns the candidates for a target, the most likely first: by their own name, and near the top
 * of the body.
 */
function namedAs(candidates: Candidate[], target: Target): Candidate[] {
  return candidates
    .filter(({ field, named }) => named.target === target && (named.class === 0 || isShort(field)))
    .toSorted(
      (one, other) =>
        one.named.class - other.named.class ||
        one.field.parents.length - other.field.parents.length ||
        one.named.rank - other.named.rank ||
        one.order - other.order,
    );
}

/**
 * Returns the names next to the email address or number, which are the person's. A name nearer the
 * top of the body may be the form's.
 */
function nearest(candidates: Candidate[], contact: Field | undefined): Candidate[] {
  if (!contact || candidates.length < 2) return candidates;
  const ranked = candidates.map((candidate) => {
    const { parents } = candidate.field;
    const apartAt = parents.findIndex((key, index) => key !== contact.parents[index]);
    return { candidate, shared: apartAt < 0 ? parents.length : apartAt };
  });
  return ranked
    .toSorted(
      (one, other) =>
        one.candidate.named.class - other.candidate.named.class || other.shared - one.shared,
    )
    .map(({ candidate }) => candidate);
}

/** The name that a chat gives a visitor who hasn't said one, such as "Visitor #350117742". */
const visitorName =
  /^(?:visitor|guest|anonymous|unknown|lead|contact|customer|user|caller)(?: ?#? ?\d+)?$/;

/** Finds places such as "tampa fl", which phone companies send as the name of an unknown caller. */
function placesIn(candidates: Candidate[]): Set<string> {
  const textsOf = (name: string) =>
    candidates.filter(({ words }) => words === name).map(({ field }) => squeezed(joined(field)));
  const [city] = textsOf("city");
  const [state] = textsOf("state");
  return new Set(city && state ? [`${city} ${state}`, `${city}, ${state}`] : []);
}

function withText(candidates: Candidate[]): Candidate[] {
  return candidates.filter(({ field }) => cleanName(joined(field)));
}

type Value = { field: Field; value: string };

function firstOf(
  candidates: Candidate[],
  read: (text: string, how: { isFree: boolean }) => string,
): Value | undefined {
  for (const { field, named } of candidates) {
    const texts = field.values.length > 1 ? [...field.values, joined(field)] : field.values;
    for (const text of texts) {
      const value = said(text) && read(text, { isFree: named.target === null });
      if (value) return { field, value };
    }
  }
  return undefined;
}

/** Returns the phone number in a text. With `isFree`, the text must have nothing but a number. */
function validPhone(text: string, isFree: boolean): string {
  const line = oneLine(text);
  if (isFree && !/^(?:p:|tel:)?[\s\d+().-]{7,30}$/.test(line)) return "";
  const phone = readPhone(line);
  return phone.isValid ? phone.text : "";
}

function phoneAsTyped(text: string): string {
  const line = oneLine(text);
  return isPhoneLength(line) && !isDamaged(line) ? line : "";
}

/** Checks that a text is too short for a message or a consent text, and isn't a URL. */
function isShort({ values }: Field): boolean {
  const length = values.reduce((sum, value) => sum + value.length, 0);
  return length <= 100 && !values.some((value) => /^\s*(?:https?:|www\.)/i.test(value));
}

/**
 * Finds the name in a form from Gravity Forms: 1.3 is the first name and 1.6 the last name of
 * question 1.
 */
function gravityNames(candidates: Candidate[]) {
  const partOf = (part: string) =>
    candidates.filter(({ field }) => {
      const [, own] = /^(?:input_)?\d{1,4}[._]([36])$/.exec(field.label) ?? [];
      return own === part && /^[\p{L}\p{M} .,'’-]{1,80}$/u.test(joined(field));
    });
  return { first: partOf("3").slice(0, 1), last: partOf("6").slice(0, 1) };
}

/**
 * Returns fields that are only called "patient". They may have the full name, or say that the
 * patient is new.
 */
function calledPatient(candidates: Candidate[]): Candidate[] | undefined {
  const named = candidates.find(
    ({ words, field }) => /^(?:patient|paciente)$/.test(words) && isNameLike(joined(field), 2),
  );
  return named && [named];
}

/**
 * Finds the name among fields with meaningless names, such as FormAssembly's `tfa_1`: a form asks
 * for a name right before the email address or number. It is one field with the full name, or two
 * with its parts.
 */
function namesBefore(candidates: Candidate[], contact: Field | undefined): Candidate[] {
  const isPerson = ({ field }: Candidate) => {
    if (!isShort(field)) return false;
    const text = joined(field);
    return validPhone(text, true) !== "" || readEmail(text) !== "";
  };
  const asked = candidates.filter(({ words }) => !isOtherValue(words));
  const at = asked.findIndex((one) => one.field === contact || isPerson(one));
  const before = asked.slice(Math.max(0, at - 2), Math.max(0, at));
  const isUnnamed = ({ field, named }: Candidate) =>
    named.target === null && !/\s/.test(field.label.trim()) && !isTopic(wordsOf(field.label));
  const [one, other] = [before.at(-2), before.at(-1)];
  if (!other || !isUnnamed(other)) return [];
  if (isNameLike(joined(other.field), 2)) return [other];
  const isPart = (part: Candidate | undefined) =>
    part !== undefined && isUnnamed(part) && isNameLike(joined(part.field), 1);
  return one && isPart(one) && isPart(other) ? [one, other] : [];
}

/** Checks for capitalized words: exactly one word, or two to four words. */
function isNameLike(text: string, words: 1 | 2): boolean {
  const shape =
    words === 1
      ? /^\p{Lu}[\p{L}'’-]{1,40}$/u
      : /^\p{Lu}[\p{L}'’.-]{0,40}(?: \p{Lu}[\p{L}'’.-]{0,40}){1,3}$/u;
  return shape.test(text) && !isTopic(wordsOf(text));
}

/** Checks for topics, other than a name, that forms ask about, and for common choices. */
function isTopic(words: string): boolean {
  return words.split(" ").some((word) => topics.has(word));
}

const topics = new Set([
  ...[
    "treatment",
    "treatments",
    "service",
    "services",
    "reason",
    "interest",
    "interested",
    "topic",
  ],
  ...[
    "subject",
    "specialty",
    "location",
    "office",
    "city",
    "state",
    "insurance",
    "company",
    "plan",
  ],
  ...["product", "day", "time", "date", "status", "source", "category", "procedure", "concern"],
  ...[
    "problem",
    "how",
    "heard",
    "provider",
    "doctor",
    "dentist",
    "dr",
    "campaign",
    "title",
    "type",
  ],
  ...["page", "site", "tratamiento", "servicio", "motivo", "tratamento", "ciudad", "seguro"],
  ...[
    "dental",
    "implant",
    "implants",
    "teeth",
    "tooth",
    "whitening",
    "cleaning",
    "crown",
    "crowns",
  ],
  ...["aligners", "invisalign", "braces", "veneers", "dentures", "consultation", "consult", "exam"],
  ...["checkup", "emergency", "new", "existing", "patient", "yes", "no", "morning", "afternoon"],
  ...["evening", "tampa", "florida", "google", "facebook", "instagram", "chiropractic", "pain"],
]);

/** Finds an untitled name by its shape, such as "Ada King". Forms ask for the name first. */
function whoIntroduces(candidates: Candidate[]): Candidate | undefined {
  const asked = candidates.find(({ field }) => field.hint !== "");
  if (!asked || asked.named.target !== null || asked.field.hint !== "short_text") return undefined;
  const isName =
    !/\s/.test(asked.field.label) &&
    /^\p{Lu}[\p{L}'’-]*(?: \p{Lu}[\p{L}'’-]*){1,3}$/u.test(joined(asked.field));
  return isName ? asked : undefined;
}

type Parts = {
  first: Field | undefined;
  last: Field | undefined;
  full: Field | undefined;
  email: Value | undefined;
  phone: Value | undefined;
};
type Beside = {
  emails: Field[];
  phones: Field[];
  message: Field | undefined;
  sentAt: Field | undefined;
};

function personFrom(parts: Parts, beside: Beside): FoundPerson | null {
  const { first, last, full, email, phone } = parts;
  const typed = { first: joined(first), last: joined(last), full: joined(full) };
  const name = readName(typed);
  const person = readTypedPerson({ ...name, email: email?.value ?? "", phone: phone?.value ?? "" });
  const contacts = [...beside.emails, ...beside.phones].filter((field) => said(joined(field)));
  if (!name.firstName && !name.lastName && !email && !phone && contacts.length === 0) return null;
  const names = [first, last, full].filter((field) => field !== undefined);
  const isCut = person.firstName !== name.firstName || person.lastName !== name.lastName;
  const cut = isCut ? names.filter(isLong) : [];
  const isSaid = (field: Field) => isWholly(joined(field), person);
  return {
    ...person,
    isReachable: person.email !== "" || person.phone.replace(/\D/g, "").length >= 7,
    names: names.filter((field) => !cut.includes(field)),
    contacts: [...contacts, email?.field, phone?.field]
      .filter((one) => one !== undefined)
      .filter(isSaid),
    lost: [...cut, ...contacts.filter((field) => !isSaid(field))],
    message: beside.message,
    submittedAt: joined(beside.sentAt),
    sentAt: beside.sentAt,
  };
}

const longName = 120;

function isLong(field: Field): boolean {
  return joined(field).length > longName;
}

/** How many values of a repeated field are tried. Forms repeat a field a few times. */
const maxTried = 20;

function readMapped(
  fields: Field[],
  { body, of }: NonNullable<Options["mapping"]>,
  options: Options,
): FoundPerson | null {
  const at = (target: keyof WebhookMapping): Field | undefined => {
    const path = of[target];
    const { texts, position } = (path && find(body, path)) || { texts: [], position: "" };
    if (!path || texts.length === 0) return undefined;
    const known = fields.find((field) => field.position === position);
    const unnamed = { label: path, names: [], parents: [], hint: "", values: texts };
    return known ?? { path, position, ...unnamed };
  };
  const value = (
    field: Field | undefined,
    ...reads: ((text: string) => string)[]
  ): Value | undefined => {
    if (!field) return undefined;
    // The values of a repeated field may be the parts of one number, or several numbers.
    const texts = [joined(field), ...field.values.slice(0, maxTried)];
    const found = reads.flatMap((read) => texts.map(read)).find(Boolean);
    return found ? { field, value: found } : undefined;
  };
  const [emailField, phoneField] = [at("email"), at("phone")];
  return personFrom(
    {
      ...{ first: at("firstName"), last: at("lastName"), full: at("fullName") },
      email: value(emailField, (text) => readEmail(text, options.isFormEncoded)),
      phone: value(phoneField, (text) => validPhone(text, false), phoneAsTyped),
    },
    {
      emails: emailField ? [emailField] : [],
      phones: phoneField ? [phoneField] : [],
      message: at("message"),
      sentAt: at("submittedAt"),
    },
  );
}

/**
 * Returns the person with a name. If the record with the contact details has a name, that is the
 * person's; otherwise another record's name is used.
 */
function withNameOf(person: FoundPerson, other: FoundPerson | null): FoundPerson {
  if (!other) return person;
  const { firstName, lastName, names } = hasName(person) ? person : other;
  const { message = other.message, sentAt = other.sentAt } = person;
  const submittedAt = person.submittedAt || other.submittedAt;
  return { ...person, firstName, lastName, names, message, sentAt, submittedAt };
}

function withContactOf(person: FoundPerson, other: FoundPerson | null): FoundPerson {
  if (!other) return person;
  const { firstName, lastName, names } = hasName(person) ? person : other;
  const { email, phone, contacts, isReachable } = other;
  const all = [...person.contacts, ...contacts];
  return { ...person, firstName, lastName, names, email, phone, contacts: all, isReachable };
}

function hasName({ firstName, lastName }: FoundPerson): boolean {
  return firstName !== "" || lastName !== "";
}

function joined(field: Field | undefined): string {
  return field ? oneLine(field.values.join(" ")) : "";
}

function squeezed(text: string): string {
  return text.toLowerCase().replace(/\s+/g, " ").trim();
}

/**
 * Checks whether a text has only the person's email address or number. If it has another one too,
 * it is an answer.
 */
function isWholly(typed: string, { email, phone }: { email: string; phone: string }): boolean {
  if (typed.length > longestContact) return false;
  const text = squeezed(typed);
  if (text === squeezed(phone)) return true;
  const bare = text.replace(/^mailto:|[<>\s.,;]+$/g, "").replace(" ", "+");
  if (email !== "" && bare === email) return true;
  const digits = text.replace(/\D/g, "");
  const isNumber = !/\p{L}{2}/u.test(text) && digits.length <= phone.length + mostBesideDigits;
  return phone !== "" && isNumber && readPhone(typed).text === phone;
}

/** The limit for a text with an email address, which has up to 254 characters. */
const longestContact = 300;

/** How many digits may be beside a number: "001" or "1 1" before it, or ".0" after it. */
const mostBesideDigits = 3;
