// Cuts a period into whole UTC months and days, which have rollups, and the remaining edges.
import { dayMs } from "#contract/durations.ts";
import { dayOf, daysUntil } from "#contract/zones.ts";
import { type CutPeriod, cutIntoDays, type Period } from "#server/desk/clock/period.ts";

export type CutIntoParts = {
  /** First days of months, `to` exclusive. Empty if they are equal. */
  months: CutPeriod["days"];
  /**
   * Whole UTC days at both ends, as ranges like the months. They are added to the months, or
   * subtracted where the period includes most of a month that is counted whole.
   */
  days: [SignedDays, SignedDays];
  /** The partial days at both ends. */
  edges: CutPeriod["edges"];
};

type SignedDays = CutPeriod["days"] & { sign: 1 | -1 };

/** A month has about as many rollup rows as this many days. */
const monthAsDays = 3;

const noMonths = { from: "-infinity", to: "-infinity" };
const noDays: SignedDays = { ...noMonths, sign: 1 };

/** Cuts a period into parts. `now` is needed because future days have no counts. */
export function cutIntoParts(period: Period, now: Date): CutIntoParts {
  const { days, edges } = cutIntoDays(period);
  const tomorrow = dayOf(new Date(now.getTime() + dayMs));
  const count = (from: string, to: string) => countDays(from, earlier(to, tomorrow));

  const start = monthOf(days.from);
  const isStartWhole =
    count(start.month, days.from) + monthAsDays < count(days.from, earlier(start.next, days.to));
  const from = isStartWhole ? start.month : start.next;

  const end = monthOf(days.to);
  const isEndWhole =
    count(days.to, end.next) + monthAsDays < count(later(end.month, days.from), days.to);
  const to = isEndWhole ? end.next : end.month;

  if (from >= to) return { months: noMonths, days: [{ ...days, sign: 1 }, noDays], edges };
  return { months: { from, to }, days: [between(days.from, from), between(to, days.to)], edges };
}

// PostgreSQL's dates sort alphabetically, including its two infinities.

function earlier(one: string, other: string): string {
  return one < other ? one : other;
}

function later(one: string, other: string): string {
  return one < other ? other : one;
}

/** Returns zero if they are reversed. */
function countDays(from: string, to: string): number {
  return Math.max(0, daysUntil(from, to));
}

/** Returns the first day of a day's month and of the next month. An open end stays open. */
function monthOf(day: string): { month: string; next: string } {
  if (day.endsWith("infinity")) return { month: day, next: day };
  const at = new Date(day);
  const first = (offset: number) =>
    dayOf(new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + offset, 1)));
  return { month: first(0), next: first(1) };
}

/** A reversed range is already included in the months, so it must be subtracted. */
function between(from: string, to: string): SignedDays {
  return from <= to ? { from, to, sign: 1 } : { from: to, to: from, sign: -1 };
}
