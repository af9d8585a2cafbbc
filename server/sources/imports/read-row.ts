// Parses a row of a file as a person, or returns the reason for rejecting the row. Pure.
import { exportColumns } from "#content/desk/export.ts";
import { uuid } from "#contract/fields.ts";
import { fieldsInAnswers } from "#contract/fields-in-answers.ts";
import type { ImportField, RowProblem } from "#contract/imports.ts";
import type { IncomingLead } from "#contract/inquiries.ts";
import { languageInAnswers, languageNamed } from "#contract/language-in-answers.ts";
import type { Language } from "#contract/languages.ts";
import { isCallable } from "#contract/phone.ts";
import { truncateAnswers } from "#server/desk/inquiries/answers.ts";
import { isDamaged, type Phone, readPhone } from "#server/desk/phone/phone.ts";
import { readEmail } from "#server/sources/intake/reader/emails.ts";
import { readName, said } from "#server/sources/intake/reader/names.ts";
import {
  isPhoneLength,
  oneLine,
  readTypedPerson,
} from "#server/sources/intake/reader/typed-person.ts";
import { isFacebookExport, withoutPrefix, withoutPrefixOfNumber } from "./guess-columns.ts";
import { type DateOrder, readTime } from "./read-time.ts";

export type ReadPerson = IncomingLead & {
  isPhoneValid: boolean;
  language: Language | null;
  /** The id of the lead, if the row is from our own export. */
  exportedId?: string;
  /** The answers that are stored in fields of the lead too. */
  fields: ReturnType<typeof fieldsInAnswers>;
  /**
   * When the person submitted the form; null if the file doesn't have the time or it can't be
   * parsed.
   */
  submittedAt: Date | null;
  /**
   * The number of values that couldn't be parsed and are stored as answers. `damaged` is how many
   * of the contacts were damaged by a spreadsheet.
   */
  unclear: { dates: number; contacts: number; damaged: number };
};
export type RowReader = (row: string[]) => ReadPerson | { problem: RowProblem };

const ownColumns = [exportColumns.isTest, exportColumns.isDeleted, exportColumns.leadId];

/** What the values of a test lead from Meta start with: "<test lead: dummy data for full_name>". */
const testLead = "<test lead: ";

export type RowFormat = {
  header: string[];
  fields: ImportField[];
  /** The practice's time zone, used for times that don't have one. */
  timeZone: string;
  now: Date;
  dateOrder?: DateOrder;
};

export function makeRowReader(options: RowFormat): RowReader {
  const { header, fields } = options;
  const plainCell = isFacebookExport(header) ? withoutPrefix : withoutPrefixOfNumber;
  const columnsOf = (field: ImportField) =>
    fields.flatMap((one, column) => (one === field ? column : []));
  const answerColumns = columnsOf("answer");
  const columns = { phone: columnsOf("phone"), email: columnsOf("email") };
  const [full = -1, first = -1, last = -1, language = -1, submittedAt = -1] = (
    ["fullName", "firstName", "lastName", "language", "submittedAt"] as const
  ).map((field) => columnsOf(field)[0]);

  // In our own export, test leads and deleted leads are rejected.
  const isOwnExport = ownColumns.every((name) => header.includes(name));
  const says = (cells: string[], name: string) =>
    isOwnExport && cells[header.indexOf(name)] === "yes";
  const idColumn = isOwnExport ? header.indexOf(exportColumns.leadId) : -1;

  return (row: string[]) => {
    if (row.slice(header.length).some((cell) => cell.trim() !== "")) {
      return { problem: "extra_cells" };
    }
    const cells = row.map((cell) => plainCell(cell.trim()));
    if (cells.some((cell) => cell.startsWith(testLead)) || says(cells, exportColumns.isTest)) {
      return { problem: "test_lead" };
    }
    if (says(cells, exportColumns.isDeleted)) return { problem: "deleted_lead" };
    const typed = (column: number) => said(visible(cells[column] ?? ""));
    const given = (of: number[]) =>
      of.map((column) => ({ column, text: typed(column) })).filter(({ text }) => text !== "");
    const contacts = (of: number[]): Contact[] =>
      given(of).map((cell) => ({
        ...cell,
        phone: readPhone(cell.text),
        email: readEmail(cell.text),
      }));

    const name = readName({ first: typed(first), last: typed(last), full: typed(full) });
    const [phones, emails] = [contacts(columns.phone), contacts(columns.email)];
    const phone = bestPhone(phones);
    const email = emails.find((one) => one.email !== "");
    const person = readTypedPerson({
      ...name,
      email: email?.email ?? "",
      phone: phone?.text ?? "",
    });
    if (!person.phone && !person.email) {
      const isNobody = !person.firstName && !person.lastName && phones.length + emails.length === 0;
      return { problem: isNobody ? "no_person" : "no_contact" };
    }
    const spoken = languageNamed(typed(language));
    const moment = readTime(typed(submittedAt), options);
    // Values that weren't parsed, and additional numbers and email addresses, are stored as they
    // were typed.
    const others = [...phones, ...emails].filter((one) => saysMore(one) || !isContact(one, person));
    const lostTime = moment === null ? given([submittedAt]) : [];
    const lostLanguage = spoken === null ? given([language]) : [];
    const answers = truncateAnswers(
      [
        // Answers from the form come first, because the screen shows the first answer large.
        ...answerColumns.map((column) => ({ column, text: cells[column] ?? "" })),
        ...others,
        ...lostLanguage,
        ...lostTime,
      ]
        .filter(({ text }) => text !== "")
        .map(({ column, text }) => ({ name: oneLine(header[column] ?? ""), values: [text] })),
    );
    const unusable = others.filter((one) => !isUsable(one));
    return {
      ...person,
      isPhoneValid: phone?.isValid ?? false,
      ...(idColumn >= 0 && { exportedId: uuid.safeParse(cells[idColumn]).data }),
      language: spoken ?? languageInAnswers(answers),
      answers,
      fields: fieldsInAnswers(answers),
      submittedAt: moment,
      unclear: {
        dates: lostTime.length,
        contacts: unusable.length,
        damaged: unusable.filter(({ text }) => isDamaged(text)).length,
      },
    };
  };
}

type Contact = { column: number; text: string; phone: Phone; email: string };

/**
 * Returns the first number that identifies a person; otherwise the first one that can be called.
 */
function bestPhone(cells: Contact[]): Phone | undefined {
  const phones = cells.map(({ phone }) => phone);
  return (
    phones.find(({ isValid }) => isValid) ??
    phones.find(({ text }) => isCallable(text) && isPhoneLength(text))
  );
}

/** Checks whether the cell has just this number or email address, in any notation. */
function isContact(cell: Contact, { phone, email }: { phone: string; email: string }): boolean {
  return (phone !== "" && cell.phone.text === phone) || (email !== "" && cell.email === email);
}

/**
 * Checks whether a cell has more than one number or email address, or other words: "813-555-0144 /
 * 727-555-0145", "after 5: 813-555-0144", "Ana Ruiz <ana@example.com>".
 */
function saysMore({ text, email }: Contact): boolean {
  if (!text.includes("@")) return /:::|[/;|\n]|\b[a-z]{3,}/i.test(text);
  const rest = text.toLowerCase().replace(email, "").replace("mailto:", "");
  return /@|\p{L}{2,}/u.test(rest);
}

function isUsable({ text, phone, email }: Contact): boolean {
  return phone.isValid || isCallable(text) || email !== "";
}

/**
 * Invisible characters: direction marks, as around a number copied from a phone's contacts, and
 * zero-width spaces.
 */
const invisible = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

function visible(text: string): string {
  return oneLine(text.replace(invisible, ""));
}
