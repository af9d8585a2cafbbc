// The sort orders of the queue. Each scans its own index from the cursor on (keyset pagination).
// Values that change between requests are placeholders, so that each statement is planned once.
import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { LeadSort, QueueState } from "#contract/queue.ts";
import type { ClockStarts } from "#contract/timeliness.ts";
import { dayOf } from "#server/clock/period.ts";
import { genericPlaceholder } from "#server/db/prepared.ts";
import { leads } from "#server/db/schema.ts";

/** The position of a lead in its order: the part, its due time in that part, and its id. */
export type Place = { part: number; dueAt: Date; id: string };

/** Leads that one index holds in order. */
type Lane = {
  /** The parts of an order follow each other; lanes of the same part are merged by due time. */
  part: number;
  isListed: SQL;
  moment: PgColumn;
  direction: "asc" | "desc";
  /** The due time is this long after the lane's timestamp; none: it is the timestamp. */
  dueAfter?: SQL;
};

type Walked = { clientId: string; asOf: Date; starts: ClockStarts; after: Place | null };

/** The placeholder values of a walk, and of `inQueue`. */
export function walkValues({ clientId, asOf, starts, after }: Walked) {
  const today = dayOf(asOf);
  return {
    clientId,
    asOf,
    clockAsOf: starts.asOf,
    goalStart: starts.goal,
    onTimeStart: starts.onTime,
    lateStart: starts.late,
    afterDueAt: after?.dueAt ?? null,
    afterId: after?.id ?? null,
    today,
    todayFrom: `${today}T00:00:00Z`,
  };
}

const given = sql.placeholder;
const asOf = genericPlaceholder("asOf", "timestamptz");
const clockAsOf = genericPlaceholder("clockAsOf", "timestamptz");
/** Clocks that started after it have not reached that limit. */
const starts = {
  goal: genericPlaceholder("goalStart", "timestamptz"),
  onTime: genericPlaceholder("onTimeStart", "timestamptz"),
  late: genericPlaceholder("lateStart", "timestamptz"),
};
const notDeleted = isNull(leads.deletedAt);
const isNew = sql`${notDeleted} and ${leads.state} = 'new' and ${leads.doNotCallSince} is null`;

/** New, or with a due callback. */
export const isInQueue = sql`${notDeleted} and ${leads.state} in ('new', 'callback')
  and (${leads.state} = 'new' or ${leads.callBackAt} <= ${asOf})`;

const since = leads.uncalledSince;

type Limit = keyof typeof starts;

/** Uncalled leads between two limits: least time left to `until` first. */
function uncalledBetween(part: number, waited: { from?: Limit; until: Limit }): Lane {
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

/** What follows the leads on the clock. */
const afterTheClock: Lane[] = [
  // Late: newest first.
  {
    part: 3,
    isListed: sql`${isNew} and ${since} <= ${starts.late}`,
    moment: since,
    direction: "desc",
  },
  // Due callbacks: longest overdue first.
  {
    part: 4,
    isListed: sql`${notDeleted} and ${leads.state} = 'callback' and ${leads.callBackAt} <= ${asOf}
      and ${leads.doNotCallSince} is null`,
    moment: leads.callBackAt,
    direction: "asc",
  },
  // Without a clock: called without success, or added by hand. Longest untouched first.
  {
    part: 5,
    isListed: sql`${isNew} and ${since} is null`,
    moment: leads.touchedAt,
    direction: "asc",
  },
  // Not to be called, whatever else they are: the newest request first.
  {
    part: 6,
    isListed: sql`${isInQueue} and ${leads.doNotCallSince} is not null`,
    moment: leads.doNotCallSince,
    direction: "desc",
  },
];

const orders: Record<LeadSort, Lane[]> = {
  newest: [
    {
      part: 1,
      isListed: isInQueue,
      moment: leads.startedAt,
      direction: "desc",
    },
  ],
  oldest: [{ part: 1, isListed: isInQueue, moment: leads.startedAt, direction: "asc" }],
  next: [
    // On the clock: least time left to the goal or to ten minutes first, then to sixty.
    uncalledBetween(1, { until: "goal" }),
    uncalledBetween(1, { from: "goal", until: "onTime" }),
    uncalledBetween(2, { from: "onTime", until: "late" }),
    ...afterTheClock,
  ],
  deadline: [
    // On the clock: least time left to ten or to sixty minutes first.
    uncalledBetween(1, { until: "onTime" }),
    uncalledBetween(1, { from: "onTime", until: "late" }),
    ...afterTheClock,
  ],
};

/** The parts that contain the leads of a state, in the orders that don't mix them. */
const partsOfState: Record<QueueState, number[]> = { uncalled: [1, 2, 3], due: [4], called: [5] };

/** The parts of an order that can contain leads of this state. */
export function partsOf(sort: LeadSort, state: QueueState | undefined): number[] {
  const parts = [...new Set(orders[sort].map((lane) => lane.part))];
  const isMixed = parts.length === 1;
  return parts.filter((part) => !state || isMixed || partsOfState[state].includes(part));
}

/** The order of a walk. Ids last, in the direction of the index scan. */
export const inWalkOrder = sql`part, up_due_at, down_due_at desc, up_id, down_id desc`;

/**
 * A query for the first leads of an order, with their positions. PostgreSQL reads one part after
 * the other, in this order, and stops when the limit is reached; each lane stops there too. So the
 * cost depends on the limit, not on the length of the queue.
 */
export function walk(options: {
  sort: LeadSort;
  /** Starts after the given position, which is in this part; 0: at the beginning. */
  afterPart: number;
  limit: number;
  /** Only the parts that can contain this state; the caller also filters each lead's state. */
  state?: QueueState;
  /** Includes the search text. */
  isWithText?: boolean;
  /** Includes the filter columns. */
  isWithFilters?: boolean;
}): SQL {
  const { afterPart } = options;
  const parts = partsOf(options.sort, options.state).filter((part) => part >= afterPart);
  const more = sql`${options.isWithText ? sql`, ${leads.search} as search` : sql``}
    ${options.isWithFilters ? filterColumns : sql``}`;
  // A literal, not a placeholder: the plan depends on the limit.
  const limit = sql.raw(String(options.limit));
  const partsInOrder = parts.map((part) => {
    const lanes = orders[options.sort].filter((lane) => lane.part === part);
    const firsts = lanes.map((lane) => firstOf(lane, limit, part === afterPart, more));
    const [only, ...others] = firsts;
    // A single lane is sorted already.
    if (only && others.length === 0) return only;
    return sql`(select * from (${sql.join(firsts, sql` union all `)}) as lanes
      order by ${inWalkOrder} limit ${limit})`;
  });
  const [only, ...others] = partsInOrder;
  if (only && others.length === 0) return only;
  return sql`select * from (${sql.join(partsInOrder, sql` union all `)}) as parts limit ${limit}`;
}

const filterColumns = sql`, ${leads.campaignId} as campaign_id, ${leads.sourceId} as source_id,
  ${leads.askedAgainAt} as asked_again_at, ${leads.state} as state,
  ${leads.uncalledSince} as uncalled_since, ${leads.doNotCallSince} as do_not_call_since`;

function firstOf(lane: Lane, limit: SQL, isAfterPlace: boolean, more: SQL): SQL {
  const isUp = lane.direction === "asc";
  const direction = sql.raw(lane.direction);
  const dueAt = lane.dueAfter ? sql`${lane.moment} + ${lane.dueAfter}` : sql`${lane.moment}`;
  const after = sql`${given("afterDueAt")}::timestamptz`;
  const nothing = { at: sql`null::timestamptz`, id: sql`null::uuid` };
  const isAfter = sql`(${lane.moment}, ${leads.id}) ${sql.raw(isUp ? ">" : "<")} (
    ${lane.dueAfter ? sql`${after} - ${lane.dueAfter}` : after},
    ${given("afterId")}::uuid)`;
  const meant = and(
    eq(leads.clientId, given("clientId")),
    lane.isListed,
    isAfterPlace ? isAfter : undefined,
  );
  return sql`(
    select ${leads.id} as id, ${sql.raw(String(lane.part))} as part,
      ${isUp ? dueAt : nothing.at} as up_due_at, ${isUp ? nothing.at : dueAt} as down_due_at,
      ${isUp ? leads.id : nothing.id} as up_id, ${isUp ? nothing.id : leads.id} as down_id
      ${more}
    from ${leads} where ${meant}
    order by ${lane.moment} ${direction}, ${leads.id} ${direction}
    limit ${limit}
  )`;
}
