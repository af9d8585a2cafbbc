// A bounded scan finds matches among the first leads of an order by scanning its index, and stops
// when it has enough of them.
import { type SQL, sql } from "drizzle-orm";
import { maxLeadPageSize } from "#contract/leads.ts";
import type { Database } from "#server/db/database.ts";

/** The scan stops at this many matches, because a larger count isn't useful. */
const maxMatches = 2 * maxLeadPageSize;

export type Scan = {
  /** A query for the first leads of the order. */
  walk: (count: number) => SQL;
  scanLimit: number;
  /** The number of leads to scan, from a rollup; 0 if there is no rollup. */
  rollupCount: SQL;
  /** The condition on a row of `first`. */
  isMatch: SQL;
  /** The columns that are returned for each row of `first`. */
  columns: SQL;
  /**
   * With fewer than `minMatches` matches among the first `scanned` leads, an index search is
   * faster. Null skips this check.
   */
  sample: { scanned: number; minMatches: number } | null;
};

/**
 * Returns CTEs for another query. `found` has the matches. `counted` has one row, with `total` and
 * `is_total_exact`: the exact number if the scan covers everything, otherwise a lower bound.
 */
export function boundedScan(
  db: Database,
  { walk, scanLimit, rollupCount, isMatch, columns, sample }: Scan,
) {
  const limit = sql.raw(String(scanLimit));
  // A wrong rollup could only make the scan longer; it never misses a lead.
  const isWhole = sql`case when ${rollupCount} > ${limit} then false
    else (select count(*) from (${walk(scanLimit)}) as first) < ${limit} end`;
  const matches = (count: number, from: number) => sql`select ${columns}
    from (select * from (${walk(count)}) as walked offset ${sql.raw(String(from))}) as first
    where ${isMatch}`;
  // No `order by`, so that PostgreSQL stops the scan as early as possible.
  const found = sample
    ? sql`select * from near union all (${matches(scanLimit, sample.scanned)} and (
        (select is_whole from scan) or (select count(*) from near) >= ${sql.raw(String(sample.minMatches))}))`
    : matches(scanLimit, 0);
  return [
    db.$with("scan", {}).as(sql`select ${isWhole} as is_whole`),
    ...(sample ? [db.$with("near", {}).as(matches(sample.scanned, 0))] : []),
    db.$with("found", {}).as(sql`${found} limit
      case when (select is_whole from scan) then null else ${sql.raw(String(maxMatches))} end`),
    db.$with("counted", {}).as(sql`select count(*)::int as total,
      (select is_whole from scan) as is_total_exact from found`),
  ];
}
