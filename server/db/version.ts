// Optimistic locking: a timestamp serves as a row's version. Saving sends the version that was read
// and fails if there is a newer one.
import { type AnyColumn, eq, type SQL, sql } from "drizzle-orm";

/**
 * Returns a condition that the row still has the version that was read, or undefined (no condition)
 * if none is given.
 */
export function isVersion(column: AnyColumn, read: string | undefined): SQL | undefined {
  return read === undefined ? undefined : eq(column, new Date(read));
}

/**
 * Returns a version later than the previous one, even if the clock stands still or is behind
 * another machine's clock.
 */
export function nextVersion(column: AnyColumn, now: Date): SQL {
  // In UTC, where adding a millisecond doesn't depend on the connection's time zone. A cluster
  // (distribution.ts) rejects updates that do.
  return sql`greatest(${now.toISOString()}::timestamptz,
    (${column} at time zone 'UTC' + interval '1 millisecond') at time zone 'UTC')`;
}
