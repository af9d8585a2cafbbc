// Importing leads from a file: upload, columns, dry run, import, undo.
import { z } from "zod";
import { instant, requiredLine, uuid } from "./fields.ts";

/** In bytes. A live demo's file is limited to fewer bytes and rows. */
export const importLimits = {
  bytes: 500_000_000,
  demoBytes: 2_000_000,
  /** Even a practice that is thirty years old has fewer patients. */
  rows: 1_000_000,
  demoRows: 1000,
  columns: 200,
  rowBytes: 64 * 1024,
  /** The header is within this many lines from the start. */
  headerLine: 20,
  fileName: 200,
} as const;

/** How long an uploaded file is stored, and how long a finished import can be undone. */
export const importKeptHours = 24;

/** What a column of the file can be. `answer`: stored with the inquiry under the column's name. */
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
 * Fields that several columns can have. From a row's phone numbers and email addresses, the first
 * usable value becomes the lead's, and the others become answers.
 */
export const repeatableFields: readonly ImportField[] = ["phone", "email", "answer", "skip"];

/** For phone numbers and email addresses each, because parsing every value takes time. */
export const maxContactColumns = 8;

/**
 * `uploading` → `mapping` (its columns must be confirmed) → `checking` (the dry run) → `checked` →
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
 * Why a row isn't imported. `no_person`: no name, phone number or email address. `no_contact`: a
 * name, but no callable number or email address. `deleted_lead`: our own export says that the lead
 * was deleted.
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

/** `POST /api/leads/import`: the body is the file. */
export const ImportUpload = z.object({ name: requiredLine(importLimits.fileName) });

/**
 * `PUT /api/leads/imports/{id}/columns`: a field for each column, in the file's order. Starts a new
 * dry run.
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
 * `PUT /api/leads/imports/{id}/format`: rereads the start of the file and guesses its columns
 * again.
 */
export const ImportFormat = z.object({
  encoding: z.enum(importEncodings),
  delimiter: z.enum(importDelimiters),
  /** The line with the column names, from 1. */
  headerLine: z.int().min(1, "out_of_range").max(importLimits.headerLine, "out_of_range"),
});
export type ImportFormat = z.infer<typeof ImportFormat>;

/**
 * Where the new leads go. `followUp`: the end of the queue, where they can be called. Neither kind
 * gets a clock, an alert or an email.
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
  /** The line of the file with the problem, or null if it's the whole file. */
  problemLine: z.int().nullable(),
  bytes: z.int(),
  encoding: z.enum(importEncodings),
  delimiter: z.enum(importDelimiters),
  /** The line with the column names, from 1. */
  headerLine: z.int(),
  uploadedAt: instant,
  /** Who uploaded it. */
  by: z.string().nullable(),
  /** How much of the file the dry run has read, from 0 to 1. */
  checked: z.number(),
  /**
   * The dry run's counts. Rows that turn out to be known during the import are moved to `known`.
   */
  counts: z.object({
    fresh: z.int(),
    known: z.int(),
    /** How many rows are the same person as an earlier row of the file. */
    repeated: z.int(),
    rejected: z.int(),
  }),
  /**
   * The dry run's counts of values that couldn't be parsed in new rows, which are stored as
   * answers. `contacts`: phone numbers and email addresses. `damaged`: numbers whose last digits a
   * spreadsheet replaced with an exponent ("8.13555E+09").
   */
  unclear: z.object({ dates: z.int(), contacts: z.int(), damaged: z.int() }),
  /**
   * The dry run's count of known rows with data that their lead lacks, such as an email address.
   */
  completing: z.int(),
  destination: z.enum(importDestinations),
  imported: z.int(),
  /** Known rows that filled in data their lead lacked. Undoing the import reverts it. */
  completed: z.int(),
  /**
   * After a cancellation or an undo: leads removed, and leads that stayed because someone worked on
   * them.
   */
  removed: z.int(),
  kept: z.int(),
  finishedAt: instant.nullable(),
  /** When the file and its rows are deleted, and the import can no longer be undone. */
  expiresAt: instant,
});
export type LeadImport = z.infer<typeof LeadImport>;

/** `GET /api/leads/imports`: imports that haven't expired, newest first. */
export const LeadImports = z.object({ imports: z.array(LeadImport) });

/** `GET /api/leads/imports/{id}` */
export const LeadImportDetail = LeadImport.extend({
  /** The file's columns, with the field of each or null if not chosen yet. */
  columns: z.array(z.object({ name: z.string(), field: z.enum(importFields) })),
  /** The first rows after the header, unmodified. */
  preview: z.array(z.array(z.string())),
  /** The first lines, one of which is the header. */
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
  /** The first leads that stayed after an undo. */
  keptLeads: z.array(z.object({ _id: uuid, name: z.string() })),
});
export type LeadImportDetail = z.infer<typeof LeadImportDetail>;
export const ImportAnswer = z.object({ import: LeadImportDetail });
export type ImportAnswer = z.infer<typeof ImportAnswer>;
