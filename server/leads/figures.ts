// What a practice's figures say. They count enquiries, called or not, and take nothing back. Whole
// days come from their tallies, the edges of a period and the running clocks from the rows
// themselves; one statement each, so that all of a figure is of the same moment.
import { and, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { CallsOnTime, FigureQuery, LeadCounts } from "#contract/leads.ts";
import { lateAfterMinutes, onTimeMinutes } from "#contract/timeliness.ts";
import type { Database } from "#server/db/database.ts";
import { keptQuery } from "#server/db/prepared.ts";
import { campaigns, enquiries, figureTallies, leads } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { type CutPeriod, cutIntoDays } from "./period.ts";

/** `GET /api/leads/cot`: uncalled ones are late as soon as an hour has passed, before that nothing. */
export async function countCallsOnTime(
  { db, now }: Deps,
  clientId: string,
  query: FigureQuery,
): Promise<CallsOnTime> {
  const [sums] = await callsOnTime(db, query.reading).execute({
    ...valuesOf(clientId, query),
    now: now(),
  });
  if (!sums) throw new Error("Sums without a row");
  const { enteredLater, ...timeDiff } = sums;
  return { timeDiff, enteredLater };
}

/** `GET /api/leads/count` */
export async function countLeads(
  { db }: Deps,
  clientId: string,
  query: FigureQuery,
): Promise<LeadCounts> {
  const [counted] = await leadCounts(db).execute(valuesOf(clientId, query));
  if (!counted) throw new Error("Sums without a row");
  return counted;
}

/** What the placeholders of both statements are given. */
function valuesOf(clientId: string, { from, to, campaign }: FigureQuery) {
  const period = { from: from ? new Date(from) : null, to: to ? new Date(to) : null };
  const { days, edges }: CutPeriod = cutIntoDays(period);
  const [before, after] = edges;
  return {
    clientId,
    campaignId: campaign ?? null,
    from: period.from ?? "-infinity",
    to: period.to ?? "infinity",
    firstDay: days.from,
    endDay: days.to,
    beforeFrom: before.from,
    beforeTo: before.to,
    afterFrom: after.from,
    afterTo: after.to,
  };
}

// ── The statements ──────────────────────────────────────────────────────────────────────────────

const given = sql.placeholder;
const moment = (name: string) => sql`(select ${given(name)}::timestamptz)`;

const callsOnTime = keptQuery((db: Database, reading: FigureQuery["reading"]) => {
  const { lt10, lt60, other } = tallied[reading];
  const { onTimeUntil, lateAt } = limits[reading];
  const { clockStartedAt, firstCalledAt, isFirstCallEnteredLater } = enquiries;
  const days = sql`
    select sum(${lt10}) as lt10, sum(${lt60}) as lt60, sum(${other}) as other,
      sum(${figureTallies.enteredLater}) as entered_later
    from ${figureTallies} where ${and(isMeant(figureTallies), isWholeDay)}`;
  const edges = inEdges(clockStartedAt).map(
    (isInEdge) => sql`
      select ${countWhere(sql`${firstCalledAt} < ${onTimeUntil}`)},
        ${countWhere(sql`${firstCalledAt} >= ${onTimeUntil} and ${firstCalledAt} < ${lateAt}`)},
        ${countWhere(sql`${firstCalledAt} >= ${lateAt}`)},
        ${countWhere(sql`${isFirstCallEnteredLater}`)}
      from ${enquiries}
      where ${and(isMeant(enquiries), isInEdge, isNotNull(firstCalledAt))}`,
  );
  const running = sql`
    select 0, 0, count(*), 0 from ${enquiries}
    where ${and(
      isMeant(enquiries),
      isNotNull(clockStartedAt),
      isNull(firstCalledAt),
      sql`${clockStartedAt} >= ${moment("from")} and ${clockStartedAt} < ${moment("to")}`,
      isLateByNow[reading],
    )}`;
  return db
    .select({
      lt10: sumOf("lt10"),
      lt60: sumOf("lt60"),
      other: sumOf("other"),
      enteredLater: sumOf("entered_later"),
    })
    .from(allOf([days, ...edges, running]))
    .prepare(`calls-on-time-${reading}`);
});

const tallied = {
  wall: { lt10: figureTallies.lt10, lt60: figureTallies.lt60, other: figureTallies.other },
  open: {
    lt10: figureTallies.openLt10,
    lt60: figureTallies.openLt60,
    other: figureTallies.openOther,
  },
};

const minutes = (count: number) => sql`make_interval(mins => ${sql.raw(String(count))})`;

/** Until when a call is on time and from when on it is late. Without limits nobody is. */
const limits = {
  wall: {
    onTimeUntil: sql`${enquiries.clockStartedAt} + ${minutes(onTimeMinutes)}`,
    lateAt: sql`${enquiries.clockStartedAt} + ${minutes(lateAfterMinutes)}`,
  },
  open: {
    onTimeUntil: sql`coalesce(${enquiries.openOnTimeUntil}, 'infinity')`,
    lateAt: sql`coalesce(${enquiries.openLateAt}, 'infinity')`,
  },
};

/** Said of the bare columns, so that their index can answer. */
const isLateByNow = {
  wall: sql`${enquiries.clockStartedAt} <= ${moment("now")} - ${minutes(lateAfterMinutes)}`,
  open: sql`${enquiries.openLateAt} <= ${moment("now")}`,
};

const leadCounts = keptQuery((db: Database) => {
  const days = sql`
    select sum(${figureTallies.leads}) as leads, sum(${figureTallies.customers}) as customers
    from ${figureTallies} where ${and(isMeant(figureTallies), isWholeDay)}`;
  const edges = inEdges(leads.startedAt).map(
    (isInEdge) => sql`
      select count(*), count(${leads.bookedAt}) from ${leads}
      where ${and(isMeant(leads), isInEdge, isCounted)}`,
  );
  const counted = db
    .select({
      leadsCount: sumOf("leads").as("leads_count"),
      newCustomers: sumOf("customers").as("new_customers"),
    })
    .from(allOf([days, ...edges]))
    .as("counted");
  const recorded = db
    .select({
      campaigns: sql<number>`${countWhere(isNull(campaigns.endedAt))}::int`.as("running"),
      impressions: sql<number>`coalesce(sum(${campaigns.impressions}), 0)::float8`.as(
        "impressions",
      ),
      impressionsAsOf: sql<string | null>`max(${campaigns.impressionsAsOf})::text`.as("as_of"),
    })
    .from(campaigns)
    .where(and(eq(campaigns.clientId, given("clientId")), isCampaign(campaigns.id)))
    .as("recorded");
  return db
    .select({
      leadsCount: counted.leadsCount,
      newCustomers: counted.newCustomers,
      campaigns: recorded.campaigns,
      impressions: recorded.impressions,
      impressionsAsOf: recorded.impressionsAsOf,
    })
    .from(counted)
    .innerJoin(recorded, sql`true`)
    .prepare("lead-counts");
});

// In these words, as the index of them says it.
const isCounted = sql`${leads.isCounted} and not ${leads.isTest}`;

const isWholeDay = sql`${figureTallies.day} >= (select ${given("firstDay")}::date)
  and ${figureTallies.day} < (select ${given("endDay")}::date)`;

function inEdges(started: PgColumn): SQL[] {
  return ["before", "after"].map(
    (edge) => sql`${started} >= ${moment(`${edge}From`)} and ${started} < ${moment(`${edge}To`)}`,
  );
}

function isMeant(table: typeof figureTallies | typeof enquiries | typeof leads): SQL | undefined {
  return and(eq(table.clientId, given("clientId")), isCampaign(table.campaignId));
}

function isCampaign(column: PgColumn): SQL {
  return sql`(${given("campaignId")}::uuid is null or ${column} = ${given("campaignId")}::uuid)`;
}

function countWhere(condition: SQL): SQL {
  return sql`count(*) filter (where ${condition})`;
}

function allOf(parts: SQL[]): SQL {
  return sql`(${sql.join(parts, sql` union all `)}) as parts`;
}

function sumOf(column: string) {
  return sql<number>`coalesce(sum(${sql.identifier(column)}), 0)::int`;
}
