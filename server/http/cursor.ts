// Pagination cursors: opaque to clients.
import { z } from "zod";
import { AppError } from "#server/errors.ts";

/**
 * A timestamp, including before 1970, which forms once sent. Outside the years 1000 to 9999 it
 * would have a format that PostgreSQL does not read.
 */
export const milliseconds = z
  .int()
  .min(Date.UTC(1000, 0))
  .max(Date.UTC(10_000, 0) - 1);

export function writeCursor(values: readonly unknown[]): string {
  return Buffer.from(JSON.stringify(values)).toString("base64url");
}

/** Throws `invalid` for anything but a cursor of this schema's list. */
export function readCursor<Schema extends z.ZodType>(text: string, schema: Schema) {
  try {
    return schema.parse(JSON.parse(Buffer.from(text, "base64url").toString("utf8")));
  } catch {
    throw foreignCursor();
  }
}

/** Returns the error for a valid cursor of another list. */
export function foreignCursor(): AppError {
  return new AppError("invalid", { fields: { cursor: "invalid" } });
}
