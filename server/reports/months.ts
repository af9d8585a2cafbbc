// A period cut into whole UTC months and days, for which there are counters, and what is left.
import { type CutPeriod, cutIntoDays, dayOf, type Period } from "#server/clock/period.ts";

export type CutIntoParts = {
  /** First days of months, `to` excluded; empty when they are equal. */
  months: CutPeriod["days"];
  /**
   * Whole UTC days at the two ends, said as the months are: to be added to the months, or taken out
   * of them again where most of a month is meant and so the whole of it is among them.
   */
  days: [SignedDays, SignedDays];
  /** What is left at the two ends: pieces of a day. */
  edges: CutPeriod["edges"];
};

type SignedDays = CutPeriod["days"] & { sign: 1 | -1 };

const dayMs = 24 * 60 * 60 * 1000;
/** A month has about as many counters as so many days. */
const monthAsDays = 3;

const noMonths = { from: "-infinity", to: "-infinity" };
const noDays: SignedDays = { ...noMonths, sign: 1 };

/** `now`: of days that are yet to come nothing is counted. */
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

// Dates as the database writes them are in the order of their letters, its two infinities too.

function earlier(one: string, other: string): string {
  return one < other ? one : other;
}

function later(one: string, other: string): string {
  return one < other ? other : one;
}

/** None if they lie the wrong way round. */
function countDays(from: string, to: string): number {
  return Math.max(0, (Date.parse(to) - Date.parse(from)) / dayMs);
}

/** The first day of the month that a day lies in, and of the next; an end that is open stays so. */
function monthOf(day: string): { month: string; next: string } {
  if (day.endsWith("infinity")) return { month: day, next: day };
  const at = new Date(day);
  const first = (offset: number) =>
    dayOf(new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + offset, 1)));
  return { month: first(0), next: first(1) };
}

/** What lies the wrong way round is among the months, and too much. */
function between(from: string, to: string): SignedDays {
  return from <= to ? { from, to, sign: 1 } : { from: to, to: from, sign: -1 };
}
