// A moment that is also a row's version: who saves names the one that was read, and a newer one refuses.
import { type AnyColumn, eq, type SQL, sql } from "drizzle-orm";

/** The row still has the version that was read; undefined, and so no condition, when none is named. */
export function isVersion(column: AnyColumn, read: string | undefined): SQL | undefined {
  return read === undefined ? undefined : eq(column, new Date(read));
}

/** Later than the version before, also when the clock stands still or runs behind another machine's. */
export function nextVersion(column: AnyColumn, now: Date): SQL {
  return sql`greatest(${now.toISOString()}::timestamptz, ${column} + interval '1 millisecond')`;
}
