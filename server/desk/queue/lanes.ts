// The order in which to call leads, and the agency's contact requests. Each part of the order scans
// its own index from the cursor on (keyset pagination). Values that change between requests are
// placeholders, so that each statement is planned only once.
import { and, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { LeadSort } from "#contract/queue.ts";
import type { ClockStarts } from "#contract/timeliness.ts";
import { genericPlaceholder } from "#server/db/prepared.ts";

/** A row's position in its order: its part, its due time in that part, and its id. */
export type Place = { part: number; dueAt: Date; id: string };

/** A set of rows that a single index returns in order. */
export type Lane = {
  /** The parts of an order follow one another. Lanes in the same part are merged by due time. */
  part: number;
  isListed: SQL;
  moment: PgColumn;
  direction: "asc" | "desc";
  /**
   * How long after the lane's timestamp a row is due. Without it, a row is due at the timestamp.
   */
  dueAfter?: SQL;
};

/** The table and conditions for rows that are waiting for a call. */
export type QueueRows = {
  table: PgTable;
  id: PgColumn;
  /**
   * The condition for the practice's rows; undefined if all rows of the table have the same owner.
   */
  isOwn: SQL | undefined;
  /**
   * The row is waiting for a call, with or without a clock. It may be called and has no callback.
   */
  isNew: SQL;
  /** The row has a callback that is due. */
  isDue: SQL;
  isInQueue: SQL;
  startedAt: PgColumn;
  /** When the running clock started; null if no clock is running. */
  uncalledSince: PgColumn;
  callBackAt: PgColumn;
  touchedAt: PgColumn;
  /** Lanes that come after all others, such as do-not-call leads. */
  last: Lane[];
};

/**
 * Returns the placeholder values for a query: its time, and the position that it continues from.
 */
export function walkMoments({ asOf, starts, after }: WalkedAt) {
  return {
    asOf,
    clockAsOf: starts.asOf,
    goalStart: starts.goal,
    onTimeStart: starts.onTime,
    lateStart: starts.late,
    afterDueAt: after?.dueAt ?? null,
    afterId: after?.id ?? null,
  };
}

export type WalkedAt = { asOf: Date; starts: ClockStarts; after: Place | null };

const given = sql.placeholder;
export const asOf = genericPlaceholder("asOf", "timestamptz");
/**
 * The time up to which clocks are measured: now or, if business hours count and the practice is
 * closed, the last closing time.
 */
const clockAsOf = genericPlaceholder("clockAsOf", "timestamptz");
/** The times of `ClockStarts`. A clock that started after one of them hasn't run that long. */
const starts = {
  goal: genericPlaceholder("goalStart", "timestamptz"),
  onTime: genericPlaceholder("onTimeStart", "timestamptz"),
  late: genericPlaceholder("lateStart", "timestamptz"),
};

type Limit = keyof typeof starts;

/**
 * Returns the lane of uncalled rows between two limits, starting with the least time left to
 * `until`.
 */
function uncalledBetween(
  { isNew, uncalledSince: since }: QueueRows,
  part: number,
  waited: { from?: Limit; until: Limit },
): Lane {
  const startedAfter = sql`${since} > ${starts[waited.until]}`;
  const startedBefore = waited.from && sql`${since} <= ${starts[waited.from]}`;
  return {
    part,
    isListed: startedBefore
      ? sql`${isNew} and ${startedAfter} and ${startedBefore}`
      : sql`${isNew} and ${startedAfter}`,
    moment: since,
    direction: "asc",
    dueAfter: sql`(${clockAsOf} - ${starts[waited.until]})`,
  };
}

/** Returns the lanes for rows that aren't within a time limit anymore. */
function afterTheClock(rows: QueueRows): Lane[] {
  const { isNew, isDue, uncalledSince: since } = rows;
  return [
    // Late leads, newest first.
    {
      part: 3,
      isListed: sql`${isNew} and ${since} <= ${starts.late}`,
      moment: since,
      direction: "desc",
    },
    // Due callbacks, the longest overdue first.
    { part: 4, isListed: isDue, moment: rows.callBackAt, direction: "asc" },
    // Rows without a clock, because a call wasn't successful or they were added by hand. The
    // longest untouched come first.
    {
      part: 5,
      isListed: sql`${isNew} and ${since} is null`,
      moment: rows.touchedAt,
      direction: "asc",
    },
    ...rows.last,
  ];
}

/** Returns the lanes of each sort order. */
export function ordersOf(rows: QueueRows): Record<LeadSort, Lane[]> {
  const whole = { part: 1, isListed: rows.isInQueue, moment: rows.startedAt };
  return {
    newest: [{ ...whole, direction: "desc" }],
    oldest: [{ ...whole, direction: "asc" }],
    next: [
      // First, by the time left to five minutes (the goal) or to ten minutes. Then, by the time
      // left to sixty minutes.
      uncalledBetween(rows, 1, { until: "goal" }),
      uncalledBetween(rows, 1, { from: "goal", until: "onTime" }),
      uncalledBetween(rows, 2, { from: "onTime", until: "late" }),
      ...afterTheClock(rows),
    ],
    deadline: [
      // By the time left to ten or to sixty minutes.
      uncalledBetween(rows, 1, { until: "onTime" }),
      uncalledBetween(rows, 1, { from: "onTime", until: "late" }),
      ...afterTheClock(rows),
    ],
  };
}

/**
 * Sorts the rows of several lanes. A lane in ascending order fills the `up_` columns, and any other
 * lane the `down_` columns. Ids come last, in the direction in which the index is scanned.
 */
export const inWalkOrder = sql`part, up_due_at, down_due_at desc, up_id, down_id desc`;

/**
 * Returns a query for the first rows of these lanes, with their positions. PostgreSQL reads one
 * part after another and stops at the limit, both in the whole query and in each lane. The cost
 * depends on the limit, not on the length of the queue.
 */
export function walkLanes(
  rows: QueueRows,
  lanes: Lane[],
  options: {
    /** Continues after the given position in this part. With 0, starts at the beginning. */
    afterPart: number;
    limit: number;
    /** Additional columns, each preceded by a comma. */
    more?: SQL;
  },
): SQL {
  const { afterPart, more = sql`` } = options;
  const parts = [...new Set(lanes.map(({ part }) => part))].filter((part) => part >= afterPart);
  // The limit is a literal instead of a placeholder, because the plan depends on it.
  const limit = sql.raw(String(options.limit));
  const partsInOrder = parts.map((part) => {
    const firsts = lanes
      .filter((lane) => lane.part === part)
      .map((lane) => firstOf(rows, lane, limit, part === afterPart, more));
    const [only, ...others] = firsts;
    // A single lane is already sorted.
    if (only && others.length === 0) return only;
    return sql`(select * from (${sql.join(firsts, sql` union all `)}) as lanes
      order by ${inWalkOrder} limit ${limit})`;
  });
  const [only, ...others] = partsInOrder;
  if (only && others.length === 0) return only;
  return sql`select * from (${sql.join(partsInOrder, sql` union all `)}) as parts limit ${limit}`;
}

function firstOf(rows: QueueRows, lane: Lane, limit: SQL, isAfterPlace: boolean, more: SQL): SQL {
  const { id } = rows;
  const isUp = lane.direction === "asc";
  const direction = sql.raw(lane.direction);
  const dueAt = lane.dueAfter ? sql`${lane.moment} + ${lane.dueAfter}` : sql`${lane.moment}`;
  const after = sql`${given("afterDueAt")}::timestamptz`;
  const nothing = { at: sql`null::timestamptz`, id: sql`null::uuid` };
  const isAfter = sql`(${lane.moment}, ${id}) ${sql.raw(isUp ? ">" : "<")} (
    ${lane.dueAfter ? sql`${after} - ${lane.dueAfter}` : after},
    ${given("afterId")}::uuid)`;
  const meant = and(rows.isOwn, lane.isListed, isAfterPlace ? isAfter : undefined);
  return sql`(
    select ${id} as id, ${sql.raw(String(lane.part))} as part,
      ${isUp ? dueAt : nothing.at} as up_due_at, ${isUp ? nothing.at : dueAt} as down_due_at,
      ${isUp ? id : nothing.id} as up_id, ${isUp ? nothing.id : id} as down_id
      ${more}
    from ${rows.table} where ${meant}
    order by ${lane.moment} ${direction}, ${id} ${direction}
    limit ${limit}
  )`;
}
