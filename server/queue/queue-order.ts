// The sort orders of the queue. Each scans its own index from the cursor on (keyset pagination).
// Values that change between requests are placeholders, so that each statement is planned once.
import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { LeadSort, QueueState } from "#contract/queue.ts";
import { lateAfterMinutes, onTimeMinutes } from "#contract/timeliness.ts";
import { dayOf } from "#server/clock/period.ts";
import { minutes } from "#server/clock/time-limits.ts";
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
  /** The due time is this many minutes after the lane's timestamp. */
  dueAfterMinutes: number;
};

/** The placeholder values of a walk, and of `inQueue`. */
export function walkValues(clientId: string, asOf: Date, after: Place | null) {
  const today = dayOf(asOf);
  return {
    clientId,
    asOf,
    afterDueAt: after?.dueAt ?? null,
    afterId: after?.id ?? null,
    today,
    todayFrom: `${today}T00:00:00Z`,
  };
}

const given = sql.placeholder;
const asOf = genericPlaceholder("asOf", "timestamptz");
const notDeleted = isNull(leads.deletedAt);
const isNew = sql`${notDeleted} and ${leads.state} = 'new'`;

/** New, or with a due callback. */
export const isInQueue = sql`${notDeleted} and ${leads.state} in ('new', 'callback')
  and (${leads.state} = 'new' or ${leads.callBackAt} <= ${asOf})`;

const since = leads.uncalledSince;
const onTimeSince = sql`${asOf} - ${minutes(onTimeMinutes)}`;
const lateSince = sql`${asOf} - ${minutes(lateAfterMinutes)}`;

const orders: Record<LeadSort, Lane[]> = {
  newest: [
    {
      part: 1,
      isListed: isInQueue,
      moment: leads.startedAt,
      direction: "desc",
      dueAfterMinutes: 0,
    },
  ],
  oldest: [
    { part: 1, isListed: isInQueue, moment: leads.startedAt, direction: "asc", dueAfterMinutes: 0 },
  ],
  next: [
    // On the clock: least time left to the next limit (10 or 60 minutes) first.
    {
      part: 1,
      isListed: sql`${isNew} and ${since} > ${onTimeSince}`,
      moment: since,
      direction: "asc",
      dueAfterMinutes: onTimeMinutes,
    },
    {
      part: 1,
      isListed: sql`${isNew} and ${since} > ${lateSince} and ${since} <= ${onTimeSince}`,
      moment: since,
      direction: "asc",
      dueAfterMinutes: lateAfterMinutes,
    },
    // Late: newest first.
    {
      part: 2,
      isListed: sql`${isNew} and ${since} <= ${lateSince}`,
      moment: since,
      direction: "desc",
      dueAfterMinutes: 0,
    },
    // Due callbacks: longest overdue first.
    {
      part: 3,
      isListed: sql`${notDeleted} and ${leads.state} = 'callback' and ${leads.callBackAt} <= ${asOf}`,
      moment: leads.callBackAt,
      direction: "asc",
      dueAfterMinutes: 0,
    },
    // Without a clock: called without success, or added by hand. Longest untouched first.
    {
      part: 4,
      isListed: sql`${isNew} and ${since} is null`,
      moment: leads.touchedAt,
      direction: "asc",
      dueAfterMinutes: 0,
    },
  ],
};

/** The parts of the order `next` that contain the leads of a state; the other orders mix them. */
const partsOfState: Record<QueueState, number[]> = { uncalled: [1, 2], due: [3], called: [4] };

/** The parts of an order that can contain leads of this state. */
export function partsOf(sort: LeadSort, state: QueueState | undefined): number[] {
  if (sort === "next" && state) return partsOfState[state];
  return [...new Set(orders[sort].map((lane) => lane.part))];
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
  ${leads.uncalledSince} as uncalled_since`;

function firstOf(lane: Lane, limit: SQL, isAfterPlace: boolean, more: SQL): SQL {
  const isUp = lane.direction === "asc";
  const direction = sql.raw(lane.direction);
  const dueAt = sql`${lane.moment} + ${minutes(lane.dueAfterMinutes)}`;
  const nothing = { at: sql`null::timestamptz`, id: sql`null::uuid` };
  const isAfter = sql`(${lane.moment}, ${leads.id}) ${sql.raw(isUp ? ">" : "<")} (
    ${given("afterDueAt")}::timestamptz - ${minutes(lane.dueAfterMinutes)},
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
