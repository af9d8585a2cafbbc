// A period cut into whole UTC months and days, for which there are counters, and what is left.
import { type CutPeriod, cutIntoDays, dayOf, type Period } from "./period.ts";

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

/** A month that misses no more days than these is taken whole: the fewer days are read. */
const mostDaysTakenOut = 15;

const noMonths = { from: "-infinity", to: "-infinity" };
const noDays: SignedDays = { ...noMonths, sign: 1 };

export function cutIntoParts(period: Period): CutIntoParts {
  const { days, edges } = cutIntoDays(period);
  const before = cutMonthOf(days.from);
  const after = cutMonthOf(days.to);
  const firstMonth = before && (before.past > mostDaysTakenOut ? before.next : before.month);
  const endMonth = after && (after.past > mostDaysTakenOut ? after.next : after.month);
  if (firstMonth && endMonth && firstMonth >= endMonth) {
    return { months: noMonths, days: [{ ...days, sign: 1 }, noDays], edges };
  }
  return {
    months: { from: firstMonth ?? days.from, to: endMonth ?? days.to },
    days: [
      firstMonth ? between(days.from, firstMonth) : noDays,
      endMonth ? between(endMonth, days.to) : noDays,
    ],
    edges,
  };
}

/** The month that a day lies in, how many of its days are past by then, and the next. */
function cutMonthOf(day: string): { month: string; past: number; next: string } | null {
  if (day.endsWith("infinity")) return null;
  const at = new Date(day);
  const month = (offset: number) =>
    dayOf(new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + offset, 1)));
  return { month: month(0), past: at.getUTCDate() - 1, next: month(1) };
}

/** What lies the wrong way round is among the months, and too much. */
function between(from: string, to: string): SignedDays {
  return from <= to ? { from, to, sign: 1 } : { from: to, to: from, sign: -1 };
}
