// A CSV file, streamed while it is generated.
import { byteOrderMark, csvLine } from "./csv.ts";

/**
 * The heads, and then the rows that `next` gives, until it gives none. It is called when the reader
 * has consumed the previous lines, so a slow reader blocks nothing here.
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

/** A batch is a few milliseconds of work, after which other requests run. */
const rowsAtOnce = 50;

/** The heads, and then the rows of these, in their order. What is gone meanwhile has no row. */
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
