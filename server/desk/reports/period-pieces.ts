// Computes a period's counts as a sum: whole months and days from rollups, and the partial days at
// both ends from rows. All time has a single rollup per key.
import { type SQL, sql } from "drizzle-orm";
import type { FigureQuery } from "#contract/figures.ts";
import { lateAfterMinutes } from "#contract/timeliness.ts";
import { genericPlaceholder } from "#server/db/prepared.ts";
import { inquiries, leads } from "#server/db/schema.ts";
import { minutes } from "#server/desk/clock/time-limits.ts";
import { beginning, type Counter } from "./facts.ts";
import { factsFromRows } from "./facts-from-rows.ts";
import { cutIntoParts } from "./months.ts";

export type Extent = "all" | "period";

type Ends = Pick<FigureQuery, "from" | "to">;

export function extentOf({ from, to }: Ends): Extent {
  return from || to ? "period" : "all";
}

/** Returns the values of this file's placeholders. */
export function valuesOf(ends: Ends, now: Date) {
  const from = ends.from ? new Date(ends.from) : null;
  const to = ends.to ? new Date(ends.to) : null;
  const always = { now, from: from ?? "-infinity", to: to ?? "infinity" };
  if (extentOf(ends) === "all") return always;
  const { months, days, edges } = cutIntoParts({ from, to }, now);
  return {
    ...always,
    firstMonth: months.from,
    endMonth: months.to,
    firstDayBefore: days[0].from,
    endDayBefore: days[0].to,
    signBefore: days[0].sign,
    firstDayAfter: days[1].from,
    endDayAfter: days[1].to,
    signAfter: days[1].sign,
    beforeFrom: edges[0].from,
    beforeTo: edges[0].to,
    afterFrom: edges[1].from,
    afterTo: edges[1].to,
  };
}

/**
 * Which rollups to count and the rows that are equivalent to them, for a practice or for one
 * campaign.
 */
type Counts = {
  rollups: SQL;
  table: "inquiries" | "leads";
  rows: SQL;
  /** The parts by which rows are counted; every part if omitted. */
  parts?: NonNullable<Parameters<typeof factsFromRows>[2]["parts"]>;
  /**
   * Only the counters that are displayed, because each additional sum runs over thousands of rows.
   */
  counters: readonly Counter[];
};

/** Returns the queries to add up. Each selects `part`, `key` and the counters. */
export function piecesOf(extent: Extent, { rollups, table, rows, ...wanted }: Counts): SQL[] {
  const read = (isInSpan: SQL, sign?: string) => {
    const times = sign ? sql` * ${genericPlaceholder(sign, "int")}` : sql``;
    const counts = wanted.counters.map((name) => sql`${sql.raw(name)}${times} as ${sql.raw(name)}`);
    return sql`select part, key, ${sql.join(counts, sql`, `)} from rollups
      where ${rollups} and ${isInSpan}`;
  };
  if (extent === "all") return [read(sql.raw(`span = 'all' and since = '${beginning}'`))];
  const startedAt = startOf[table];
  return [
    read(isSince("month", "firstMonth", "endMonth")),
    read(isSince("day", "firstDayBefore", "endDayBefore"), "signBefore"),
    read(isSince("day", "firstDayAfter", "endDayAfter"), "signAfter"),
    factsFromRows(
      table,
      sql`${rows} and (${isBetween(startedAt, "beforeFrom", "beforeTo")}
        or ${isBetween(startedAt, "afterFrom", "afterTo")})`,
      wanted,
    ),
  ];
}

function isSince(span: "month" | "day", from: string, to: string): SQL {
  return sql`span = ${sql.raw(`'${span}'`)} and since >= ${genericPlaceholder(from, "date")}
    and since < ${genericPlaceholder(to, "date")}`;
}

const startOf = { inquiries: inquiries.clockStartedAt, leads: leads.startedAt };

const moment = (name: string) => genericPlaceholder(name, "timestamptz");

function isBetween(column: (typeof startOf)[keyof typeof startOf], from: string, to: string): SQL {
  return sql`${column} >= ${moment(from)} and ${column} < ${moment(to)}`;
}

/** The condition for inquiries whose clock started in the period. */
export const isStartedInPeriod = isBetween(inquiries.clockStartedAt, "from", "to");

/**
 * Returns the condition for clocks that are running and not late yet. Rollups and rows count them
 * in `asked`, but they aren't in a bucket, so they are subtracted. In each counting mode, the
 * condition repeats that of its index word for word.
 */
export function isOnTheClock(extent: Extent, reading: FigureQuery["reading"]): SQL {
  const isUncalled = sql`${inquiries.clockStartedAt} is not null and ${inquiries.firstCalledAt} is null`;
  const isInTime = {
    wall: sql`${inquiries.clockStartedAt} > ${moment("now")} - ${minutes(lateAfterMinutes)}`,
    // The upper bound is always true, but makes PostgreSQL expect few rows and use the index.
    open: sql`coalesce(${inquiries.openLateAt}, 'infinity') > ${moment("now")}
      and coalesce(${inquiries.openLateAt}, 'infinity') <= 'infinity'`,
  }[reading];
  const isInExtent = extent === "period" ? sql`and ${isStartedInPeriod}` : sql``;
  return sql`${isUncalled} and ${isInTime} ${isInExtent}`;
}
