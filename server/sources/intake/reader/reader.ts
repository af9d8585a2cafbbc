// Finds the person among the fields that any source sends: who inquires, and how to reach them.
// Pure. cspell:ignore Formspree paciente tratamiento tratamento servicio seguro motivo ciudad
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
  /** E.164, or as typed. */
  phone: string;
  /** Whether there is a usable email address, or a phone number with at least seven digits. */
  isReachable: boolean;
  /** The fields that the name came from, and those that the email and phone came from. */
  names: Field[];
  contacts: Field[];
  /** Fields named as the person's whose text is unusable or only partly used. */
  lost: Field[];
  message: Field | undefined;
  /** When the person clicked Submit, as the sender writes it; empty if it isn't stated. */
  submittedAt: string;
  sentAt: Field | undefined;
};

type Options = {
  /** Whether a plus sign may have arrived as a space. */
  isFormEncoded?: boolean;
  /** The owner's mapping, which takes precedence over names and values. */
  mapping?: { body: unknown; of: WebhookMapping } | undefined;
};

/**
 * Reads the person from the mapping, then from field names, then from what values look like. Uses
 * the first usable value. Returns null if no field says who inquires.
 */
export function readPerson(fields: Field[], options: Options = {}): FoundPerson | null {
  const below = new Map<string[], Whose>();
  const candidates = fields.flatMap((field, order) => {
    // The fields of one object share their list of parents.
    const whose = below.get(field.parents) ?? whoseBelow(field.parents.map(wordsOf));
    below.set(field.parents, whose);
    return toCandidate(field, order, whose);
  });
  const own = read(
    candidates.filter(({ whose }) => whose === 1),
    options,
  );
  // A chat names its staff twice: as the one who replies, and as the sender of a message.
  const staff = new Set(
    fields.flatMap((field) => (below.get(field.parents) === 3 ? squeezed(joined(field)) : [])),
  );
  const others = candidates.filter(
    ({ whose, named, field }) =>
      whose === 2 && !(named.target !== null && staff.has(squeezed(joined(field)))),
  );
  const mapped = options.mapping && readMapped(fields, options.mapping, options);
  // A mapping that finds a reachable person is enough. If the form has changed since, the person
  // may be elsewhere.
  if (mapped?.isReachable) return mapped;
  const other = own?.isReachable ? null : read(others, options);
  const guessed = other?.isReachable ? withNameOf(other, own) : completed(own, others, options);
  return mapped ? withContactOf(mapped, guessed) : guessed;
}

/**
 * Works like `readPerson`, but fills in what the owner's mapping doesn't find from the fields whose
 * names the sender's format defines, because these aren't guesses.
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
  // A field with a different email address or number stays an answer.
  const contacts = defined.contacts.filter((field) => isWholly(joined(field), { email, phone }));
  return {
    ...found,
    ...{ firstName, lastName, names, email, phone },
    contacts: [...found.contacts, ...contacts],
    isReachable: found.isReachable || defined.isReachable,
  };
}

/** Adds someone else's fields that have the same address or number, so they're the person's own. */
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
 * Returns the lead with the other fields as answers, except ids, types and what the person's own
 * fields already say.
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
  // If there are very many answers, the last ones are dropped.
  return [...first, ...others].map((field) => ({ name: questionOf(field), values: field.values }));
}

function isOfTheForm({ label, parents, values }: Field): boolean {
  const isNothing = values.every((value) => /^(?:null|undefined|\[object Object\])$/.test(value));
  return isNothing || isTechnical(wordsOf(label)) || parents.includes("definition");
}

/** Includes the parent, as in "guardian name"; "name" alone would be read as the person's name. */
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
  // Formspree's name for the visitor's address; other tools' "reply_to" is the office's.
  const isReplyTo = field.label === "_replyto";
  const all = isReplyTo ? ["email"] : field.names.filter(Boolean).map(wordsOf);
  // "full" and "value" say nothing, but the key above them does.
  const parent = wordsOf(field.parents.at(-1) ?? "");
  const words =
    wholeOf.test(all[0] ?? "") && parent ? [`${parent} ${all[0]}`, parent, ...all] : all;
  const whose = Math.max(...words.map(whoseIs), below) as Whose;
  if (whose === 3) return [];
  const named = words.map(nameOf).reduce<Named>(better, isContactId(words, field) ? byId : nothing);
  return [{ field, order, words: words[0] ?? "", named: better(named, byHint(field)), whose }];
}

/** Messengers know a person by their number: `contactId: "+18135550188"`. */
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

/** The sender's type: "phone_number", "INPUT_EMAIL", "tel". */
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

/** Sorts the most likely first: by its own name, near the outside. */
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
 * A name next to the email address or number is the person's. One farther outside may name the
 * form.
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

/** The name that chats use for a person who hasn't said one: "Visitor #350117742". */
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

/** Returns the phone number in a text. If `isFree`, the text must be nothing but a number. */
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

/** Checks that it isn't a message, a consent or a URL. */
function isShort({ values }: Field): boolean {
  const length = values.reduce((sum, value) => sum + value.length, 0);
  return length <= 100 && !values.some((value) => /^\s*(?:https?:|www\.)/i.test(value));
}

/** Gravity Forms: 1.3 is the first and 1.6 the last name of question 1. */
function gravityNames(candidates: Candidate[]) {
  const partOf = (part: string) =>
    candidates.filter(({ field }) => {
      const [, own] = /^(?:input_)?\d{1,4}[._]([36])$/.exec(field.label) ?? [];
      return own === part && /^[\p{L}\p{M} .,'’-]{1,80}$/u.test(joined(field));
    });
  return { first: partOf("3").slice(0, 1), last: partOf("6").slice(0, 1) };
}

/**
 * A field that is only called "patient" may contain the full name, or say that the patient is new.
 */
function calledPatient(candidates: Candidate[]): Candidate[] | undefined {
  const named = candidates.find(
    ({ words, field }) => /^(?:patient|paciente)$/.test(words) && isNameLike(joined(field), 2),
  );
  return named && [named];
}

/**
 * Fields without names, such as FormAssembly's `tfa_1`: a form asks for a name right before the
 * address or number. One field with the whole name, or two with its parts.
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

/** Checks for capitalized words: exactly one, or two to four. */
function isNameLike(text: string, words: 1 | 2): boolean {
  const shape =
    words === 1
      ? /^\p{Lu}[\p{L}'’-]{1,40}$/u
      : /^\p{Lu}[\p{L}'’.-]{0,40}(?: \p{Lu}[\p{L}'’.-]{0,40}){1,3}$/u;
  return shape.test(text) && !isTopic(wordsOf(text));
}

/** Checks for topics that forms ask about besides a name, and for common choices. */
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

/**
 * Forms ask for the name first. Without a title, only the text's shape shows that it's a name: "Ada
 * King".
 */
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

/** A form repeats a field a few times. */
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
    // A repeated field may have the parts of one number, or several numbers.
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
 * A record with contact details also has that person's name; another record's name counts only when
 * it has none.
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
 * Whether the text contains only the person's email address or number. A second one is an answer.
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

/** An email address has up to 254 characters. */
const longestContact = 300;

/** Digits around a number: "001" or "1 1" before it, or ".0" after it. */
const mostBesideDigits = 3;
