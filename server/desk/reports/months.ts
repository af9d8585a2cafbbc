// Cuts a period into whole UTC months and days, which have rollups, and the partial days at both
// ends.
import { dayMs } from "#contract/durations.ts";
import { dayOf, daysUntil } from "#contract/zones.ts";
import { type CutPeriod, cutIntoDays, type Period } from "#server/desk/clock/period.ts";

export type CutIntoParts = {
  /** The whole months, by their first days. `to` is exclusive. Empty if both are equal. */
  months: CutPeriod["days"];
  /**
   * Whole UTC days before and after the months. They are added, or subtracted if they belong to a
   * month that is counted as a whole although not all of it is in the period.
   */
  days: [SignedDays, SignedDays];
  /** The partial days at both ends. */
  edges: CutPeriod["edges"];
};

type SignedDays = CutPeriod["days"] & { sign: 1 | -1 };

/** A month's rollups have about as many rows as those of this many days. */
const monthAsDays = 3;

const noMonths = { from: "-infinity", to: "-infinity" };
const noDays: SignedDays = { ...noMonths, sign: 1 };

/**
 * Cuts a period into parts. `now` is needed because days in the future have no counts and cost
 * nothing to read.
 */
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

// The functions below compare dates as text, which works even for PostgreSQL's two infinities.

function earlier(one: string, other: string): string {
  return one < other ? one : other;
}

function later(one: string, other: string): string {
  return one < other ? other : one;
}

/** Returns the number of days between two dates; zero if they are in the wrong order. */
function countDays(from: string, to: string): number {
  return Math.max(0, daysUntil(from, to));
}

/**
 * Returns the first day of a day's month, and that of the next month. An infinite date stays
 * infinite.
 */
function monthOf(day: string): { month: string; next: string } {
  if (day.endsWith("infinity")) return { month: day, next: day };
  const at = new Date(day);
  const first = (offset: number) =>
    dayOf(new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + offset, 1)));
  return { month: first(0), next: first(1) };
}

/**
 * Returns the days between two dates. If the dates are reversed, the days are already included in
 * the months, so they must be subtracted.
 */
function between(from: string, to: string): SignedDays {
  return from <= to ? { from, to, sign: 1 } : { from: to, to: from, sign: -1 };
}
