// A practice's figures. They include all inquiries, even uncalled and archived ones. Each figure
// comes from one statement, so it is a single snapshot.
import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { CallsOnTime, FigureQuery, LeadCounts } from "#contract/figures.ts";
import type { Database } from "#server/db/database.ts";
import { cachedQuery, genericPlaceholder } from "#server/db/prepared.ts";
import { campaignDays, campaigns, clients, inquiries, leads, rollups } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { type Extent, extentOf, isOnTheClock, piecesOf, valuesOf } from "./period-pieces.ts";

/**
 * Handles `GET /api/leads/cot`. An uncalled inquiry counts as late after an hour, and doesn't count
 * before that.
 */
export async function countCallsOnTime(
  { db, now }: Deps,
  clientId: string,
  query: FigureQuery,
): Promise<CallsOnTime> {
  const { campaign: campaignId, reading } = query;
  const [sums] = await callsOnTime(db, extentOf(query), scopeOf(query), reading).execute({
    ...{ clientId, campaignId },
    ...valuesOf(query, now()),
  });
  if (!sums) throw new Error("The sums returned no row");
  const { enteredLater, ...timeDiff } = sums;
  return { timeDiff, enteredLater };
}

/** Handles `GET /api/leads/count`. */
export async function countLeads(
  { db, now }: Deps,
  clientId: string,
  query: FigureQuery,
): Promise<LeadCounts> {
  const [counted] = await leadCounts(db, extentOf(query), scopeOf(query)).execute({
    ...{ clientId, campaignId: query.campaign },
    ...valuesOf(query, now()),
  });
  if (!counted) throw new Error("The sums returned no row");
  return counted;
}

// ── The statements ──────────────────────────────────────────────────────────────────────────────

const given = sql.placeholder;
const moment = (name: string) => genericPlaceholder(name, "timestamptz");

/**
 * Which rows count. It changes the text of the statement, so that each scope uses its own index.
 */
type Scope = "practice" | "campaign";

function scopeOf({ campaign }: FigureQuery): Scope {
  return campaign ? "campaign" : "practice";
}

const callsOnTime = cachedQuery(
  (db: Database, extent: Extent, scope: Scope, reading: FigureQuery["reading"]) => {
    const [lt10, lt60] =
      reading === "wall" ? (["lt10", "lt60"] as const) : (["open_lt10", "open_lt60"] as const);
    const isOurs = isInScope(inquiries, scope);
    const pieces = [
      ...piecesOf(extent, {
        ...{ rollups: rollupsOf(scope), table: "inquiries", rows: isOurs, parts: ["total"] },
        counters: ["asked", lt10, lt60, "entered_later"],
      }),
      sql`select 'total', '', - count(*)::int, 0, 0, 0 from ${inquiries}
        where ${isOurs} and ${isOnTheClock(extent, reading)}`,
    ];
    return db
      .select({
        lt10: sumOf(lt10),
        lt60: sumOf(lt60),
        // Inquiries that aren't in another bucket are late, whether they were called or not.
        other: sumOf(`asked - ${lt10} - ${lt60}`),
        enteredLater: sumOf("entered_later"),
      })
      .from(allOf(pieces))
      .prepare(`calls-on-time-${extent}-${scope}-${reading}`);
  },
);

const leadCounts = cachedQuery((db: Database, extent: Extent, scope: Scope) => {
  const pieces = piecesOf(extent, {
    ...{
      rollups: rollupsOf(scope),
      table: "leads",
      rows: isInScope(leads, scope),
      parts: ["total"],
    },
    counters: ["leads", "customers"],
  });
  const counted = db
    .select({
      leadsCount: sumOf("leads").as("leads_count"),
      newCustomers: sumOf("customers").as("new_customers"),
    })
    .from(allOf(pieces))
    .as("counted");
  const recorded = db
    .select({
      campaigns: sql<number>`${countWhere(isNull(campaigns.endedAt))}::int`.as("running"),
      impressions: sql<number>`coalesce(sum(${impressionsOf[extent]}), 0)::float8`.as(
        "impressions",
      ),
      impressionsAsOf: sql<string | null>`max(${asOf[extent]})::text`.as("as_of"),
    })
    .from(campaigns)
    .leftJoin(recordedDays, sql`recorded_days.campaign_id = ${campaigns.id}`)
    .where(
      and(
        eq(campaigns.clientId, given("clientId")),
        isNull(campaigns.mergedInto),
        isNull(campaigns.deletedAt),
        isWhose(scope, campaigns.id),
      ),
    )
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
    .prepare(`lead-counts-${extent}-${scope}`);
});

/**
 * Sums the impressions of each campaign's days, separately up to the day of its opening figure and
 * after it. A day counts in a period if it begins in that period, in the practice's time zone. The
 * first two conditions on the day let PostgreSQL find the days by index.
 */
const recordedDays = sql`(
  select ${campaignDays.campaignId} as campaign_id, max(day) filter (where ${campaignDays.impressions} is not null) as last_day,
    sum(${campaignDays.impressions}) filter (where day <= opened.impressions_as_of) as explained,
    sum(${campaignDays.impressions}) filter (where (day <= opened.impressions_as_of) is not true) as later
  from ${campaignDays}
    join ${clients} on ${clients.id} = ${campaignDays.clientId}
    join ${campaigns} as opened on opened.client_id = ${campaignDays.clientId}
      and opened.id = ${campaignDays.campaignId}
  where ${campaignDays.clientId} = ${given("clientId")}
    and day >= (${moment("from")} at time zone ${clients.timeZone})::date
    and day <= (${moment("to")} at time zone ${clients.timeZone})::date
    and day::timestamp at time zone ${clients.timeZone} >= ${moment("from")}
    and day::timestamp at time zone ${clients.timeZone} < ${moment("to")}
  group by ${campaignDays.campaignId}
) as recorded_days`;

/**
 * For all time, an opening figure replaces the impressions of the days up to its own, unless those
 * add up to more. It doesn't count in a period, because it isn't split by day.
 */
const impressionsOf: Record<Extent, SQL> = {
  all: sql`coalesce(greatest(${campaigns.impressions}, explained), 0) + coalesce(later, 0)`,
  period: sql`coalesce(explained, 0) + coalesce(later, 0)`,
};
const asOf: Record<Extent, SQL> = {
  all: sql`greatest(${campaigns.impressionsAsOf}, last_day)`,
  period: sql`last_day`,
};

function rollupsOf(scope: Scope): SQL {
  const isPart =
    scope === "practice"
      ? sql`${rollups.part} = 'total' and ${rollups.key} = ''`
      : sql`${rollups.part} = 'campaign' and ${rollups.key} = ${given("campaignId")}`;
  return sql`${rollups.clientId} = ${given("clientId")} and ${isPart}`;
}

function isInScope(table: typeof inquiries | typeof leads, scope: Scope): SQL {
  const isOurs = eq(table.clientId, given("clientId"));
  return and(isOurs, isWhose(scope, table.campaignId)) ?? isOurs;
}

function isWhose(scope: Scope, campaignId: PgColumn): SQL | undefined {
  return scope === "campaign" ? eq(campaignId, given("campaignId")) : undefined;
}

function countWhere(condition: SQL): SQL {
  return sql`count(*) filter (where ${condition})`;
}

function allOf(pieces: SQL[]): SQL {
  return sql`(${sql.join(pieces, sql` union all `)}) as pieces`;
}

function sumOf(counted: string) {
  return sql<number>`coalesce(sum(${sql.raw(counted)}), 0)::int`;
}
