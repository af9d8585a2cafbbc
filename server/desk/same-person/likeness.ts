// Finds the reasons why two leads may be the same person, as a front desk would judge them. Pure.
import type { DuplicateReason } from "#contract/merges.ts";

/** What we know about a lead's person. */
export type Likeness = {
  firstName: string;
  lastName: string;
  /** The lead's own number; empty if it is unknown or identifies no one. */
  phone: string;
  email: string;
  /** The phone numbers of the lead's inquiries. */
  askedPhones: string[];
  askedEmails: string[];
  /** The answers of the lead's inquiries, which may say where the person lives. */
  answers: Answer[];
};

type Answer = { name: string; values: string[] };

/**
 * Returns the reasons, strongest first; empty if there are none. The same number or email address
 * is enough even if the names differ, because a person reviews both leads. The same name alone
 * isn't enough.
 */
export function reasonsFor(one: Likeness, other: Likeness): DuplicateReason[] {
  const reasons: DuplicateReason[] = [];
  const add = (reason: DuplicateReason, isGiven: boolean) => {
    if (isGiven) reasons.push(reason);
  };
  const isSamePhone = one.phone !== "" && one.phone === other.phone;
  const isSameEmail = one.email !== "" && one.email === other.email;
  add("phone", isSamePhone);
  add("email", isSameEmail);
  add("earlier_phone", !isSamePhone && share(phonesOf(one), phonesOf(other)));
  add("earlier_email", !isSameEmail && share(emailsOf(one), emailsOf(other)));
  if (reasons.length > 0 || !isSameName(one, other)) return reasons;
  const [mine, theirs] = [placesIn(one.answers), placesIn(other.answers)];
  add("name_and_phone", isAnyPair(phonesOf(one), phonesOf(other), isSlip));
  add("name_and_email", isAnyPair(emailsOf(one), emailsOf(other), isSimilarEmail));
  add("name_and_street", share(mine.streets, theirs.streets));
  add("name_and_zip", share(mine.zips, theirs.zips));
  return reasons;
}

/** Returns first and last name as in the database index; empty if either is missing. */
export function nameKey({ firstName, lastName }: Pick<Likeness, "firstName" | "lastName">): string {
  return firstName && lastName ? `${firstName} ${lastName}`.toLowerCase() : "";
}

function isSameName(one: Likeness, other: Likeness): boolean {
  return nameKey(one) !== "" && nameKey(one) === nameKey(other);
}

function phonesOf({ phone, askedPhones }: Likeness): string[] {
  return [phone, ...askedPhones].filter(Boolean);
}

function emailsOf({ email, askedEmails }: Likeness): string[] {
  return [email, ...askedEmails].filter(Boolean);
}

function share(some: string[], others: string[]): boolean {
  return some.some((one) => others.includes(one));
}

function isAnyPair(some: string[], others: string[], isAlike: (a: string, b: string) => boolean) {
  return some.some((one) => others.some((other) => isAlike(one, other)));
}

/** Checks for a typo: one different character, or two neighbors swapped. */
function isSlip(one: string, other: string): boolean {
  if (one.length !== other.length) return false;
  const places = [...one].flatMap((sign, index) => (sign === other[index] ? [] : [index]));
  const [first = -1, second = -1] = places;
  if (places.length === 1) return true;
  const isSwapped = one[first] === other[second] && one[second] === other[first];
  return places.length === 2 && second === first + 1 && isSwapped;
}

/**
 * A mailbox with a shorter name isn't compared, because it has initials or a role, such as "jd" or
 * "info".
 */
const leastLocalLength = 5;

/** Checks for a typo, or for the same mailbox name at another provider. */
function isSimilarEmail(one: string, other: string): boolean {
  const [mine, theirs] = [localPart(one), localPart(other)];
  if (mine.length >= leastLocalLength && mine === theirs) return true;
  return isSlip(one, other) || isMissingOne(one, other) || isMissingOne(other, one);
}

/**
 * Returns the mailbox name. A plus suffix is removed, because its mail goes to the same mailbox.
 */
function localPart(email: string): string {
  return email.slice(0, email.lastIndexOf("@")).replace(/\+.*$/, "");
}

/** Checks whether `longer` equals `shorter` with one extra character. */
function isMissingOne(longer: string, shorter: string): boolean {
  if (longer.length !== shorter.length + 1) return false;
  const at = [...shorter].findIndex((sign, index) => sign !== longer[index]);
  const place = at < 0 ? shorter.length : at;
  return longer.slice(place + 1) === shorter.slice(place);
}

/** Finds ZIP codes and streets in the answers of a form. */
function placesIn(answers: Answer[]): { zips: string[]; streets: string[] } {
  const zips: string[] = [];
  const streets: string[] = [];
  for (const { name, values } of answers) {
    const question = name.toLowerCase();
    const text = values.join(" ").trim().toLowerCase();
    const zip = /^(\d{5})(-\d{4})?$/.exec(text)?.[1];
    if (zip && /\bzip|postal|post_?code/.test(question)) zips.push(zip);
    const isStreet = /street|\baddress\b|address_?line/.test(question) && !/e-?mail/.test(question);
    // A street has a house number and a name, unlike answers such as "Yes" or "Tampa".
    if (isStreet && /^\d+\w* .*[a-z]{3}/.test(text)) streets.push(plainStreet(text));
  }
  return { zips, streets };
}

/** Abbreviates the words of a street, so that "12 Bay St." equals "12 bay street". */
function plainStreet(text: string): string {
  const words = text
    .replace(/[^a-z0-9]+/g, " ")
    .trim()
    .split(" ");
  return words.map((word) => abbreviations[word] ?? word).join(" ");
}

const abbreviations: Record<string, string> = {
  ...{ street: "st", avenue: "ave", av: "ave", road: "rd", drive: "dr", lane: "ln", court: "ct" },
  ...{ boulevard: "blvd", circle: "cir", place: "pl", terrace: "ter", highway: "hwy" },
  ...{ north: "n", south: "s", east: "e", west: "w", apartment: "apt", suite: "ste" },
};
