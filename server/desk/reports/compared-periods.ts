// Returns the periods for comparing practices: the requested period and earlier ones. Pure.
import { type ComparisonQuery, comparedPeriods } from "#contract/comparison.ts";
import { monthAfter } from "#contract/month-reports.ts";
import { dayAfter, mondayOf } from "#contract/zones.ts";

/** Local days. `to` is exclusive. */
export type Days = { from: string; to: string };

/** Returns the periods, newest first; null for a month that hasn't started. */
export function periodsUntil(asked: ComparisonQuery["period"], today: string): Days[] | null {
  const back = Array.from({ length: comparedPeriods }, (_, periods) => periods);
  const from = (start: string, days: number) =>
    back.map((periods) => {
      const first = dayAfter(start, -periods * days);
      return { from: first, to: dayAfter(first, days) };
    });
  if (asked === "week") return from(dayAfter(mondayOf(today), -7), 7);
  if (asked === "30d") return from(dayAfter(today, -29), 30);
  const current = today.slice(0, 7);
  const month = asked === "month" ? monthAfter(current, -1) : asked;
  if (month > current) return null;
  const start = (months: number) => `${monthAfter(month, months)}-01`;
  return back.map((months) => ({ from: start(-months), to: start(1 - months) }));
}
