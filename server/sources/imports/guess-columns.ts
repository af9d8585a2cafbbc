// Guesses the field for each column from the header and the first rows. Pure.
// cspell:ignore idioma preferido
import { emailPattern } from "#contract/fields.ts";
import { type ImportField, maxContactColumns, repeatableFields } from "#contract/imports.ts";
import { readPhone } from "#server/desk/phone/phone.ts";
import { readEmail } from "#server/sources/intake/reader/emails.ts";
import { nameOf, whoseIs, wordsOf } from "#server/sources/intake/reader/field-names.ts";

type Guessed = Exclude<ImportField, "answer" | "skip">;

/**
 * The names of columns for each field, the most likely first. If several columns match, the one
 * with the most likely name gets the field. All columns that match a phone number or an email
 * address are used.
 */
const names: Record<Guessed, string[]> = {
  firstName: ["first name", "firstname", "fname", "first", "given name", "patient first name"],
  lastName: [
    "last name",
    "lastname",
    "lname",
    "last",
    "surname",
    "family name",
    "patient last name",
  ],
  fullName: [
    ...["full name", "fullname", "name", "your name", "contact name", "lead name", "patient name"],
    ...["client name", "contact", "lead", "patient", "display name"],
  ],
  phone: [
    ...["phone number", "phone", "mobile phone number", "mobile phone", "mobile number", "mobile"],
    ...["cell phone", "cell", "telephone", "tel", "primary phone", "contact number", "phone 1"],
    ...["home phone", "work phone", "your phone number", "patient phone", "business phone"],
    ...["other phone", "user phone", "home phone number", "work phone number", "additional phones"],
  ],
  email: [
    ...["email", "email address", "e mail", "e mail address", "emailaddress", "primary email"],
    ...["work email", "contact email", "mail", "email 1", "your email", "patient email"],
    ...["user email", "home email", "other email", "additional emails"],
  ],
  language: [
    ...["preferred language", "language preference", "language", "primary language", "lang"],
    ...["spoken language", "idioma preferido", "idioma", "locale"],
  ],
  submittedAt: [
    ...["created time", "created", "create date", "created at", "date created", "created date"],
    ...["optin time", "confirm time", "submitted at", "submission date", "submission time"],
    ...[
      "lead submission time",
      "timestamp",
      "date added",
      "added on",
      "lead date",
      "received",
      "received at",
      "date",
    ],
  ],
};

/**
 * Columns that say nothing about the person: ids and bookkeeping in exports from Facebook, HubSpot,
 * Mailchimp and GoHighLevel.
 */
const skipped = new Set([
  ...["id", "lead id", "ad id", "adset id", "campaign id", "form id", "is organic", "lead status"],
  ...["record id", "record id contact", "contact id", "associated company id", "contact owner id"],
  ...["leid", "euid", "member rating", "optin ip", "confirm ip", "latitude", "longitude"],
  ...["gmtoff", "dstoff", "last changed", "last activity", "last activity date"],
]);

/**
 * Checks for columns that only an export from Facebook has. Its values have prefixes, such as `p:`.
 */
export function isFacebookExport(header: string[]): boolean {
  const plain = header.map(plainName);
  return plain.includes("form id") && plain.includes("ad id") && plain.includes("created time");
}

const prefix = /^(l|p|ag|c|f|as|z):/;
/**
 * Prefixes of ids, phone numbers and ZIP codes in a file whose columns don't show that it is an
 * export from Facebook.
 */
const prefixOfNumber = /^(?:l|p|ag|c|f|as|z):(?=\+?\d[\d -]{2,}$)/;

/** Returns a cell of an export from Facebook without the prefix for its type. */
export function withoutPrefix(cell: string): string {
  return cell.replace(prefix, "");
}

/** Returns a cell of any file without a prefix in front of a number. */
export function withoutPrefixOfNumber(cell: string): string {
  return cell.replace(prefixOfNumber, "");
}

/**
 * Returns a field for each column. A field is used at most once, except for phone numbers and email
 * addresses.
 */
export function guessColumns(header: string[], rows: string[][]): ImportField[] {
  const plain = header.map(plainName);
  const fields: ImportField[] = plain.map((name) => (skipped.has(name) ? "skip" : "answer"));
  for (const field of Object.keys(names) as Guessed[]) {
    if (repeatableFields.includes(field)) {
      for (const [column, name] of plain.entries()) {
        const isFull = fields.filter((one) => one === field).length === maxContactColumns;
        if (!isFull && names[field].includes(name.replace(numbered, ""))) fields[column] = field;
      }
      continue;
    }
    const best = names[field].map((name) => plain.indexOf(name)).find((at) => at >= 0);
    if (best !== undefined) fields[best] = field;
  }
  for (const field of personFields) guessByName(fields, field, header);
  // First and last names in separate columns are more exact than a full name.
  if (fields.includes("firstName") && fields.includes("lastName")) {
    replaceFirst(fields, "fullName", "answer");
  }
  guessByValues(fields, "email", rows, (cell) => readEmail(cell) !== "");
  guessByValues(fields, "phone", rows, (cell) => readPhone(cell).isValid);
  return fields;
}

/** The end of a name such as Outlook's "Home Phone 2" and Google Contacts' "Phone 1 - Value". */
const numbered = /(?: \d)?(?: value)?$/;

const personFields = ["firstName", "lastName", "fullName", "phone", "email"] as const;

/**
 * Guesses the column of a field by the names that web forms use, including names and questions in
 * Spanish and Portuguese.
 */
function guessByName(
  fields: ImportField[],
  field: (typeof personFields)[number],
  header: string[],
) {
  if (fields.includes(field)) return;
  const [best] = header
    .map((name, column) => ({ column, words: wordsOf(name) }))
    .filter(({ column, words }) => fields[column] === "answer" && whoseIs(words) === 1)
    .map(({ column, words }) => ({ column, named: nameOf(words) }))
    .filter(({ named }) => named.target === field && named.class === 0)
    .toSorted((one, other) => one.named.rank - other.named.rank);
  if (best) fields[best.column] = field;
}

/** Guesses by the values of a column whose name is in another language or unknown. */
function guessByValues(
  fields: ImportField[],
  field: Guessed,
  rows: string[][],
  isSuch: (cell: string) => boolean,
) {
  if (fields.includes(field)) return;
  const at = fields.findIndex((one, column) => {
    const cells = rows.map((row) => withoutPrefix(row[column]?.trim() ?? "")).filter(Boolean);
    return one === "answer" && cells.filter(isSuch).length > cells.length / 2;
  });
  if (at >= 0) fields[at] = field;
}

function replaceFirst(fields: ImportField[], from: ImportField, to: ImportField) {
  const at = fields.indexOf(from);
  if (at >= 0) fields[at] = to;
}

/** Returns the number of different fields that these cells name. */
export function countNames(cells: string[]): number {
  const fields = new Set<ImportField | null>();
  for (const cell of cells) {
    if (cell.length > longestName) continue;
    const plain = plainName(cell).replace(numbered, "");
    const own = (Object.keys(names) as Guessed[]).find((field) => names[field].includes(plain));
    if (own) fields.add(own);
    else {
      const { target, class: likeliness } = nameOf(wordsOf(cell));
      if (target && target !== "message" && likeliness === 0) fields.add(target);
    }
  }
  return fields.size;
}

/** A text that is longer than this is a question, not a name. */
const longestName = 60;

/** Checks for a header: a row that has a known column name and no personal data. */
export function isHeader(cells: string[]): boolean {
  const texts = cells.map((cell) => withoutPrefix(cell.trim())).filter(Boolean);
  const isData = texts.some((text) => emailPattern.test(text) || readPhone(text).isValid);
  return !isData && texts.some((text) => /\p{L}/u.test(text));
}

/**
 * Normalizes a column name: "FNAME", "First_Name:", and "first name" with an invisible character.
 */
function plainName(name: string): string {
  return name
    .replace(/\p{Cf}/gu, "")
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
