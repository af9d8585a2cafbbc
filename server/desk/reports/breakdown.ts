// Returns the figures by hour, campaign and source, the time to the first call, and the results.
// All of it comes from one statement, so it is a single snapshot.
import type { Counted, FigureQuery, Figures, OutcomeCounts } from "#contract/figures.ts";
import { type Bucket, lateAfterMinutes, onTimeMinutes } from "#contract/timeliness.ts";
import type { Deps } from "#server/deps.ts";
import {
  calledWithin,
  curveOf,
  type Late,
  minuteWaits,
  type Wait,
} from "#server/desk/clock/called-within.ts";
import { fewestOpenHours } from "#server/people/open-hours.ts";
import { type Columns, parts, type Row } from "./breakdown-query.ts";
import { extentOf, valuesOf } from "./period-pieces.ts";

/** Handles `GET /api/leads/figures`. */
export async function breakDownFigures(
  deps: Deps,
  clientId: string,
  query: FigureQuery,
): Promise<Figures> {
  const { reading, campaign: campaignId } = query;
  const [counted] = await parts(
    deps.db,
    campaignId ? "campaign" : extentOf(query),
    reading,
  ).execute({ clientId, campaignId, ...valuesOf(query, deps.now()) });
  if (!counted) throw new Error("The sums returned no row");
  const openHoursPerWeek = reading === "open" ? await fewestOpenHours(deps, clientId, query) : null;
  return { ...figuresOf(rowsOf(counted), reading), openHoursPerWeek };
}

function rowsOf(columns: Columns): Row[] {
  const rows: Record<string, unknown>[] = columns.part.map(() => ({}));
  for (const [name, values] of Object.entries(columns)) {
    for (const [place, row] of rows.entries()) row[name] = values[place];
  }
  return rows as Row[];
}

function figuresOf(
  rows: Row[],
  reading: FigureQuery["reading"],
): Omit<Figures, "openHoursPerWeek"> {
  const of = (part: Row["part"]) => rows.filter((row) => row.part === part && row.asked > 0);
  const buckets = of("bucket");
  const running = of("running");
  const total = sumOf(buckets.map(countedIn));
  const uncalled = buckets
    .filter(({ key }) => key === "")
    .reduce((sum, { asked }) => sum + asked, 0);
  return {
    total,
    uncalled,
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
    firstCall: firstCallOf(
      total,
      { called: total.other - uncalled, uncalled },
      { minutes: of("minute"), running },
      reading,
    ),
    cameOfIt: outcomesOf(buckets, reading),
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

function firstCallOf(
  total: Counted,
  late: Late,
  { minutes, running }: { minutes: Row[]; running: Row[] },
  reading: FigureQuery["reading"],
): Figures["firstCall"] {
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

/**
 * Sums the results by bucket. A row's key names its bucket in both counting modes; an uncalled
 * inquiry's key names none, so it counts as late.
 */
function outcomesOf(buckets: Row[], reading: FigureQuery["reading"]): Figures["cameOfIt"] {
  const sums: Record<Bucket, OutcomeCounts> = {
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

const none: OutcomeCounts = { inquiries: 0, reached: 0, booked: 0, enteredLater: 0 };
