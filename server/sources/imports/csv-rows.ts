// Reads a file's rows as its bytes arrive, in constant memory.
import { setImmediate as nextTurn } from "node:timers/promises";
import type { ImportDelimiter, ImportEncoding } from "#contract/imports.ts";
import { FileProblem } from "./file-format.ts";
import { type CsvRow, makeRowSplitter } from "./split-rows.ts";

/**
 * A slice is split in one go (under a millisecond), and its rows are held in memory: 4,096 at most.
 */
export const sliceBytes = 4096;

export type FileFormat = {
  encoding: ImportEncoding;
  delimiter: ImportDelimiter;
  /** Includes the header and blank rows, which take time too. */
  maxRows?: number;
  /** Whether the bytes end before the file does, which makes the last row incomplete. */
  isCut?: () => boolean;
};

/**
 * Yields the non-blank rows, the header first. As lenient as spreadsheets: rows of any length,
 * quotes in the middle of a cell, mixed line endings. Throws `FileProblem`.
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

/** Splits large chunks into slices. Other requests run between them. */
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
 * Returns the text, without byte order marks (joined files have several) and with uniform line
 * endings.
 */
export async function* decode(
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  encoding: ImportEncoding,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  let held = "";
  for await (const chunk of bytes) {
    const text = held + decoder.decode(chunk, { stream: true });
    // The rest of a line ending or a mark may be in the next chunk.
    held = /(\r|ï»?)$/.exec(text)?.[0] ?? "";
    yield plain(text.slice(0, text.length - held.length));
  }
  yield plain(held + decoder.decode());
}

/** UTF-8's byte order mark, and the same bytes read as Windows-1252. */
const marks = /\ufeff|ï»¿/g;

function plain(text: string): string {
  if (text.includes("\0")) throw new FileProblem("nul_bytes");
  return text.replace(/\r\n?/g, "\n").replace(marks, "");
}
