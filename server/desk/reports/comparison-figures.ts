// Counts the figures of many practices, each for its own period and as in its own reports. Each
// figure comes from one statement, so it is a single snapshot.
import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { ComparedCosts, ComparedFigures } from "#contract/comparison.ts";
import { lateAfterMinutes } from "#contract/timeliness.ts";
import { isOnCluster } from "#server/db/database.ts";
import { campaignDays, inquiries } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { calledWithin, minuteWaits } from "#server/desk/clock/called-within.ts";
import { minutes } from "#server/desk/clock/time-limits.ts";
import { costOf } from "./costs.ts";
import { factsFromRows } from "./facts-from-rows.ts";

/** A practice and its own period, `to` exclusive. */
export type Span = { clientId: string; timeZone: string; from: Date; to: Date };

type Tools = Pick<Deps, "db" | "now">;

type Row = {
  asked: number;
  lt10: number;
  lt60: number;
  entered_later: number;
  reached: number;
  booked: number;
  uncalled: number;
  /** First calls by minute, and running clocks by the minute they have reached. */
  called: Record<string, number>;
  running: Record<string, number>;
};

const counters = ["asked", "lt10", "lt60", "entered_later", "reached", "booked"] as const;

function isWantedIn(spans: Span[]): SQL {
  return sql`${isOf(spans, inquiries.clientId)}
    and ${inquiries.clockStartedAt} >= starts and ${inquiries.clockStartedAt} < ends`;
}

/**
 * For a single practice, compares with its id directly, so that a cluster (db/distribution.ts) can
 * find the worker with its rows.
 */
function isOf(spans: Span[], clientId: PgColumn): SQL {
  const [only, ...others] = spans;
  if (!only || others.length > 0) return sql`${clientId} = wanted.id`;
  return sql`${clientId} = ${only.clientId} and ${clientId} = wanted.id`;
}

/**
 * Reads all practices in one statement. On a cluster, reads each practice in a separate statement
 * from its worker.
 */
async function readEach<One>(
  { db }: Pick<Deps, "db">,
  spans: Span[],
  read: (some: Span[]) => Promise<One[]>,
): Promise<One[]> {
  if (!isOnCluster(db)) return read(spans);
  const rows: One[] = [];
  for (const span of spans) rows.push(...(await read([span])));
  return rows;
}

/**
 * `each` has the figures of each span, in order. `together` has the figures of all inquiries, as if
 * they belonged to a single practice.
 */
export type Counted = { each: ComparedFigures[]; together: ComparedFigures };

export async function countCompared(tools: Tools, spans: Span[]): Promise<Counted> {
  const rows = await readEach(tools, spans, (some) => readCompared(tools, some));
  return { each: rows.map(figuresOf), together: figuresOf(rows.reduce(sumOf, nothing)) };
}

const nothing: Row = {
  ...{ asked: 0, lt10: 0, lt60: 0, entered_later: 0, reached: 0, booked: 0, uncalled: 0 },
  ...{ called: {}, running: {} },
};

function sumOf(one: Row, other: Row): Row {
  return {
    asked: one.asked + other.asked,
    lt10: one.lt10 + other.lt10,
    lt60: one.lt60 + other.lt60,
    entered_later: one.entered_later + other.entered_later,
    reached: one.reached + other.reached,
    booked: one.booked + other.booked,
    uncalled: one.uncalled + other.uncalled,
    called: sumOfMinutes(one.called, other.called),
    running: sumOfMinutes(one.running, other.running),
  };
}

function sumOfMinutes(one: Record<string, number>, other: Record<string, number>) {
  const sum = { ...one };
  for (const [minute, count] of Object.entries(other)) sum[minute] = (sum[minute] ?? 0) + count;
  return sum;
}

async function readCompared({ db, now }: Tools, spans: Span[]): Promise<Row[]> {
  const at = sql`${now().toISOString()}::timestamptz`;
  const isWanted = isWantedIn(spans);
  const facts = factsFromRows("inquiries", isWanted, {
    ...{ counters, parts: ["bucket", "minute", "total"] },
  });
  const totals = counters.map(
    (name) => `coalesce(sum(${name}) filter (where part = 'total'), 0)::int as ${name}`,
  );
  const { rows } = await db.execute<Row>(sql`
    select counted.*, clocks.running
    from ${wantedOf(spans)}
    cross join lateral (
      select ${sql.raw(totals.join(", "))},
        coalesce(sum(asked) filter (where part = 'bucket' and key = ''), 0)::int as uncalled,
        coalesce(json_object_agg(key, asked) filter (where part = 'minute'), '{}') as called
      from (${facts}) as facts
    ) as counted
    cross join lateral (
      select coalesce(json_object_agg(minute, asked), '{}') as running from (
        select floor(extract(epoch from ${at} - ${inquiries.clockStartedAt}) / 60)::int as minute,
          count(*)::int as asked
        from ${inquiries} where ${isWanted} and ${inquiries.firstCalledAt} is null
          and ${inquiries.clockStartedAt} > ${at} - ${minutes(lateAfterMinutes)}
        group by 1
      ) as waiting
    ) as clocks
    order by place`);
  return rows;
}

function figuresOf({ called, running, ...row }: Row): ComparedFigures {
  const onTheClock = Object.values(running).reduce((sum, clocks) => sum + clocks, 0);
  const other = row.asked - row.lt10 - row.lt60 - onTheClock;
  const neverCalled = row.uncalled - onTheClock;
  const waits = minuteWaits(
    (minute) => called[minute] ?? 0,
    (minute) => running[minute] ?? 0,
  );
  return {
    inquiries: row.asked,
    timeDiff: { lt10: row.lt10, lt60: row.lt60, other },
    ...{ neverCalled, enteredLater: row.entered_later },
    ...{ reached: row.reached, booked: row.booked },
    median: calledWithin(0.5, waits, { called: other - neverCalled, uncalled: neverCalled }),
  };
}

/**
 * Counts the spend and the costs per lead and per booked person over all campaigns, as `countCosts`
 * does, for each span in order and in total. The total sums the cents and the people of practices
 * with recorded spend. A practice without it has no people on days with spend, so its leads don't
 * lower the total's costs.
 */
export async function countCostsOf(
  tools: Tools,
  spans: Span[],
): Promise<{ each: ComparedCosts[]; together: ComparedCosts }> {
  const rows = await readEach(tools, spans, (some) => readSpent(tools, some));
  const withSpend = rows.filter(({ cents }) => cents !== null);
  const together = withSpend.reduce<Spent>(
    (sum, { cents, leads, booked }) => ({
      cents: (sum.cents ?? 0) + (cents ?? 0),
      leads: sum.leads + leads,
      booked: sum.booked + booked,
    }),
    { cents: null, leads: 0, booked: 0 },
  );
  return { each: rows.map(costsOf), together: costsOf(together) };
}

function costsOf({ cents, leads, booked }: Spent): ComparedCosts {
  return { spendCents: cents, perLead: costOf(cents, leads), perBooked: costOf(cents, booked) };
}

type Spent = { cents: number | null; leads: number; booked: number };

async function readSpent({ db }: Tools, spans: Span[]) {
  const { rows } = await db.execute<Spent>(sql`
    select spent.cents, spent.leads, spent.booked
    from ${wantedOf(spans)}
    cross join lateral (
      with days as (
        select campaign_id, day, spend_cents from ${campaignDays}
        where ${isOf(spans, campaignDays.clientId)} and spend_cents is not null
          and day >= (starts at time zone zone)::date and day < (ends at time zone zone)::date
      )
      select (select sum(spend_cents)::float8 from days) as cents,
        count(distinct coalesce(merged_from, lead_id))::int as leads,
        (count(distinct coalesce(merged_from, lead_id))
          filter (where ${inquiries.firstBookedAt} is not null))::int as booked
      from ${inquiries} join days on days.campaign_id = ${inquiries.campaignId}
        and days.day = (${inquiries.clockStartedAt} at time zone zone)::date
      where ${isWantedIn(spans)}
    ) as spent
    order by place`);
  return rows;
}

function wantedOf(spans: Span[]) {
  const column = (of: (span: Span) => string) => sql.param(spans.map(of));
  return sql`unnest(${column(({ clientId }) => clientId)}::uuid[],
    ${column(({ timeZone }) => timeZone)}::text[],
    ${column(({ from }) => from.toISOString())}::timestamptz[],
    ${column(({ to }) => to.toISOString())}::timestamptz[]
  ) with ordinality as wanted(id, zone, starts, ends, place)`;
}
