// Reads a page of the queue in one query: its leads, their positions, and the count.
import { and, eq, type SQL, sql, type WithSubquery } from "drizzle-orm";
import { leadPageSize, maxLeadPageSize } from "#contract/leads.ts";
import type { LeadSort } from "#contract/queue.ts";
import type { ClockStarts } from "#contract/timeliness.ts";
import type { Database } from "#server/db/database.ts";
import { campaigns, leads, rollups, sources } from "#server/db/schema.ts";
import {
  isUnansweredOf,
  type LeadWithOrigin,
  leadOf,
  listedLead,
  missedCallOf,
  ringNowOf,
  unreadTextsOf,
} from "#server/desk/leads/lead-rows.ts";
import { leadsCounted } from "#server/desk/reports/rollups.ts";
import { boundedScan, type Scan } from "./bounded-scan.ts";
import { inWalkOrder, type Place } from "./lanes.ts";
import { isInQueue } from "./queue-order.ts";

export type PageRequest = {
  clientId: string;
  sort: LeadSort;
  asOf: Date;
  /** The start times of clocks that reach a limit at `asOf`. */
  starts: ClockStarts;
  /** The position at which the previous page ended. */
  after: Place | null;
  limit: number;
};

/**
 * Returns how many rows a statement reads for a page: the default or the maximum page size, plus
 * one row to detect a next page. Each additional size would be another statement to plan.
 */
export function rowsFor(limit: number): number {
  return (limit <= leadPageSize ? leadPageSize : maxLeadPageSize) + 1;
}

export type FoundPage = {
  rows: (LeadWithOrigin & { place: Place })[];
  total: number;
  isTotalExact: boolean;
  uncalled: number;
  doNotCall: number;
};

/** Reads a page with a bounded scan. */
export function scannedPage(db: Database, way: Omit<Scan, "columns">, limit: number, name: string) {
  const columns = sql`id, part, up_due_at, down_due_at, up_id, down_id`;
  return pageQuery(
    db,
    {
      with: boundedScan(db, { ...way, columns }),
      counted: sql`select * from counted`,
      page: sql`select * from found order by ${inWalkOrder} limit ${sql.raw(String(limit))}`,
    },
    name,
  );
}

/**
 * Returns the query for a page. `page` selects positions in any order. `counted` selects one row
 * with `total` and `is_total_exact`.
 */
export function pageQuery(
  db: Database,
  query: { with?: WithSubquery[]; counted: SQL; page: SQL },
  name: string,
) {
  return db
    .with(...(query.with ?? []))
    .select({
      lead: listedLead,
      campaign: campaigns.name,
      script: campaigns.script,
      source: sources.name,
      ring: ringNowOf(given("clientId")),
      isUnanswered: isUnansweredOf(given("clientId")),
      unreadTexts: unreadTextsOf(given("clientId")),
      missedCallAt: missedCallOf(given("clientId")),
      part: sql<number>`page.part`,
      dueAt: sql<Date>`coalesce(page.up_due_at, page.down_due_at)`.mapWith(leads.startedAt),
      total: sql<number>`counted.total`,
      isTotalExact: sql<boolean>`counted.is_total_exact`,
      uncalled: uncalledInQueue,
      doNotCall: doNotCallInQueue,
    })
    .from(sql`(${query.counted}) as counted`)
    .leftJoin(sql`(${query.page}) as page`, sql`true`)
    .leftJoin(leads, and(eq(leads.clientId, given("clientId")), sql`${leads.id} = page.id`))
    .leftJoin(campaigns, leadOf.campaign)
    .leftJoin(sources, leadOf.source)
    .orderBy(inWalkOrder)
    .prepare(name);
}

const given = sql.placeholder;

/**
 * The size of the queue from the rollups, plus today's due callbacks, which are counted row by row.
 */
export const inQueue = sql<number>`(${leadsCounted(
  "queue",
  sql`${rollups.span} = 'all' or ${rollups.since} < ${given("today")}::date`,
)} + (
    select count(*) from ${leads}
    where ${leads.clientId} = ${given("clientId")} and ${leads.deletedAt} is null
      and ${leads.state} = 'callback' and ${leads.callBackAt} >= ${given("todayFrom")}::timestamptz
      and ${leads.callBackAt} <= ${given("asOf")}::timestamptz
  ))::int`;

// The few do-not-call leads are counted by their own index, so no rollup depends on the mark.
const doNotCall = sql`from ${leads} where ${leads.clientId} = ${given("clientId")}
  and ${leads.doNotCallSince} is not null and ${isInQueue}`;

/** The number of do-not-call leads in the queue. */
export const doNotCallInQueue = sql<number>`(select count(*)::int ${doNotCall})`;

/** The number of leads waiting for a first call, from the rollups, minus do-not-call leads. */
export const uncalledInQueue = sql<number>`(${leadsCounted("uncalled")}
  - (select count(*)::int ${doNotCall} and ${leads.uncalledSince} is not null))`;

export async function readPage(
  query: ReturnType<typeof pageQuery>,
  values: Record<string, unknown>,
): Promise<FoundPage> {
  const rows = await query.execute(values);
  const [first] = rows;
  if (!first) throw new Error("The count returned no row");
  return {
    // A page without leads still has a row with the total.
    rows: rows.flatMap(({ lead, part, dueAt, ...more }) => {
      if (!lead) return [];
      const { campaign, script, source, ring, isUnanswered, unreadTexts, missedCallAt } = more;
      const origin = { campaign, script, source, ring, isUnanswered, unreadTexts, missedCallAt };
      return [{ lead, ...origin, place: { part, dueAt, id: lead.id } }];
    }),
    total: first.total,
    isTotalExact: first.isTotalExact,
    uncalled: first.uncalled,
    doNotCall: first.doNotCall,
  };
}
