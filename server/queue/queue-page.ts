// A page of the queue, read in one look at the database: the leads, their places, and how many.
import { and, eq, type SQL, sql, type WithSubquery } from "drizzle-orm";
import { type LeadSort, largestLeadPage, leadPageSize } from "#contract/leads.ts";
import type { Database } from "#server/db/database.ts";
import { campaigns, leads, queueRollups, sources } from "#server/db/schema.ts";
import { type LeadWithOrigin, leadOf, listedLead } from "#server/leads/lead-rows.ts";
import { metOnTheWay, type Way } from "./bounded-scan.ts";
import { inWalkOrder, type Place } from "./queue-order.ts";

export type PageRequest = {
  clientId: string;
  sort: LeadSort;
  asOf: Date;
  /** Where the last page ended. */
  after: Place | null;
  limit: number;
};

/**
 * How many rows a statement reads for a page of so many: the usual page or the largest, and one more
 * to know whether there are more. Any other size would be a statement of its own, to be planned.
 */
export function rowsFor(limit: number): number {
  return (limit <= leadPageSize ? leadPageSize : largestLeadPage) + 1;
}

export type FoundPage = {
  rows: (LeadWithOrigin & { place: Place })[];
  total: number;
  isTotalExact: boolean;
  uncalled: number;
};

/** Whoever is met on the way along an order. */
export function pageOnTheWay(db: Database, way: Omit<Way, "columns">, limit: number, name: string) {
  const columns = sql`id, part, up_due_at, down_due_at, up_id, down_id`;
  return pageQuery(
    db,
    {
      with: metOnTheWay(db, { ...way, columns }),
      counted: sql`select * from counted`,
      page: sql`select * from found order by ${inWalkOrder} limit ${sql.raw(String(limit))}`,
    },
    name,
  );
}

/** `page` gives places in any order, `counted` one row: `total` and `is_total_exact`. */
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
      source: sources.name,
      part: sql<number>`page.part`,
      dueAt: sql<Date>`coalesce(page.up_due_at, page.down_due_at)`.mapWith(leads.startedAt),
      total: sql<number>`counted.total`,
      isTotalExact: sql<boolean>`counted.is_total_exact`,
      uncalled: uncalledInQueue,
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

/** How many the queue holds, by the tallies; only the call-backs of today's date are looked at one by one. */
export const inQueue = sql`((
    select coalesce(sum(${queueRollups.leads}), 0) from ${queueRollups}
    where ${queueRollups.clientId} = ${given("clientId")}
      and (${queueRollups.dueOn} is null or ${queueRollups.dueOn} < ${given("today")}::date)
  ) + (
    select count(*) from ${leads}
    where ${leads.clientId} = ${given("clientId")} and ${leads.deletedAt} is null
      and ${leads.state} = 'callback' and ${leads.callBackAt} >= ${given("todayFrom")}::timestamptz
      and ${leads.callBackAt} <= ${given("asOf")}::timestamptz
  ))::int`;

const uncalledInQueue = sql<number>`(
  select coalesce(sum(${queueRollups.uncalled}), 0)::int from ${queueRollups}
  where ${queueRollups.clientId} = ${given("clientId")} and ${queueRollups.dueOn} is null
)`;

export async function readPage(
  query: ReturnType<typeof pageQuery>,
  values: Record<string, unknown>,
): Promise<FoundPage> {
  const rows = await query.execute(values);
  const [first] = rows;
  if (!first) throw new Error("A count without a row");
  return {
    // An empty page still has the row that tells the total.
    rows: rows.flatMap(({ lead, campaign, source, part, dueAt }) =>
      lead ? [{ lead, campaign, source, place: { part, dueAt, id: lead.id } }] : [],
    ),
    total: first.total,
    isTotalExact: first.isTotalExact,
    uncalled: first.uncalled,
  };
}
