// Reads an uploaded report: recognizes its encoding and its delimiter, and reads no more rows than a
// report may have.
import { campaignLimits } from "#contract/campaigns.ts";
import { type ImportDelimiter, type ImportEncoding, importDelimiters } from "#contract/imports.ts";
import { type CsvRow, readRows } from "#server/imports/csv-rows.ts";
import { delimiterOf, encodingOf } from "#server/imports/file-format.ts";
import { headerWithin, type ReadReport, ReportRefusal, readReport } from "./read-report.ts";
import { findColumns } from "./report-columns.ts";

/** Enough to recognize the encoding, and for the first row. */
const headBytes = { encoding: 4096, delimiter: 65_536 };
/** Of totals, platforms write fewer than twenty. `readReport` counts the others. */
const maxRows = headerWithin + campaignLimits.reportRows + 20;

/** Throws `FileProblem` or `ReportRefusal`. */
export async function readReportFile(file: Uint8Array): Promise<ReadReport> {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const encoding = encodingOf(bytes.subarray(0, headBytes.encoding)) ?? unmarkedEncoding(bytes);
  const delimiter = await findDelimiter(bytes, encoding);
  const rows: CsvRow[] = [];
  for await (const row of readRows([bytes], { encoding, delimiter })) {
    rows.push(row);
    if (rows.length > maxRows) throw new ReportRefusal("too_many_rows");
  }
  return readReport(rows);
}

function unmarkedEncoding(bytes: Buffer): ImportEncoding {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return "utf-8";
  } catch {
    return "windows-1252";
  }
}

/** A title line with a comma in it hides the delimiter of the rows. Throws `ReportRefusal`. */
async function findDelimiter(bytes: Buffer, encoding: ImportEncoding): Promise<ImportDelimiter> {
  const head = new TextDecoder(encoding).decode(bytes.subarray(0, headBytes.delimiter));
  const guessed = delimiterOf(head);
  for (const delimiter of [guessed, ...importDelimiters.filter((one) => one !== guessed)]) {
    if (await hasHeader(bytes, { encoding, delimiter })) return delimiter;
  }
  throw new ReportRefusal("no_header");
}

async function hasHeader(bytes: Buffer, format: Parameters<typeof readRows>[1]): Promise<boolean> {
  let count = 0;
  for await (const { cells } of readRows([bytes], format)) {
    if (findColumns(cells)) return true;
    count += 1;
    if (count === headerWithin) return false;
  }
  return false;
}
