// The statement for the figures by part. breakdown.ts turns its rows into the response.
import { eq, type SQL, sql } from "drizzle-orm";
import type { FigureQuery } from "#contract/figures.ts";
import { onTimeMinutes } from "#contract/timeliness.ts";
import type { Database } from "#server/db/database.ts";
import { cachedQuery, genericPlaceholder } from "#server/db/prepared.ts";
import { inquiries, rollups } from "#server/db/schema.ts";
import { factsFromRows } from "./facts-from-rows.ts";
import { type Extent, isOnTheClock, isStartedInPeriod, piecesOf } from "./period-pieces.ts";

export type Row = {
  part: (typeof shown)[number] | "running";
  key: string;
  name: string | null;
  /**
   * Inquiries that are in a bucket, either because they were called or because they are uncalled
   * and late.
   */
  asked: number;
  /** `lt10` and `lt60` are counts in the requested counting mode. */
  lt10: number;
  lt60: number;
  enteredLater: number;
  reached: number;
  booked: number;
};

export type Columns = { [Name in keyof Row]: Row[Name][] };

/** "campaign" counts rows, because a single campaign has no rollups by hour, source or minute. */
type Span = Extent | "campaign";

const shown = ["bucket", "hour", "campaign", "source", "minute"] as const;

const given = sql.placeholder;
const now = genericPlaceholder("now", "timestamptz");

/**
 * The counters that each counting mode needs. Others are left out, because each sum runs over
 * thousands of rows.
 */
const countersOf = {
  wall: ["asked", "lt10", "lt60", "entered_later", "reached", "booked"],
  open: ["asked", "open_lt10", "open_lt60", "entered_later", "reached", "booked"],
} as const;

export const parts = cachedQuery((db: Database, span: Span, reading: FigureQuery["reading"]) => {
  const counters = countersOf[reading];
  const wanted = { counters, parts: shown };
  const isOurs = eq(inquiries.clientId, given("clientId"));
  const isOfCampaign = sql`${isOurs} and ${inquiries.campaignId} = ${given("campaignId")}`;
  const rows = span === "campaign" ? isOfCampaign : isOurs;
  const isOurRollup = sql`${rollups.clientId} = ${given("clientId")}
    and ${rollups.part} in (${sql.raw(shown.map((part) => `'${part}'`).join(", "))})`;
  const counted =
    span === "campaign"
      ? [factsFromRows("inquiries", sql`${rows} and ${isStartedInPeriod}`, wanted)]
      : piecesOf(span, { rollups: isOurRollup, table: "inquiries", rows, ...wanted });
  const clocks = sql`${rows} and ${isOnTheClock(span === "all" ? "all" : "period", reading)}`;
  const all = sql.join([...counted, running(clocks, reading)], sql` union all `);
  const sums = counters
    .map((name) => `sum(${name})::int as ${name.replace("open_", "")}`)
    .join(", ");
  // Returns one row with a JSON array per column, because three hundred rows are slow to encode and
  // decode.
  return db
    .select({
      part: columnOf("part"),
      key: columnOf("key"),
      name: columnOf("name"),
      asked: columnOf("asked"),
      lt10: columnOf("lt10"),
      lt60: columnOf("lt60"),
      enteredLater: columnOf("enteredLater", "entered_later"),
      reached: columnOf("reached"),
      booked: columnOf("booked"),
    })
    .from(
      sql`(
        select counted.*, coalesce(campaigns.name, sources.name) as name
        from (select part, key, ${sql.raw(sums)} from (${all}) as pieces group by part, key) as counted
          left join campaigns on part = 'campaign' and campaigns.client_id = ${given("clientId")}
            and campaigns.id::text = key
          left join sources on part = 'source' and sources.client_id = ${given("clientId")}
            and sources.id::text = key
      ) as named`,
    )
    .prepare(`figures-${span}-${reading}`);
});

function columnOf<Name extends keyof Row>(name: Name, column: string = name) {
  return sql<Row[Name][]>`coalesce(json_agg(${sql.identifier(column)}), '[]')`;
}

/**
 * How far a running clock has come: its minute or, by business hours, the last limit it has passed.
 */
const reachedMinute = {
  wall: sql`floor(extract(epoch from ${now} - clock_started_at) / 60)::int`,
  open: sql`case when open_on_time_until <= ${now}
    then ${sql.raw(String(onTimeMinutes))} else 0 end`,
};

/**
 * Returns rows that subtract running clocks from `asked`, because they aren't in a bucket yet, and
 * rows that report these clocks separately.
 */
function running(clocks: SQL, reading: FigureQuery["reading"]): SQL {
  const zeros = sql.raw(
    countersOf[reading]
      .slice(1)
      .map(() => "0")
      .join(", "),
  );
  return sql`
    select case which when 15 then 'bucket' when 7 then 'hour' when 11 then 'campaign'
        when 13 then 'source' else 'running' end,
      case which when 15 then '' when 7 then hour::text when 11 then coalesce(campaign_id::text, '')
        when 13 then coalesce(source_id::text, '') else minute::text end,
      case which when 14 then clocks else -clocks end, ${zeros}
    from (
      select grouping(hour, campaign_id, source_id, minute) as which, hour, campaign_id, source_id,
        minute, count(*)::int as clocks
      from (
        select started_hour as hour, campaign_id, source_id, ${reachedMinute[reading]} as minute
        from inquiries where ${clocks}
      ) as facts
      group by grouping sets ((), (hour), (campaign_id), (source_id), (minute))
    ) as counted`;
}
