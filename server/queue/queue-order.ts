// The orders of the queue, each walked along an index of its own from where the last page ended.
// What changes from request to request is a placeholder, so that a walk is planned once.
import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { LeadSort, QueueState } from "#contract/leads.ts";
import { lateAfterMinutes, onTimeMinutes } from "#contract/timeliness.ts";
import { dayOf } from "#server/clock/period.ts";
import { minutes } from "#server/clock/time-limits.ts";
import { givenApart } from "#server/db/prepared.ts";
import { leads } from "#server/db/schema.ts";

/** The place of a lead in its order: the part, when it is due there, and which lead it is. */
export type Place = { part: number; dueAt: Date; id: string };

/** Leads that one index holds in order. */
type Lane = {
  /** The parts of an order follow each other; lanes of one part are merged by what is due. */
  part: number;
  isListed: SQL;
  moment: PgColumn;
  direction: "asc" | "desc";
  /** Due so many minutes after its moment. */
  dueAfterMinutes: number;
};

/** What the placeholders of a walk, and of `inQueue`, are given. */
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
const asOf = givenApart("asOf", "timestamptz");
const notDeleted = isNull(leads.deletedAt);
const isNew = sql`${notDeleted} and ${leads.state} = 'new'`;

/** New, or to be called back by now. */
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
    // On the clock: least time left to its next limit first, be that 10 or 60 minutes.
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
    // Call-backs due: longest overdue first.
    {
      part: 3,
      isListed: sql`${notDeleted} and ${leads.state} = 'callback' and ${leads.callBackAt} <= ${asOf}`,
      moment: leads.callBackAt,
      direction: "asc",
      dueAfterMinutes: 0,
    },
    // Called without success: longest untouched first.
    {
      part: 4,
      isListed: sql`${isNew} and ${since} is null`,
      moment: leads.touchedAt,
      direction: "asc",
      dueAfterMinutes: 0,
    },
  ],
};

/** Where in the order of `next` the leads of a state stand; the other orders mix them. */
const partsOfState: Record<QueueState, number[]> = { uncalled: [1, 2], due: [3], called: [4] };

/** The parts of an order that can hold leads of this state. */
export function partsOf(sort: LeadSort, state: QueueState | undefined): number[] {
  if (sort === "next" && state) return partsOfState[state];
  return [...new Set(orders[sort].map((lane) => lane.part))];
}

/** What a walk is ordered by. Ids last, as equal moments have them in an index walked that way. */
export const inWalkOrder = sql`part, up_due_at, down_due_at desc, up_id, down_id desc`;

/**
 * A query for the first leads of an order, with their place. PostgreSQL asks one part after the
 * other, as they stand here, and none once the limit is filled; each lane stops there too. So how
 * long the queue is does not matter, and who takes fewer makes it read fewer.
 */
export function walk(options: {
  sort: LeadSort;
  /** Begin after the place that is given, which is in this part; 0: at the beginning. */
  afterPart: number;
  limit: number;
  /** Only the parts that can hold it; who asks looks at each lead's state too. */
  state?: QueueState;
  /** Also the text that a search looks through. */
  isWithText?: boolean;
  /** Also the columns that filters go by. */
  isWithFilters?: boolean;
}): SQL {
  const { afterPart } = options;
  const parts = partsOf(options.sort, options.state).filter((part) => part >= afterPart);
  const more = sql`${options.isWithText ? sql`, ${leads.search} as search` : sql``}
    ${options.isWithFilters ? filterColumns : sql``}`;
  // In the text and not beside it: the plan depends on how few are wanted.
  const limit = sql.raw(String(options.limit));
  const partsInOrder = parts.map((part) => {
    const lanes = orders[options.sort].filter((lane) => lane.part === part);
    const firsts = lanes.map((lane) => firstOf(lane, limit, part === afterPart, more));
    const [only, ...others] = firsts;
    // One lane is in order by itself.
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
