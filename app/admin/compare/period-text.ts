// Formats a period of the comparison: a month by its name, and other periods by their first and
// last day.
import { comparisonWords as words } from "#content/console/comparison.ts";
import type { Comparison } from "#contract/comparison.ts";
import { dateText, monthDayText } from "#contract/moment-text.ts";
import { monthAfter, monthName } from "#contract/month-reports.ts";
import { dayAfter, daysUntil } from "#contract/zones.ts";

type Days = Comparison["periods"][number];

/** Returns a text such as "October 2026", "Oct 19, 2026 to Oct 25, 2026". */
export function periodText({ from, to }: Days): string {
  const month = monthOf({ from, to });
  return month ? monthName(month) : words.span(dateText(from, "UTC"), dateText(to, "UTC"));
}

/** Returns a text such as "Oct", "week of Oct 19", "30 days starting Oct 27". */
export function shortPeriodText({ from, to }: Days): string {
  const month = monthOf({ from, to });
  if (month) return monthName(month, "short");
  const isWeek = daysUntil(from, to) < 7;
  return (isWeek ? words.weekOf : words.daysFrom)(monthDayText(from, "UTC"));
}

/** Returns the month, or null if the period isn't exactly one month. */
export function monthOf({ from, to }: Days): string | null {
  const month = from.slice(0, 7);
  const next = `${monthAfter(month, 1)}-01`;
  const end = dayAfter(to, 1);
  return from === `${month}-01` && end === next ? month : null;
}
