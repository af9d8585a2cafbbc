// Computes what a month's report must contain from timelines alone, like expected-figures.ts.
import type { MonthFigures } from "#contract/month-reports.ts";
import { calledWithin, expectedBucketOf, isOne, type View, type Wait } from "./expected-figures.ts";

const buckets = ["lt10", "lt60", "other"] as const;

/**
 * Returns the expected figures for a counting mode, except for the costs. The curve's shares are
 * rounded to whole percentages.
 */
export function expectedReading(waits: Wait[], view: View) {
  const counted = waits.filter((wait) => expectedBucketOf(wait, view) !== "running");
  const within = calledWithin(waits, view);
  const isNobody = waits.length === 0;
  return {
    total: countedIn(counted, view),
    uncalled: counted.filter(({ calledAt }) => calledAt === null).length,
    onTheClock: waits.length - counted.length,
    campaigns: splitBy("campaign", counted, view),
    sources: splitBy("source", counted, view),
    half: isNobody ? null : within.half,
    nineInTen: isNobody ? null : within.nineInTen,
    curve: [...within.shares].map(([minutes, share]) => [minutes, Math.round(share * 100)]),
    cameOfIt: Object.fromEntries(
      buckets.map((bucket) => {
        const its = counted.filter(isOne(bucket, view));
        const reached = its.filter(({ isReached }) => isReached).length;
        const booked = its.filter(({ isBooked }) => isBooked).length;
        const enteredLater = its.filter(({ isEnteredLater }) => isEnteredLater).length;
        return [bucket, { inquiries: its.length, reached, booked, enteredLater }];
      }),
    ),
  };
}

/** Returns the same figures as a report states them. */
export function readReading(reading: MonthFigures["wall"]) {
  // Business hours have their own test, reports/open-hours-in-figures.test.ts.
  const { firstCall, campaigns, sources, openHoursPerWeek: _, ...rest } = reading;
  return {
    ...rest,
    campaigns: campaigns.map(({ _id, ...row }) => row).toSorted(byName),
    sources: sources.map(({ _id, ...row }) => row).toSorted(byName),
    half: firstCall.half,
    nineInTen: firstCall.nineInTen,
    curve: firstCall.curve.map(({ minutes, share }) => [minutes, Math.round(share * 100)]),
  };
}

function splitBy(by: "campaign" | "source", waits: Wait[], view: View) {
  const names = [...new Set(waits.map((wait) => wait[by]))];
  return names
    .map((name) => ({
      name,
      ...countedIn(
        waits.filter((wait) => wait[by] === name),
        view,
      ),
    }))
    .toSorted(byName);
}

function countedIn(waits: Wait[], view: View) {
  const [lt10 = 0, lt60 = 0, other = 0] = buckets.map(
    (bucket) => waits.filter(isOne(bucket, view)).length,
  );
  const enteredLater = waits.filter(({ isEnteredLater }) => isEnteredLater).length;
  return { lt10, lt60, other, enteredLater };
}

function byName(a: { name: string | null }, b: { name: string | null }): number {
  return (a.name ?? "").localeCompare(b.name ?? "");
}
