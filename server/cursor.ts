// Where a page of a list ended, as the next request says it back: opaque to whoever keeps it.
import { z } from "zod";
import { AppError } from "./errors.ts";

/**
 * A moment, before 1970 too: forms once said so. Outside the years 1000 to 9999 it would be written in
 * a way that the database does not read.
 */
export const milliseconds = z
  .int()
  .min(Date.UTC(1000, 0))
  .max(Date.UTC(10_000, 0) - 1);

export function writeCursor(values: readonly unknown[]): string {
  return Buffer.from(JSON.stringify(values)).toString("base64url");
}

/** Throws `invalid` on anything that this schema's list did not write. */
export function readCursor<Schema extends z.ZodType>(text: string, schema: Schema) {
  try {
    return schema.parse(JSON.parse(Buffer.from(text, "base64url").toString("utf8")));
  } catch {
    throw strangeCursor();
  }
}

/** For a cursor that is well made, but for another list. */
export function strangeCursor(): AppError {
  return new AppError("invalid", { fields: { cursor: "invalid" } });
}
