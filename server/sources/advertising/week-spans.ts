// The weeks on a campaign's page, and the previous days that they are compared with. Pure.
import { dayAfter, mondayOf } from "#contract/zones.ts";

/** Both days included. */
export type Span = { from: string; to: string };

/**
 * Returns the weeks, newest first (the newest ends with `last`), their total, and the same number
 * of previous days. Those begin that many weeks earlier, so both have the same days of the week.
 */
export function spansOf(last: string, count: number): { total: Span; before: Span; weeks: Span[] } {
  const newest = mondayOf(last);
  const weeks = Array.from({ length: count }, (_, back) => {
    const from = dayAfter(newest, -7 * back);
    return { from, to: back === 0 ? last : dayAfter(from, 6) };
  });
  const total = { from: dayAfter(newest, -7 * (count - 1)), to: last };
  const earlier = (day: string) => dayAfter(day, -7 * count);
  return { total, before: { from: earlier(total.from), to: earlier(last) }, weeks };
}
