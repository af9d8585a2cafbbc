// Optimistic locking: a timestamp serves as a row's version. A request to save sends the version
// that was read, and fails if there is a newer one.
import { type AnyColumn, eq, type SQL, sql } from "drizzle-orm";

/**
 * Returns a condition that the row still has the version that was read. Returns undefined, which is
 * no condition, if no version is given.
 */
export function isVersion(column: AnyColumn, read: string | undefined): SQL | undefined {
  return read === undefined ? undefined : eq(column, new Date(read));
}

/**
 * Returns a version that is later than the previous one, even if the clock stands still or is
 * behind another machine's clock.
 */
export function nextVersion(column: AnyColumn, now: Date): SQL {
  // The calculation is in UTC, so that adding a millisecond doesn't depend on the connection's time
  // zone. A cluster (distribution.ts) rejects updates that depend on it.
  return sql`greatest(${now.toISOString()}::timestamptz,
    (${column} at time zone 'UTC' + interval '1 millisecond') at time zone 'UTC')`;
}
