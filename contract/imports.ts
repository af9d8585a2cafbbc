// The import of leads from a file: upload, columns, dry run, import, undo.
import { z } from "zod";
import { instant, requiredLine, uuid } from "./fields.ts";

/** In bytes; a live demo's file may have fewer, and fewer rows. */
export const importLimits = {
  bytes: 500_000_000,
  demoBytes: 2_000_000,
  /** A practice of thirty years has fewer patients. */
  rows: 1_000_000,
  demoRows: 1000,
  columns: 200,
  rowBytes: 64 * 1024,
  /** The header is within this many first lines. */
  headerLine: 20,
  fileName: 200,
} as const;

/** How long an uploaded file is kept, and how long a finished import can be undone. */
export const importKeptHours = 24;

/** What a column of the file can be. `answer`: kept with the inquiry, under the column's name. */
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
 * Any number of columns can be these. Of several with a phone number or an email address, a row's
 * first usable value becomes the lead's own; the others become answers.
 */
export const repeatableFields: readonly ImportField[] = ["phone", "email", "answer", "skip"];

/** For phone numbers and for email addresses each: parsing each value takes time. */
export const maxContactColumns = 8;

/**
 * `uploading` → `mapping` (its columns are to be confirmed) → `checking` (the dry run) → `checked`
 * → `importing` → `imported` → `undoing` → `undone`. `canceling` removes what was imported so far.
 * `refused`: the file can't be read completely; `problem` says why.
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
 * Why a row is not imported. `no_person`: it has no name, phone number or email address at all;
 * `no_contact`: a name, but no number that can be called and no address. `deleted_lead`: our own
 * export says that its lead was deleted.
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

/** `PUT /api/leads/imports/{id}/format`: reads the file's beginning again, and guesses its columns again. */
export const ImportFormat = z.object({
  encoding: z.enum(importEncodings),
  delimiter: z.enum(importDelimiters),
  /** The file's line with the names of the columns, from 1. */
  headerLine: z.int().min(1, "out_of_range").max(importLimits.headerLine, "out_of_range"),
});
export type ImportFormat = z.infer<typeof ImportFormat>;

/**
 * Where the new leads go. `followUp`: after all others in the queue, where they can be called.
 * Neither has a clock, an alert or an email.
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
  /** The line of the file that has the problem, or null for the file as a whole. */
  problemLine: z.int().nullable(),
  bytes: z.int(),
  encoding: z.enum(importEncodings),
  delimiter: z.enum(importDelimiters),
  /** The file's line with the names of the columns, from 1. */
  headerLine: z.int(),
  uploadedAt: instant,
  /** Who uploaded it. */
  by: z.string().nullable(),
  /** How much of the file the dry run has read, from 0 to 1. */
  checked: z.number(),
  /** The dry run's counts. Rows that turn out to be known during the import move to `known`. */
  counts: z.object({
    fresh: z.int(),
    known: z.int(),
    /** How many rows are the same person as an earlier row in the file. */
    repeated: z.int(),
    rejected: z.int(),
  }),
  /**
   * The dry run's counts of unparsed values in new rows: dates, and phone numbers and email
   * addresses. They are stored as answers. `damaged`: numbers whose last digits a spreadsheet has
   * replaced by an exponent ("8.13555E+09").
   */
  unclear: z.object({ dates: z.int(), contacts: z.int(), damaged: z.int() }),
  /** The dry run's count of known rows with something that their lead lacks, such as an address. */
  completing: z.int(),
  destination: z.enum(importDestinations),
  imported: z.int(),
  /** Known rows that filled in their lead's missing data. An undo reverts it. */
  completed: z.int(),
  /**
   * After a cancellation or an undo: leads removed, and leads kept because someone worked on them.
   */
  removed: z.int(),
  kept: z.int(),
  finishedAt: instant.nullable(),
  /** When the file, the rows and the undo expire. */
  expiresAt: instant,
});
export type LeadImport = z.infer<typeof LeadImport>;

/** `GET /api/leads/imports`: those that have not expired, newest first. */
export const LeadImports = z.object({ imports: z.array(LeadImport) });

/** `GET /api/leads/imports/{id}` */
export const LeadImportDetail = LeadImport.extend({
  /** The file's header, with the field of each column, or null if not chosen yet. */
  columns: z.array(z.object({ name: z.string(), field: z.enum(importFields) })),
  /** The first rows after the header, unchanged. */
  preview: z.array(z.array(z.string())),
  /** The first lines, one of which is the header. */
  firstLines: z.array(z.object({ line: z.int(), text: z.string() })),
  /** The first rejected rows. */
  rejectedRows: z.array(
    z.object({ line: z.int(), problem: z.enum(rowProblems), text: z.string() }),
  ),
  /** The first rows that aren't new; each has its lead or the file's line that it repeats. */
  knownRows: z.array(
    z.object({
      line: z.int(),
      name: z.string(),
      lead: z.object({ _id: uuid, name: z.string() }).nullable(),
      sameAsLine: z.int().nullable(),
    }),
  ),
  /** The first leads that an undo kept. */
  keptLeads: z.array(z.object({ _id: uuid, name: z.string() })),
});
export type LeadImportDetail = z.infer<typeof LeadImportDetail>;
export const ImportAnswer = z.object({ import: LeadImportDetail });
export type ImportAnswer = z.infer<typeof ImportAnswer>;
