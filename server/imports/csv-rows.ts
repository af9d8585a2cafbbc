// Reads a file's rows while its bytes arrive, in constant memory.
import { pipeline, Readable } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import { CsvError, type Parser, parse } from "csv-parse";
import { type ImportDelimiter, type ImportEncoding, importLimits } from "#contract/imports.ts";
import { FileProblem } from "./file-format.ts";

/** The parser reads a slice at once, and its rows wait in memory: 8,000 of them at most. */
const sliceBytes = 16 * 1024;

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
  const parser: Parser = parse({
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
      // It compares each row's length with the first one's, and makes an error that nobody reads,
      // which takes as long as twenty rows. So each row counts as the first one.
      Object.assign(parser.info, { records: 0 });
      return record;
    },
  });
  // An error of either ends both, and is thrown below.
  pipeline(Readable.from(decode(slicesOf(bytes), encoding)), parser, () => undefined);
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

/** Between the slices of a large piece, other requests run. */
async function* slicesOf(
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  for await (const piece of bytes) {
    for (let at = 0; at < piece.length; at += sliceBytes) {
      if (at > 0) await nextTurn();
      yield piece.subarray(at, at + sliceBytes);
    }
  }
}

/** The text, without byte order marks (joined files have several) and with one kind of line end. */
export async function* decode(
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  encoding: ImportEncoding,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  let held = "";
  for await (const chunk of bytes) {
    const text = held + decoder.decode(chunk, { stream: true });
    // The rest of a line end or of a mark may be in the next chunk.
    held = /(\r|ï»?)$/.exec(text)?.[0] ?? "";
    yield plain(text.slice(0, text.length - held.length));
  }
  yield plain(held + decoder.decode());
}

/** The mark of UTF-8, and how it reads in Windows-1252. */
const marks = /\ufeff|ï»¿/g;

function plain(text: string): string {
  if (text.includes("\0")) throw new FileProblem("nul_bytes");
  return text.replace(/\r\n?/g, "\n").replace(marks, "");
}

function lineBreaksIn(cell: string): number {
  let count = 0;
  for (let at = cell.indexOf("\n"); at >= 0; at = cell.indexOf("\n", at + 1)) count += 1;
  return count;
}
