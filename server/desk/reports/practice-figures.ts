// Counts a few figures for several practices at once, for the owner. They come from the rollups for
// whole UTC days and from running clocks.
import { type SQL, sql } from "drizzle-orm";
import { dayMs } from "#contract/durations.ts";
import { type PracticeFigures, practiceFigureDays } from "#contract/practices.ts";
import { lateAfterMinutes } from "#contract/timeliness.ts";
import { dayOf } from "#contract/zones.ts";
import { inquiries, rollups } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { calledWithin, minuteWaits } from "#server/desk/clock/called-within.ts";
import { minutes } from "#server/desk/clock/time-limits.ts";

type Tools = Pick<Deps, "db" | "now">;

/** Returns the figures of each requested practice. A practice without data has zeros. */
export async function countPracticeFigures(
  { db, now }: Tools,
  clientIds: string[],
): Promise<Map<string, PracticeFigures>> {
  const from = dayOf(new Date(now().getTime() - (practiceFigureDays - 1) * dayMs));
  const { rows } = await db.execute<Row>(figuresOf(clientIds, from, now()));
  const rowsOf = Map.groupBy(rows, (row) => row.client_id);
  return new Map(clientIds.map((id) => [id, sumUp(rowsOf.get(id) ?? [])]));
}

type Row = {
  client_id: string;
  part: "total" | "bucket" | "minute" | "running";
  key: string;
  leads: number;
  asked: number;
  lt10: number;
  lt60: number;
};

/**
 * Returns a query for the rollups, which include running clocks in their uncalled inquiries, and
 * for the running clocks, which aren't in a bucket yet.
 */
function figuresOf(clientIds: string[], from: string, now: Date): SQL {
  const isWanted = sql`= any(${sql.param(clientIds)}::uuid[])`;
  const at = sql`${now.toISOString()}::timestamptz`;
  return sql`
    select client_id, part, key, sum(leads)::int as leads, sum(asked)::int as asked,
      sum(lt10)::int as lt10, sum(lt60)::int as lt60
    from ${rollups}
    where client_id ${isWanted} and span = 'day' and since >= ${from}::date
      and (part in ('total', 'minute') or (part = 'bucket' and key = ''))
    group by client_id, part, key
    union all
    select client_id, 'running', floor(extract(epoch from ${at} - clock_started_at) / 60)::text,
      0, count(*)::int, 0, 0
    from ${inquiries}
    where client_id ${isWanted} and clock_started_at is not null and first_called_at is null
      and clock_started_at > ${at} - ${minutes(lateAfterMinutes)}
    group by 1, 3`;
}

function sumUp(rows: Row[]): PracticeFigures {
  const of = (part: Row["part"]) => rows.filter((row) => row.part === part);
  const total = of("total")[0] ?? { leads: 0, asked: 0, lt10: 0, lt60: 0 };
  const running = countsByKey(of("running"));
  const called = countsByKey(of("minute"));
  const onTheClock = of("running").reduce((sum, { asked }) => sum + asked, 0);
  const other = total.asked - total.lt10 - total.lt60 - onTheClock;
  const neverCalled = (of("bucket")[0]?.asked ?? 0) - onTheClock;
  const waits = minuteWaits(called, running);
  return {
    leads: total.leads,
    timeDiff: { lt10: total.lt10, lt60: total.lt60, other },
    neverCalled,
    median: calledWithin(0.5, waits, { called: other - neverCalled, uncalled: neverCalled }),
  };
}

function countsByKey(rows: Row[]): (minute: number) => number {
  const counts = new Map(rows.map(({ key, asked }) => [Number(key), asked]));
  return (minute) => counts.get(minute) ?? 0;
}
