// Importing leads from a file: the upload, the columns, the dry run, the import, and the undo.
import { z } from "zod";
import { instant, requiredLine, uuid } from "./fields.ts";

/**
 * The limits of a file, with its size in bytes. A live demo's file can have fewer bytes and rows.
 */
export const importLimits = {
  bytes: 500_000_000,
  demoBytes: 2_000_000,
  /** The maximum number of rows. Even a practice that is thirty years old has fewer patients. */
  rows: 1_000_000,
  demoRows: 1000,
  columns: 200,
  rowBytes: 64 * 1024,
  /** The last line that can be the header, counted from the start. */
  headerLine: 20,
  fileName: 200,
} as const;

/** How many hours an uploaded file is stored, and a finished import can be undone. */
export const importKeptHours = 24;

/**
 * What a column of the file can be. `answer`: the value is stored with the inquiry under the name
 * of the column.
 */
export const importFields = [
  "fullName",
  "firstName",
  "lastName",
  "phone",
  "email",
  "language",
  "submittedAt",
  "answer",
  "skip",
] as const;
export type ImportField = (typeof importFields)[number];

/**
 * The fields that several columns can have. Of a row's phone numbers and email addresses, the first
 * usable value becomes the lead's, and the others become answers.
 */
export const repeatableFields: readonly ImportField[] = ["phone", "email", "answer", "skip"];

/**
 * The maximum number of columns with phone numbers, and of columns with email addresses, because
 * parsing every value takes time.
 */
export const maxContactColumns = 8;

/**
 * `uploading` → `mapping` (the columns must be confirmed) → `checking` (the dry run) → `checked` →
 * `importing` → `imported` → `undoing` → `undone`. `canceling` removes what was imported so far.
 * `refused`: the whole file couldn't be read, and `problem` says why.
 */
export const importStates = [
  "uploading",
  "mapping",
  "checking",
  "checked",
  "importing",
  "imported",
  "canceling",
  "canceled",
  "undoing",
  "undone",
  "refused",
] as const;
export type ImportState = (typeof importStates)[number];

/** Why a file is rejected. */
export const importProblems = [
  "empty",
  "zip",
  "pdf",
  "html",
  "vcard",
  "nul_bytes",
  "no_header",
  "too_many_columns",
  "row_too_long",
  "open_quote",
  "too_many_rows",
  "failed",
] as const;
export type ImportProblem = (typeof importProblems)[number];

/**
 * Why a row isn't imported. `no_person`: there is no name, phone number or email address.
 * `no_contact`: there is a name, but no callable number or email address. `deleted_lead`: our own
 * export says that the lead was deleted.
 */
export const rowProblems = [
  "no_person",
  "no_contact",
  "extra_cells",
  "test_lead",
  "deleted_lead",
] as const;
export type RowProblem = (typeof rowProblems)[number];

export const importEncodings = ["utf-8", "utf-16le", "utf-16be", "windows-1252"] as const;
export type ImportEncoding = (typeof importEncodings)[number];

export const importDelimiters = [",", ";", "\t", "|"] as const;
export type ImportDelimiter = (typeof importDelimiters)[number];

/** `POST /api/leads/import`: the body of the request is the file. */
export const ImportUpload = z.object({ name: requiredLine(importLimits.fileName) });

/**
 * `PUT /api/leads/imports/{id}/columns`: sets a field for each column, in the file's order. This
 * starts a new dry run.
 */
export const ImportColumns = z.object({
  fields: z
    .array(z.enum(importFields))
    .min(1, "required")
    .max(importLimits.columns, "too_long")
    .refine(
      (fields) => new Set(fields.filter(isUnique)).size === fields.filter(isUnique).length,
      "repeated_column",
    )
    .refine(
      (fields) => fields.some((field) => field === "phone" || field === "email"),
      "no_contact_column",
    )
    .refine(
      (fields) => ["phone", "email"].every((one) => countOf(fields, one) <= maxContactColumns),
      "too_many_contact_columns",
    ),
});
export type ImportColumns = z.infer<typeof ImportColumns>;

function countOf(fields: string[], one: string): number {
  return fields.filter((field) => field === one).length;
}

function isUnique(field: ImportField): boolean {
  return !repeatableFields.includes(field);
}

/**
 * `PUT /api/leads/imports/{id}/format`: reads the start of the file again, and guesses its columns
 * again.
 */
export const ImportFormat = z.object({
  encoding: z.enum(importEncodings),
  delimiter: z.enum(importDelimiters),
  /** The line with the names of the columns, counted from 1. */
  headerLine: z.int().min(1, "out_of_range").max(importLimits.headerLine, "out_of_range"),
});
export type ImportFormat = z.infer<typeof ImportFormat>;

/**
 * Where new leads go. `followUp`: to the end of the queue, where they can be called. In both cases,
 * they don't get a clock, an alert or an email.
 */
export const importDestinations = ["archive", "followUp"] as const;
export type ImportDestination = (typeof importDestinations)[number];

/** `POST /api/leads/imports/{id}/runs` */
export const ImportRun = z.object({ destination: z.enum(importDestinations) });
export type ImportRun = z.infer<typeof ImportRun>;

export const LeadImport = z.object({
  _id: uuid,
  fileName: z.string(),
  state: z.enum(importStates),
  problem: z.enum(importProblems).nullable(),
  /** The line of the file that has the problem, or null if the whole file has it. */
  problemLine: z.int().nullable(),
  bytes: z.int(),
  encoding: z.enum(importEncodings),
  delimiter: z.enum(importDelimiters),
  /** The line with the names of the columns, counted from 1. */
  headerLine: z.int(),
  uploadedAt: instant,
  /** The person who uploaded the file. */
  by: z.string().nullable(),
  /** The share of the file that the dry run has read, from 0 to 1. */
  checked: z.number(),
  /**
   * The counts of the dry run. Rows that turn out to be known during the import are then counted in
   * `known`.
   */
  counts: z.object({
    fresh: z.int(),
    known: z.int(),
    /** The number of rows with the same person as an earlier row of the file. */
    repeated: z.int(),
    rejected: z.int(),
  }),
  /**
   * The number of values in new rows that the dry run couldn't parse. They are stored as answers.
   * `contacts`: phone numbers and email addresses. `damaged`: numbers whose last digits a
   * spreadsheet replaced with an exponent ("8.13555E+09").
   */
  unclear: z.object({ dates: z.int(), contacts: z.int(), damaged: z.int() }),
  /**
   * The number of known rows in which the dry run found data that their lead lacks, such as an
   * email address.
   */
  completing: z.int(),
  destination: z.enum(importDestinations),
  imported: z.int(),
  /**
   * The number of known rows from which the import filled in data that their lead lacked. Undoing
   * the import reverts this.
   */
  completed: z.int(),
  /**
   * The number of leads that a cancellation or an undo removed, and of leads that it left, because
   * someone worked on them.
   */
  removed: z.int(),
  kept: z.int(),
  finishedAt: instant.nullable(),
  /** When the file and its rows are deleted. After that, the import can no longer be undone. */
  expiresAt: instant,
});
export type LeadImport = z.infer<typeof LeadImport>;

/** `GET /api/leads/imports`: lists imports that haven't expired, newest first. */
export const LeadImports = z.object({ imports: z.array(LeadImport) });

/** `GET /api/leads/imports/{id}` */
export const LeadImportDetail = LeadImport.extend({
  /** The file's columns, each with its field, which is null if it hasn't been chosen yet. */
  columns: z.array(z.object({ name: z.string(), field: z.enum(importFields) })),
  /** The first rows after the header, as they are in the file. */
  preview: z.array(z.array(z.string())),
  /** The first lines of the file. One of them is the header. */
  firstLines: z.array(z.object({ line: z.int(), text: z.string() })),
  /** The first rejected rows. */
  rejectedRows: z.array(
    z.object({ line: z.int(), problem: z.enum(rowProblems), text: z.string() }),
  ),
  /** The first rows that aren't new, each with its lead or the line that it repeats. */
  knownRows: z.array(
    z.object({
      line: z.int(),
      name: z.string(),
      lead: z.object({ _id: uuid, name: z.string() }).nullable(),
      sameAsLine: z.int().nullable(),
    }),
  ),
  /** The first leads that an undo left. */
  keptLeads: z.array(z.object({ _id: uuid, name: z.string() })),
});
export type LeadImportDetail = z.infer<typeof LeadImportDetail>;
export const ImportAnswer = z.object({ import: LeadImportDetail });
export type ImportAnswer = z.infer<typeof ImportAnswer>;
