// The figures in parts: by hour, campaign and source, how soon half had been called, what came of it.
// Whole months and days come from their counters, what is left of a period, a single campaign and the
// running clocks from the rows; one statement, so that all of it is of the same moment.
import { type SQL, sql } from "drizzle-orm";
import type { CameOfIt, Counted, Figures } from "#contract/figures.ts";
import type { FigureQuery } from "#contract/leads.ts";
import { type Bucket, lateAfterMinutes, onTimeMinutes } from "#contract/timeliness.ts";
import {
  calledWithin,
  curveOf,
  type Late,
  minuteWaits,
  type Wait,
} from "#server/clock/called-within.ts";
import type { Database } from "#server/db/database.ts";
import { givenApart, keptQuery } from "#server/db/prepared.ts";
import type { Deps } from "#server/deps.ts";
import { type Part, partsFromRows } from "./figure-parts.ts";
import { cutIntoParts } from "./months.ts";

/** `GET /api/leads/figures` */
export async function breakDownFigures(
  deps: Deps,
  clientId: string,
  query: FigureQuery,
): Promise<Figures> {
  const { reading, campaign } = query;
  const now = deps.now();
  const from = query.from ? new Date(query.from) : null;
  const to = query.to ? new Date(query.to) : null;
  const { months, days, edges } = cutIntoParts({ from, to }, now);
  const span = campaign ? "campaign" : from || to ? "months" : "all";
  const [counted] = await parts(deps.db, span, reading).execute({
    clientId,
    campaignId: campaign ?? null,
    now,
    from: from ?? "-infinity",
    to: to ?? "infinity",
    firstMonth: months.from,
    endMonth: months.to,
    firstDayBefore: days[0].from,
    endDayBefore: days[0].to,
    signBefore: days[0].sign,
    firstDayAfter: days[1].from,
    endDayAfter: days[1].to,
    signAfter: days[1].sign,
    beforeFrom: edges[0].from,
    beforeTo: edges[0].to,
    afterFrom: edges[1].from,
    afterTo: edges[1].to,
  });
  if (!counted) throw new Error("Sums without a row");
  return figuresOf(rowsOf(counted), reading);
}

// ── What was counted, put together ──────────────────────────────────────────────────────────────

type Row = {
  part: Part | "running";
  key: string;
  name: string | null;
  /** Those in a bucket: called, or late and not called. */
  asked: number;
  /** In the reading that is asked for. */
  lt10: number;
  lt60: number;
  enteredLater: number;
  reached: number;
  booked: number;
};

type Columns = { [Name in keyof Row]: Row[Name][] };

function rowsOf(columns: Columns): Row[] {
  const rows: Record<string, unknown>[] = columns.part.map(() => ({}));
  for (const [name, values] of Object.entries(columns)) {
    for (const [place, row] of rows.entries()) row[name] = values[place];
  }
  return rows as Row[];
}

function figuresOf(rows: Row[], reading: FigureQuery["reading"]): Figures {
  const of = (part: Row["part"]) => rows.filter((row) => row.part === part && row.asked > 0);
  const buckets = of("bucket");
  const running = of("running");
  const total = sumOf(buckets.map(countedIn));
  return {
    total,
    onTheClock: running.reduce((sum, { asked }) => sum + asked, 0),
    hours: of("hour")
      .map((row) => ({
        weekday: Math.floor(Number(row.key) / 24),
        hour: Number(row.key) % 24,
        ...countedIn(row),
      }))
      .toSorted((a, b) => a.weekday - b.weekday || a.hour - b.hour),
    campaigns: listOf(of("campaign")),
    sources: listOf(of("source")),
    firstCall: firstCallOf(total, { buckets, minutes: of("minute"), running }, reading),
    cameOfIt: cameOfItIn(buckets, reading),
  };
}

function countedIn({ asked, lt10, lt60, enteredLater }: Row): Counted {
  return { lt10, lt60, other: asked - lt10 - lt60, enteredLater };
}

function sumOf(all: Counted[]): Counted {
  const sum = { lt10: 0, lt60: 0, other: 0, enteredLater: 0 };
  for (const one of all) {
    sum.lt10 += one.lt10;
    sum.lt60 += one.lt60;
    sum.other += one.other;
    sum.enteredLater += one.enteredLater;
  }
  return sum;
}

function listOf(rows: Row[]) {
  return rows
    .toSorted((a, b) => b.asked - a.asked || (a.key < b.key ? -1 : 1))
    .map((row) => ({ _id: row.key || null, name: row.name, ...countedIn(row) }));
}

type CallTimes = { buckets: Row[]; minutes: Row[]; running: Row[] };

function firstCallOf(
  total: Counted,
  { buckets, minutes, running }: CallTimes,
  reading: FigureQuery["reading"],
): Figures["firstCall"] {
  const uncalled = buckets
    .filter(({ key }) => key === "")
    .reduce((sum, { asked }) => sum + asked, 0);
  const late: Late = { called: total.other - uncalled, uncalled };
  const at = (rows: Row[]) => {
    const counts = new Map(rows.map(({ key, asked }) => [Number(key), asked]));
    return (minute: number) => counts.get(minute) ?? 0;
  };
  const isRunning = at(running);
  const waits: Wait[] =
    reading === "wall"
      ? minuteWaits(at(minutes), isRunning)
      : [
          { untilMinutes: onTimeMinutes, called: total.lt10, running: isRunning(0) },
          {
            untilMinutes: lateAfterMinutes,
            called: total.lt60,
            running: isRunning(onTimeMinutes),
          },
        ];
  return {
    half: calledWithin(0.5, waits, late),
    nineInTen: calledWithin(0.9, waits, late),
    curve: curveOf(waits, late),
  };
}

/** The buckets' keys name both readings' buckets; uncalled ones in them are late. */
function cameOfItIn(buckets: Row[], reading: FigureQuery["reading"]): Figures["cameOfIt"] {
  const sums: Record<Bucket, CameOfIt> = {
    lt10: { ...none },
    lt60: { ...none },
    other: { ...none },
  };
  for (const { key, asked, reached, booked, enteredLater } of buckets) {
    const [wall = "", open = ""] = key.split(" ");
    const bucket = (reading === "wall" ? wall : open) || "other";
    const sum = sums[bucket as Bucket];
    sum.inquiries += asked;
    sum.reached += reached;
    sum.booked += booked;
    sum.enteredLater += enteredLater;
  }
  return sums;
}

const none: CameOfIt = { inquiries: 0, reached: 0, booked: 0, enteredLater: 0 };

// ── The statement ───────────────────────────────────────────────────────────────────────────────

type Span = "all" | "months" | "campaign";

const given = sql.placeholder;
const moment = (name: string) => givenApart(name, "timestamptz");

/** Of the counters only what a reading needs: each sum more is added up for thousands of rows. */
const countsOf = {
  wall: ["asked", "lt10", "lt60", "entered_later", "reached", "booked"],
  open: ["asked", "open_lt10", "open_lt60", "entered_later", "reached", "booked"],
} as const;

const isOurs = sql`client_id = ${given("clientId")}`;
const isOfCampaign = sql`campaign_id = ${given("campaignId")}::uuid`;

const parts = keptQuery((db: Database, span: Span, reading: FigureQuery["reading"]) => {
  const names = countsOf[reading];
  const read = (from: SQL, sign?: string) => {
    const times = sign ? sql` * ${givenApart(sign, "int")}` : sql``;
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
  // One value for each column, which is written and read at once: three hundred rows are not.
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
  return sql`${name} >= ${givenApart(from, "date")} and ${name} < ${givenApart(to, "date")}`;
}

function isBetween(from: string, to: string): SQL {
  return sql`clock_started_at >= ${moment(from)} and clock_started_at < ${moment(to)}`;
}

const isRunning = {
  wall: sql`clock_started_at > ${moment("now")} - make_interval(mins => ${sql.raw(String(lateAfterMinutes))})`,
  // With an upper end, which leaves nobody out, PostgreSQL expects a few and takes the index.
  open: sql`coalesce(open_late_at, 'infinity') > ${moment("now")}
    and coalesce(open_late_at, 'infinity') <= 'infinity'`,
};

/** How far a running clock has come: its minute, or in open hours which of the limits it passed. */
const reachedMinute = {
  wall: sql`floor(extract(epoch from ${moment("now")} - clock_started_at) / 60)::int`,
  open: sql`case when open_on_time_until <= ${moment("now")}
    then ${sql.raw(String(onTimeMinutes))} else 0 end`,
};

/** Running clocks are counted as asked; in no bucket, they are taken out again, and told apart. */
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
