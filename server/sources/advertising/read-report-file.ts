// Reads an uploaded report: detects its encoding and delimiter, and stops at the row limit.
import { campaignLimits } from "#contract/campaigns.ts";
import { type ImportDelimiter, type ImportEncoding, importDelimiters } from "#contract/imports.ts";
import { type FileFormat, readRows } from "#server/sources/imports/csv-rows.ts";
import { delimiterOf, encodingOf, FileProblem } from "#server/sources/imports/file-format.ts";
import type { CsvRow } from "#server/sources/imports/split-rows.ts";
import { headerWithin, type ReadReport, ReportRefusal, readReport } from "./read-report.ts";
import { findColumns } from "./report-columns.ts";

/** Enough to detect the encoding, and for the first row. */
const headBytes = { encoding: 4096, delimiter: 65_536 };
/** Platforms write fewer than twenty rows of totals. `readReport` counts the other rows. */
const maxRows = headerWithin + campaignLimits.reportRows + 20;

const pieceMs = 5;

/** Runs a few milliseconds of work when its turn comes. */
type Turn = <Done>(work: () => Promise<Done>) => Promise<Done>;

/** Reads a file. `today`: see `readReport`. Throws `FileProblem` or `ReportRefusal`. */
export async function readReportFile(
  file: Uint8Array,
  { today }: { today: string },
  turn: Turn,
): Promise<ReadReport> {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const encoding = encodingOf(bytes.subarray(0, headBytes.encoding)) ?? unmarkedEncoding(bytes);
  const delimiter = await findDelimiter(bytes, encoding);
  const format = { encoding, delimiter, maxRows };
  const rows = await listRows(refusing(readRows([bytes], format)), turn);
  const steps = readReport(rows, { today });
  for (;;) {
    const { done, value } = await turn(async () => steps.next());
    if (done) return value;
  }
}

async function listRows(rows: AsyncGenerator<CsvRow>, turn: Turn): Promise<CsvRow[]> {
  const listed: CsvRow[] = [];
  const listSome = async () => {
    const end = performance.now() + pieceMs;
    while (performance.now() < end) {
      const { done, value } = await rows.next();
      if (done) return true;
      listed.push(value);
    }
    return false;
  };
  while (!(await turn(listSome)));
  return listed;
}

/** Replaces the "too many rows" error with the report's own. */
async function* refusing(rows: AsyncGenerator<CsvRow>): AsyncGenerator<CsvRow> {
  try {
    yield* rows;
  } catch (error) {
    throw isTooLong(error) ? new ReportRefusal("too_many_rows") : error;
  }
}

function isTooLong(error: unknown): boolean {
  return error instanceof FileProblem && error.problem === "too_many_rows";
}

function unmarkedEncoding(bytes: Buffer): ImportEncoding {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return "utf-8";
  } catch {
    return "windows-1252";
  }
}

/** A comma in a title line can hide the rows' delimiter. Throws `ReportRefusal`. */
async function findDelimiter(bytes: Buffer, encoding: ImportEncoding): Promise<ImportDelimiter> {
  const head = new TextDecoder(encoding).decode(bytes.subarray(0, headBytes.delimiter));
  const guessed = delimiterOf(head);
  for (const delimiter of [guessed, ...importDelimiters.filter((one) => one !== guessed)]) {
    if (await hasHeader(bytes, { encoding, delimiter })) return delimiter;
  }
  throw new ReportRefusal("no_header");
}

/** Checks only the first rows, including blank ones. */
async function hasHeader(bytes: Buffer, format: FileFormat): Promise<boolean> {
  try {
    for await (const { cells } of readRows([bytes], { ...format, maxRows: headerWithin })) {
      if (findColumns(cells)) return true;
    }
    return false;
  } catch (error) {
    if (isTooLong(error)) return false;
    throw error;
  }
}
