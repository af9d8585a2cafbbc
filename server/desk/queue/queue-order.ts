// Defines the sort orders of a practice's queue by their lanes (`lanes.ts`).
import { eq, type SQL, sql } from "drizzle-orm";
import type { LeadSort, QueueState } from "#contract/queue.ts";
import { dayOf } from "#contract/zones.ts";
import { leads } from "#server/db/schema.ts";
import { asOf, ordersOf, type QueueRows, type WalkedAt, walkLanes, walkMoments } from "./lanes.ts";

/** Returns the placeholder values for the queries of `walk` and for `inQueue`. */
export function walkValues({ clientId, ...walked }: WalkedAt & { clientId: string }) {
  const today = dayOf(walked.asOf);
  return { clientId, ...walkMoments(walked), today, todayFrom: `${today}T00:00:00Z` };
}

const notDeleted = sql`${leads.deletedAt} is null`;

/** The condition for leads in the queue: new, or with a due callback. */
export const isInQueue = sql`${notDeleted} and ${leads.state} in ('new', 'callback')
  and (${leads.state} = 'new' or ${leads.callBackAt} <= ${asOf})`;

const leadRows: QueueRows = {
  table: leads,
  id: leads.id,
  isOwn: eq(leads.clientId, sql.placeholder("clientId")),
  isNew: sql`${notDeleted} and ${leads.state} = 'new' and ${leads.doNotCallSince} is null`,
  isDue: sql`${notDeleted} and ${leads.state} = 'callback' and ${leads.callBackAt} <= ${asOf}
      and ${leads.doNotCallSince} is null`,
  isInQueue,
  startedAt: leads.startedAt,
  uncalledSince: leads.uncalledSince,
  callBackAt: leads.callBackAt,
  touchedAt: leads.touchedAt,
  last: [
    // Do-not-call leads in any state, the most recent request first.
    {
      part: 6,
      isListed: sql`${isInQueue} and ${leads.doNotCallSince} is not null`,
      moment: leads.doNotCallSince,
      direction: "desc",
    },
  ],
};

const orders = ordersOf(leadRows);

/** Which parts have the leads of each state, in the orders whose parts don't mix states. */
const partsOfState: Record<QueueState, number[]> = { uncalled: [1, 2, 3], due: [4], called: [5] };

/** Returns the parts of a sort order that can contain leads of this state. */
export function partsOf(sort: LeadSort, state: QueueState | undefined): number[] {
  const parts = [...new Set(orders[sort].map((lane) => lane.part))];
  const isMixed = parts.length === 1;
  return parts.filter((part) => !state || isMixed || partsOfState[state].includes(part));
}

/** Returns a query for the first leads of a sort order, with their positions. */
export function walk(options: {
  sort: LeadSort;
  /** Continues after the given position in this part. With 0, starts at the beginning. */
  afterPart: number;
  limit: number;
  /**
   * Reads only the parts that can contain this state. The caller must filter the leads by state.
   */
  state?: QueueState;
  /** Also selects the search text. */
  isWithText?: boolean;
  /** Also selects the columns for filters. */
  isWithFilters?: boolean;
}): SQL {
  const { sort, afterPart, limit, state } = options;
  const parts = partsOf(sort, state);
  const lanes = orders[sort].filter(({ part }) => parts.includes(part));
  const more = sql`${options.isWithText ? sql`, ${leads.search} as search` : sql``}
    ${options.isWithFilters ? filterColumns : sql``}`;
  return walkLanes(leadRows, lanes, { afterPart, limit, more });
}

const filterColumns = sql`, ${leads.campaignId} as campaign_id, ${leads.sourceId} as source_id,
  ${leads.assignee} as assignee, ${leads.askedAgainAt} as asked_again_at, ${leads.state} as state,
  ${leads.uncalledSince} as uncalled_since, ${leads.doNotCallSince} as do_not_call_since`;
