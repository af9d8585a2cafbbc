// A practice's figures. They count inquiries, called or not, and never shrink. Whole days come from
// their rollups, all-time calls on time from the part rollups, a period's edges and the running
// clocks from the rows. One statement per figure, so that each is one snapshot.
import { and, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { CallsOnTime, FigureQuery, LeadCounts } from "#contract/figures.ts";
import { lateAfterMinutes } from "#contract/timeliness.ts";
import { type CutPeriod, cutIntoDays } from "#server/clock/period.ts";
import { limits, minutes } from "#server/clock/time-limits.ts";
import type { Database } from "#server/db/database.ts";
import { cachedQuery, genericPlaceholder } from "#server/db/prepared.ts";
import { campaigns, figureParts, figureRollups, inquiries, leads } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";

/**
 * `GET /api/leads/cot`: an uncalled inquiry is late after an hour; before that it is not counted.
 */
export async function countCallsOnTime(
  { db, now }: Deps,
  clientId: string,
  query: FigureQuery,
): Promise<CallsOnTime> {
  const { from, to, campaign, reading } = query;
  const span = from || to ? "period" : "all";
  const whose = campaign ? "campaign" : "practice";
  const [sums] = await callsOnTime(db, span, whose, reading).execute({
    ...valuesOf(clientId, query),
    now: now(),
  });
  if (!sums) throw new Error("The sums returned no row");
  const { enteredLater, ...timeDiff } = sums;
  return { timeDiff, enteredLater };
}

/** `GET /api/leads/count` */
export async function countLeads(
  { db }: Deps,
  clientId: string,
  query: FigureQuery,
): Promise<LeadCounts> {
  const whose = query.campaign ? "campaign" : "practice";
  const [counted] = await leadCounts(db, whose).execute(valuesOf(clientId, query));
  if (!counted) throw new Error("The sums returned no row");
  return counted;
}

/** The placeholder values of both statements. */
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
const moment = (name: string) => genericPlaceholder(name, "timestamptz");

/** All time: from the rollups and the running clocks. A period: from its days and its edges. */
const callsOnTime = cachedQuery(
  (db: Database, span: "all" | "period", whose: Scope, reading: FigureQuery["reading"]) => {
    const pieces =
      span === "all"
        ? [allTimeSums(whose, reading), stillOnTheClock(whose, reading)]
        : [...calledInPeriod(whose, reading), lateInPeriod(whose, reading)];
    return db
      .select({
        lt10: sumOf("lt10"),
        lt60: sumOf("lt60"),
        other: sumOf("other"),
        enteredLater: sumOf("entered_later"),
      })
      .from(allOf(pieces))
      .prepare(`calls-on-time-${span}-${whose}-${reading}`);
  },
);

/** Part of the statement's text, so that each of the two uses its own index. */
type Scope = "practice" | "campaign";

/** Inquiries in no other bucket are late, or still on the clock. */
function allTimeSums(whose: Scope, reading: FigureQuery["reading"]): SQL {
  const [lt10, lt60] =
    reading === "wall"
      ? [figureParts.lt10, figureParts.lt60]
      : [figureParts.openLt10, figureParts.openLt60];
  const isPart =
    whose === "practice"
      ? eq(figureParts.part, "bucket")
      : and(eq(figureParts.part, "campaign"), eq(figureParts.key, given("campaignId")));
  return sql`
    select sum(${lt10}) as lt10, sum(${lt60}) as lt60,
      sum(${figureParts.asked} - ${lt10} - ${lt60}) as other,
      sum(${figureParts.enteredLater}) as entered_later
    from ${figureParts}
    where ${and(eq(figureParts.clientId, given("clientId")), isNull(figureParts.month), isPart)}`;
}

function stillOnTheClock(whose: Scope, reading: FigureQuery["reading"]): SQL {
  return sql`
    select 0, 0, - count(*), 0 from ${inquiries}
    where ${and(isInScope(inquiries, whose), isUncalled, isNotLateYet[reading])}`;
}

function calledInPeriod(whose: Scope, reading: FigureQuery["reading"]): SQL[] {
  const { lt10, lt60, other } = counted[reading];
  const { onTimeUntil, lateAt } = limits[reading];
  const { clockStartedAt, firstCalledAt, isFirstCallEnteredLater } = inquiries;
  const days = sql`
    select sum(${lt10}) as lt10, sum(${lt60}) as lt60, sum(${other}) as other,
      sum(${figureRollups.enteredLater}) as entered_later
    from ${figureRollups} where ${and(isInScope(figureRollups, whose), isWholeDay)}`;
  const edges = inEdges(clockStartedAt).map(
    (isInEdge) => sql`
      select ${countWhere(sql`${firstCalledAt} < ${onTimeUntil}`)},
        ${countWhere(sql`${firstCalledAt} >= ${onTimeUntil} and ${firstCalledAt} < ${lateAt}`)},
        ${countWhere(sql`${firstCalledAt} >= ${lateAt}`)},
        ${countWhere(sql`${isFirstCallEnteredLater}`)}
      from ${inquiries}
      where ${and(isInScope(inquiries, whose), isInEdge, isNotNull(firstCalledAt))}`,
  );
  return [days, ...edges];
}

function lateInPeriod(whose: Scope, reading: FigureQuery["reading"]): SQL {
  const { clockStartedAt } = inquiries;
  return sql`
    select 0, 0, count(*), 0 from ${inquiries}
    where ${and(
      isInScope(inquiries, whose),
      isUncalled,
      sql`${clockStartedAt} >= ${moment("from")} and ${clockStartedAt} < ${moment("to")}`,
      isLateByNow[reading],
    )}`;
}

const counted = {
  wall: { lt10: figureRollups.lt10, lt60: figureRollups.lt60, other: figureRollups.other },
  open: {
    lt10: figureRollups.openLt10,
    lt60: figureRollups.openLt60,
    other: figureRollups.openOther,
  },
};

const isUncalled = and(isNotNull(inquiries.clockStartedAt), isNull(inquiries.firstCalledAt));

// Each repeats the wording of its index.
const isNotLateYet = {
  wall: sql`${inquiries.clockStartedAt} > ${moment("now")} - ${minutes(lateAfterMinutes)}`,
  // The upper bound excludes nothing, but makes PostgreSQL expect few rows and use the index.
  open: sql`coalesce(${inquiries.openLateAt}, 'infinity') > ${moment("now")}
    and coalesce(${inquiries.openLateAt}, 'infinity') <= 'infinity'`,
};

const isLateByNow = {
  wall: sql`${inquiries.clockStartedAt} <= ${moment("now")} - ${minutes(lateAfterMinutes)}`,
  open: sql`${inquiries.openLateAt} <= ${moment("now")}`,
};

const leadCounts = cachedQuery((db: Database, whose: Scope) => {
  const days = sql`
    select sum(${figureRollups.leads}) as leads, sum(${figureRollups.customers}) as customers
    from ${figureRollups} where ${and(isInScope(figureRollups, whose), isWholeDay)}`;
  const edges = inEdges(leads.startedAt).map(
    (isInEdge) => sql`
      select count(*), count(${leads.bookedAt}) from ${leads}
      where ${and(isInScope(leads, whose), isInEdge, isCounted)}`,
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
    .where(and(eq(campaigns.clientId, given("clientId")), isWhose(whose, campaigns.id)))
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
    .prepare(`lead-counts-${whose}`);
});

// Repeats the wording of the index.
const isCounted = sql`${leads.isCounted} and not ${leads.isTest}`;

const isWholeDay = sql`${figureRollups.day} >= ${genericPlaceholder("firstDay", "date")}
  and ${figureRollups.day} < ${genericPlaceholder("endDay", "date")}`;

function inEdges(started: PgColumn): SQL[] {
  return ["before", "after"].map(
    (edge) => sql`${started} >= ${moment(`${edge}From`)} and ${started} < ${moment(`${edge}To`)}`,
  );
}

function isInScope(table: typeof figureRollups | typeof inquiries | typeof leads, whose: Scope) {
  return and(eq(table.clientId, given("clientId")), isWhose(whose, table.campaignId));
}

function isWhose(whose: Scope, campaignId: PgColumn): SQL | undefined {
  return whose === "campaign" ? eq(campaignId, given("campaignId")) : undefined;
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
