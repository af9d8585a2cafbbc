// Who is meant among the first leads of an order: met by walking along its index, no further than
// it takes to meet enough of them.
import { type SQL, sql } from "drizzle-orm";
import { largestLeadPage } from "#contract/leads.ts";
import type { Database } from "#server/db/database.ts";

/** How many more than these are meant nobody acts on: a walk stops there. */
const enough = 2 * largestLeadPage;

export type Way = {
  /** The first so many leads of the order. */
  walk: (count: number) => SQL;
  walked: number;
  /** How many there are to walk along, as far as that is kept; 0: it is not. */
  kept: SQL;
  /** Of a row of `first`. */
  isMeant: SQL;
  /** What is wanted of a row of `first`. */
  columns: SQL;
  /** Fewer than `met` of the first `walked` say that an index finds them sooner; null: there is none. */
  glance: { walked: number; met: number } | null;
};

/**
 * Queries to stand before another one. `found` has who is meant; `counted` one row, `total` and
 * `is_total_exact`: all that are meant, where the walk is all there is; else at least so many.
 */
export function metOnTheWay(db: Database, { walk, walked, kept, isMeant, columns, glance }: Way) {
  const most = sql.raw(String(walked));
  // What is kept can only send it to look at more: were it wrong, nobody would be missed.
  const isWhole = sql`case when ${kept} > ${most} then false
    else (select count(*) from (${walk(walked)}) as first) < ${most} end`;
  const met = (count: number, from: number) => sql`select ${columns}
    from (select * from (${walk(count)}) as walked offset ${sql.raw(String(from))}) as first
    where ${isMeant}`;
  // Without an order of its own, so that PostgreSQL walks no further than it has to.
  const found = glance
    ? sql`select * from near union all (${met(walked, glance.walked)} and (
        (select is_whole from way) or (select count(*) from near) >= ${sql.raw(String(glance.met))}))`
    : met(walked, 0);
  return [
    db.$with("way", {}).as(sql`select ${isWhole} as is_whole`),
    ...(glance ? [db.$with("near", {}).as(met(glance.walked, 0))] : []),
    db.$with("found", {}).as(sql`${found} limit
      case when (select is_whole from way) then null else ${sql.raw(String(enough))} end`),
    db.$with("counted", {}).as(sql`select count(*)::int as total,
      (select is_whole from way) as is_total_exact from found`),
  ];
}
