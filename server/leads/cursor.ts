// Where a page of a list ended, as the next request says it back: opaque to whoever keeps it.
import { z } from "zod";
import { AppError } from "#server/errors.ts";

/** A moment. Later than the year 9999 it would be written in a way that the database does not read. */
export const milliseconds = z.int().min(0).max(253_402_300_799_999);

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
