// One row of a file as a person, or why it is rejected. Pure.
import { fieldsInAnswers } from "#contract/fields-in-answers.ts";
import type { ImportField, RowProblem } from "#contract/imports.ts";
import type { IncomingLead } from "#contract/inquiries.ts";
import { languageInAnswers, languageNamed } from "#contract/language-in-answers.ts";
import type { Language } from "#contract/languages.ts";
import { truncateAnswers } from "#server/inquiries/answers.ts";
import { readEmail } from "#server/intake/reader/emails.ts";
import { readName, said } from "#server/intake/reader/names.ts";
import { oneLine, readTypedPerson } from "#server/intake/reader/typed-person.ts";
import { isDamaged, readPhone } from "#server/phone/phone.ts";
import { isFacebookExport, withoutPrefix } from "./guess-columns.ts";
import { readTime } from "./read-time.ts";

export type ReadPerson = IncomingLead & {
  isPhoneValid: boolean;
  language: Language | null;
  /** Answers that are a field of the lead. */
  fields: ReturnType<typeof fieldsInAnswers>;
  /** Null: not in the file, or unreadable. */
  submittedAt: Date | null;
};
export type RowReader = (row: string[]) => ReadPerson | { problem: RowProblem };

const ownFields = [
  ...(["fullName", "firstName", "lastName", "phone", "email", "language"] as const),
  "submittedAt",
] as const;

/** Meta's test leads: "<test lead: dummy data for full_name>". */
const testLead = "<test lead: ";

/** Reads rows of a file with these columns. Times without a zone are in the practice's. */
export function makeRowReader(options: {
  header: string[];
  fields: ImportField[];
  timeZone: string;
  now: Date;
}): RowReader {
  const { header, fields } = options;
  const hasPrefixes = isFacebookExport(header);
  const columnsOf = (field: ImportField) =>
    fields.flatMap((one, column) => (one === field ? column : []));
  const answerColumns = columnsOf("answer");
  const ownColumns = ownFields.map((field) => [field, columnsOf(field)[0] ?? -1] as const);

  return (row: string[]) => {
    if (row.slice(header.length).some((cell) => cell.trim() !== "")) {
      return { problem: "extra_cells" };
    }
    const cells = row.map((cell) => (hasPrefixes ? withoutPrefix(cell.trim()) : cell.trim()));
    if (cells.some((cell) => cell.startsWith(testLead))) return { problem: "test_lead" };
    const typed = Object.fromEntries(
      ownColumns.map(([field, column]) => [field, said(visible(cells[column] ?? ""))]),
    ) as Record<(typeof ownColumns)[number][0], string>;
    const { firstName: first, lastName: last, fullName: full } = typed;
    const phone = readPhone(typed.phone);
    const person = readTypedPerson({
      ...readName({ first, last, full }),
      email: readEmail(typed.email),
      phone: isDamaged(typed.phone) ? "" : phone.text,
    });
    if (!person.firstName && !person.lastName && !typed.email && !typed.phone) {
      return { problem: "no_person" };
    }
    const language = languageNamed(typed.language);
    // What does not fit its field is kept as typed.
    const lost = (["email", "phone", "language"] as const).filter(
      (field) => typed[field] && !{ ...person, language }[field],
    );
    const answers = truncateAnswers(
      [
        ...lost.map((field) => ({ name: field, values: [typed[field]] })),
        ...answerColumns.map((column) => ({
          name: oneLine(header[column] ?? ""),
          values: [cells[column] ?? ""].filter(Boolean),
        })),
      ].filter(({ values }) => values.length > 0),
    );
    return {
      ...person,
      isPhoneValid: phone.isValid,
      language: language ?? languageInAnswers(answers),
      answers,
      fields: fieldsInAnswers(answers),
      submittedAt: typed.submittedAt ? readTime(typed.submittedAt, options) : null,
    };
  };
}

/** Direction marks (around a number copied from a phone's contacts), and spaces of no width. */
const invisible = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

function visible(text: string): string {
  return oneLine(text.replace(invisible, ""));
}
