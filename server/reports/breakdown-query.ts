// The statement that counts the parts of the figures. breakdown.ts turns its rows into the answer.
import { type SQL, sql } from "drizzle-orm";
import type { FigureQuery } from "#contract/figures.ts";
import { lateAfterMinutes, onTimeMinutes } from "#contract/timeliness.ts";
import type { Database } from "#server/db/database.ts";
import { cachedQuery, genericPlaceholder } from "#server/db/prepared.ts";
import { type Part, partsFromRows } from "./figure-parts.ts";

export type Row = {
  part: Part | "running";
  key: string;
  name: string | null;
  /** Inquiries in a bucket: called, or late and not called. */
  asked: number;
  /** In the requested reading. */
  lt10: number;
  lt60: number;
  enteredLater: number;
  reached: number;
  booked: number;
};

export type Columns = { [Name in keyof Row]: Row[Name][] };

type Span = "all" | "months" | "campaign";

const given = sql.placeholder;
const moment = (name: string) => genericPlaceholder(name, "timestamptz");

/**
 * Only the rollup columns that a reading needs: each additional sum runs over thousands of rows.
 */
const countsOf = {
  wall: ["asked", "lt10", "lt60", "entered_later", "reached", "booked"],
  open: ["asked", "open_lt10", "open_lt60", "entered_later", "reached", "booked"],
} as const;

const isOurs = sql`client_id = ${given("clientId")}`;
const isOfCampaign = sql`campaign_id = ${given("campaignId")}::uuid`;

export const parts = cachedQuery((db: Database, span: Span, reading: FigureQuery["reading"]) => {
  const names = countsOf[reading];
  const read = (from: SQL, sign?: string) => {
    const times = sign ? sql` * ${genericPlaceholder(sign, "int")}` : sql``;
    const counts = names.map((name) => sql`${sql.raw(name)}${times} as ${sql.raw(name)}`);
    return sql`select part, key, ${sql.join(counts, sql`, `)} from ${from}`;
  };
  const days = (end: "Before" | "After") => {
    const isMeant = isFrom("day", `firstDay${end}`, `endDay${end}`);
    return read(sql`figure_days where ${isOurs} and ${isMeant}`, `sign${end}`);
  };
  const rows = (isMeant: SQL) => {
    const isTimed = sql`${isOurs} and clock_started_at is not null and ${isMeant}`;
    return read(sql`(${partsFromRows(isTimed)}) as counted`);
  };
  const spans: Record<Span, SQL[]> = {
    all: [read(sql`figure_parts where ${isOurs} and month is null`)],
    months: [
      read(sql`figure_parts where ${isOurs} and ${isFrom("month", "firstMonth", "endMonth")}`),
      days("Before"),
      days("After"),
      rows(sql`(${isBetween("beforeFrom", "beforeTo")} or ${isBetween("afterFrom", "afterTo")})`),
    ],
    campaign: [rows(sql`${isBetween("from", "to")} and ${isOfCampaign}`)],
  };
  const clocks = sql`${isOurs} and clock_started_at is not null and ${isBetween("from", "to")}
    and first_called_at is null and ${isRunning[reading]}
    ${span === "campaign" ? sql`and ${isOfCampaign}` : sql``}`;
  const all = sql.join([...spans[span], running(clocks, reading)], sql` union all `);
  const sums = names.map((name) => `sum(${name})::int as ${name.replace("open_", "")}`).join(", ");
  // One value per column, because arrays of three hundred rows are slow to encode and decode.
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

function isFrom(column: "month" | "day", from: string, to: string): SQL {
  const name = sql.identifier(column);
  return sql`${name} >= ${genericPlaceholder(from, "date")} and ${name} < ${genericPlaceholder(to, "date")}`;
}

function isBetween(from: string, to: string): SQL {
  return sql`clock_started_at >= ${moment(from)} and clock_started_at < ${moment(to)}`;
}

const isRunning = {
  wall: sql`clock_started_at > ${moment("now")} - make_interval(mins => ${sql.raw(String(lateAfterMinutes))})`,
  // The upper bound excludes nothing, but makes PostgreSQL expect few rows and use the index.
  open: sql`coalesce(open_late_at, 'infinity') > ${moment("now")}
    and coalesce(open_late_at, 'infinity') <= 'infinity'`,
};

/** The progress of a running clock: its minute, or in open hours the limits that it passed. */
const reachedMinute = {
  wall: sql`floor(extract(epoch from ${moment("now")} - clock_started_at) / 60)::int`,
  open: sql`case when open_on_time_until <= ${moment("now")}
    then ${sql.raw(String(onTimeMinutes))} else 0 end`,
};

/**
 * Running clocks are counted in `asked`; they are in no bucket, so they are subtracted and reported
 * separately.
 */
function running(clocks: SQL, reading: FigureQuery["reading"]): SQL {
  const zeros = sql.raw(
    countsOf[reading]
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
