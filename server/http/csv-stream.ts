// Streams a CSV file while it's generated.
import { byteOrderMark, csvLine } from "./csv.ts";

/**
 * Streams the header, then the rows from `next` until it returns none. `next` is called once the
 * reader has consumed the previous lines, so a slow reader doesn't block anything.
 */
export function streamCsv(
  heads: string[],
  next: () => Promise<string[][]>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(encoder.encode(byteOrderMark + csvLine(heads)));
    },
    async pull(controller) {
      const rows = await next();
      if (rows.length === 0) controller.close();
      else controller.enqueue(encoder.encode(rows.map(csvLine).join("")));
    },
  });
}

/**
 * The number of rows in a batch, which takes a few milliseconds. Other requests can run after each
 * batch.
 */
const rowsAtOnce = 50;

/**
 * Streams the header, and then a row for each item, in order. Items that were deleted since the
 * request are left out.
 */
export function streamCsvOf<One>(
  heads: string[],
  all: One[],
  rowsOf: (part: One[]) => Promise<string[][]>,
): ReadableStream<Uint8Array> {
  const left = [...all];
  return streamCsv(heads, async () => {
    let rows: string[][] = [];
    while (rows.length === 0 && left.length > 0) rows = await rowsOf(left.splice(0, rowsAtOnce));
    return rows;
  });
}
