// A bounded scan searches the first leads of a sort order by scanning its index, and stops as soon
// as it has enough matches.
import { type SQL, sql } from "drizzle-orm";
import { maxLeadPageSize } from "#contract/leads.ts";
import type { Database } from "#server/db/database.ts";

/** The scan stops at this many matches, because a larger count isn't useful. */
const maxMatches = 2 * maxLeadPageSize;

export type Scan = {
  /** A query for the first leads of the order. */
  walk: (count: number) => SQL;
  scanLimit: number;
  /** The number of rows in the order, from a rollup; 0 if no rollup counts them. */
  rollupCount: SQL;
  /** The condition for a match, on a row of `first`. */
  isMatch: SQL;
  /** The columns to return for each match, from a row of `first`. */
  columns: SQL;
  /**
   * If fewer than `minMatches` of the first `scanned` leads match, the scan stops, because an index
   * search is faster. Null skips this check.
   */
  sample: { scanned: number; minMatches: number } | null;
};

/**
 * Returns CTEs for another query. `found` has the matches. `counted` has one row with `total` and
 * `is_total_exact`: the total is exact if the scan covers everything, otherwise a lower bound.
 */
export function boundedScan(
  db: Database,
  { walk, scanLimit, rollupCount, isMatch, columns, sample }: Scan,
) {
  const limit = sql.raw(String(scanLimit));
  // Counts the rows unless the rollup says that there are more than the limit. If the rollup is
  // wrong, the scan may take longer, but doesn't miss a lead.
  const isWhole = sql`case when ${rollupCount} > ${limit} then false
    else (select count(*) from (${walk(scanLimit)}) as first) < ${limit} end`;
  const matches = (count: number, from: number) => sql`select ${columns}
    from (select * from (${walk(count)}) as walked offset ${sql.raw(String(from))}) as first
    where ${isMatch}`;
  // There is no `order by`, so PostgreSQL can stop the scan as soon as it has enough matches.
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
