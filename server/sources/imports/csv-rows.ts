// Reads the rows of a file while its bytes arrive, in constant memory.
import { setImmediate as nextTurn } from "node:timers/promises";
import type { ImportDelimiter, ImportEncoding } from "#contract/imports.ts";
import { FileProblem } from "./file-format.ts";
import { type CsvRow, makeRowSplitter } from "./split-rows.ts";

/**
 * How many bytes are split without a pause, which takes less than a millisecond. The resulting rows
 * are held in memory: at most 4,096.
 */
export const sliceBytes = 4096;

export type FileFormat = {
  encoding: ImportEncoding;
  delimiter: ImportDelimiter;
  /** The header and blank rows count too, because they also take time. */
  maxRows?: number;
  /** Whether the bytes are only the beginning of the file, so that the last row is incomplete. */
  isCut?: () => boolean;
};

/**
 * Yields the rows that aren't blank, starting with the header. Is as lenient as spreadsheets:
 * allows rows of any length, quotes in the middle of a cell, and mixed line endings. Throws
 * `FileProblem`.
 */
export async function* readRows(
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  { encoding, delimiter, maxRows = Number.POSITIVE_INFINITY, isCut = () => false }: FileFormat,
): AsyncGenerator<CsvRow> {
  const splitter = makeRowSplitter(delimiter);
  let count = 0;
  function* counted(rows: CsvRow[]) {
    for (const row of rows) {
      count += 1;
      if (count > maxRows) throw new FileProblem("too_many_rows", row.line);
      if (row.cells.some((cell) => cell.trim() !== "")) yield row;
    }
  }
  for await (const text of decode(slicesOf(bytes), encoding)) yield* counted(splitter.push(text));
  if (!isCut()) yield* counted(splitter.end());
}

/** Splits large chunks into slices, and lets other requests run after each slice. */
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

/**
 * Decodes the bytes. The text has uniform line endings and no byte order marks, of which files that
 * were joined have several.
 */
export async function* decode(
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  encoding: ImportEncoding,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  let held = "";
  for await (const chunk of bytes) {
    const text = held + decoder.decode(chunk, { stream: true });
    // Held back, because the rest of a line ending or a mark may be in the next chunk.
    held = /(\r|ï»?)$/.exec(text)?.[0] ?? "";
    yield plain(text.slice(0, text.length - held.length));
  }
  yield plain(held + decoder.decode());
}

/** The byte order mark of UTF-8, and what its bytes look like in Windows-1252. */
const marks = /\ufeff|ï»¿/g;

function plain(text: string): string {
  if (text.includes("\0")) throw new FileProblem("nul_bytes");
  return text.replace(/\r\n?/g, "\n").replace(marks, "");
}
