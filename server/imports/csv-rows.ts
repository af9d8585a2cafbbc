// Reads a file's rows while its bytes arrive, in constant memory.
import { pipeline, Readable } from "node:stream";
import { CsvError, parse } from "csv-parse";
import { type ImportDelimiter, type ImportEncoding, importLimits } from "#contract/imports.ts";
import { FileProblem } from "./file-format.ts";

export type CsvRow = {
  /** The line of the file on which the row begins, from 1. */
  line: number;
  cells: string[];
};

/**
 * The rows that are not blank, the header first. Tolerates what spreadsheets tolerate: rows of any
 * length, quotes in the middle of a cell, any mixture of line ends. Throws `FileProblem`.
 */
export async function* readRows(
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  { encoding, delimiter }: { encoding: ImportEncoding; delimiter: ImportDelimiter },
): AsyncGenerator<CsvRow> {
  let parsedLine = 0;
  const parser = parse({
    delimiter,
    info: true,
    record_delimiter: "\n",
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: importLimits.rowBytes,
    // Called before the row waits to be read: an error discards the rows that still wait.
    on_record: (record: string[], { lines }) => {
      parsedLine = lines;
      return record;
    },
  });
  // An error of either ends both, and is thrown below.
  pipeline(Readable.from(decode(bytes, encoding)), parser, () => undefined);
  try {
    for await (const { record, info } of parser) {
      const cells = record as string[];
      const line = info.lines - cells.reduce((sum, cell) => sum + lineBreaksIn(cell), 0);
      if (cells.length > importLimits.columns) throw new FileProblem("too_many_columns", line);
      if (cells.some((cell) => cell.trim() !== "")) yield { line, cells };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const isOpenQuote = error.code === "CSV_QUOTE_NOT_CLOSED";
    throw new FileProblem(isOpenQuote ? "open_quote" : "row_too_long", parsedLine + 1);
  } finally {
    // A caller that stops early stops reading the file too.
    parser.destroy();
  }
}

/** The text, without byte order marks (joined files have several) and with one kind of line end. */
export async function* decode(
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  encoding: ImportEncoding,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  let heldReturn = "";
  for await (const chunk of bytes) {
    const text = heldReturn + decoder.decode(chunk, { stream: true });
    // The other half of a line end may be in the next chunk.
    heldReturn = text.endsWith("\r") ? "\r" : "";
    yield plain(heldReturn ? text.slice(0, -1) : text);
  }
  yield plain(heldReturn + decoder.decode());
}

function plain(text: string): string {
  if (text.includes("\0")) throw new FileProblem("nul_bytes");
  return text.replace(/\r\n?/g, "\n").replaceAll("\uFEFF", "");
}

function lineBreaksIn(cell: string): number {
  let count = 0;
  for (let at = cell.indexOf("\n"); at >= 0; at = cell.indexOf("\n", at + 1)) count += 1;
  return count;
}
