// Reads and writes pagination cursors, which are opaque to clients.
import { z } from "zod";
import { AppError } from "#server/errors.ts";

/**
 * A timestamp in milliseconds, which may be before 1970, because forms once sent such times.
 * PostgreSQL couldn't read the format of years outside 1000 to 9999.
 */
export const milliseconds = z
  .int()
  .min(Date.UTC(1000, 0))
  .max(Date.UTC(10_000, 0) - 1);

export function writeCursor(values: readonly unknown[]): string {
  return Buffer.from(JSON.stringify(values)).toString("base64url");
}

/** Parses a cursor. Throws `invalid` for anything that isn't a cursor of this schema's list. */
export function readCursor<Schema extends z.ZodType>(text: string, schema: Schema) {
  try {
    return schema.parse(JSON.parse(Buffer.from(text, "base64url").toString("utf8")));
  } catch {
    throw foreignCursor();
  }
}

/** Returns the error for a valid cursor that belongs to another list. */
export function foreignCursor(): AppError {
  return new AppError("invalid", { fields: { cursor: "invalid" } });
}
