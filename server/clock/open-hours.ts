// Open time: how long a person waited while the practice was open. Pure.
import type { OpenHours } from "#contract/open-hours.ts";
import {
  type ClockStarts,
  goalMinutes,
  lateAfterMinutes,
  onTimeMinutes,
  wallStarts,
} from "#contract/timeliness.ts";
import { type Day, instantOf, localTime, weekdayOf } from "./zone.ts";

export type Hours = Pick<OpenHours, "timeZone" | "week" | "holidays">;

/** A practice that is closed for this many days in a row counts as never open. */
const maxClosedDays = 366;
const minuteMs = 60_000;

/**
 * Until when the first call of a clock is on time, and from when on it is late, in open minutes. A
 * practice that opens too rarely to reach a limit would never be late: then both limits are wall
 * time, so that they keep their order.
 */
export function openLimits(startedAt: Date, hours: Hours): { onTimeUntil: Date; lateAt: Date } {
  const onTimeUntil = afterOpenMinutes(startedAt, onTimeMinutes, hours);
  const lateAt = afterOpenMinutes(startedAt, lateAfterMinutes, hours);
  if (onTimeUntil && lateAt) return { onTimeUntil, lateAt };
  const after = (minutes: number) => new Date(startedAt.getTime() + minutes * minuteMs);
  return { onTimeUntil: after(onTimeMinutes), lateAt: after(lateAfterMinutes) };
}

/**
 * When a clock that started at `startedAt` has run `minutes` of open time; null for a practice that
 * is never open. Days and holidays are calendar days of the practice; lengths are real time, so a
 * night of 23 or 25 hours counts with its real length.
 */
export function afterOpenMinutes(startedAt: Date, minutes: number, hours: Hours): Date | null {
  let leftMs = minutes * minuteMs;
  // Two spans may overlap in the night that skips an hour: no minute counts twice.
  let countedTo = startedAt.getTime();
  const firstDay = localTime(startedAt, hours.timeZone).toPlainDate();
  for (let days = 0; days <= maxClosedDays; days += 1) {
    for (const { opensAt, closesAt } of openTimesOf(firstDay.add({ days }), hours)) {
      const from = Math.max(opensAt, countedTo);
      const roomMs = closesAt - from;
      if (roomMs <= 0) continue;
      if (leftMs <= roomMs) return new Date(from + leftMs);
      leftMs -= roomMs;
      countedTo = closesAt;
    }
  }
  return null;
}

/** The starts of the clocks that have run for each limit at `at`; all hours if it is never open. */
export function openStarts(at: Date, hours: Hours): ClockStarts {
  const asOf = beforeOpenMinutes(at, 0, hours);
  const goal = beforeOpenMinutes(at, goalMinutes, hours);
  const onTime = beforeOpenMinutes(at, onTimeMinutes, hours);
  const late = beforeOpenMinutes(at, lateAfterMinutes, hours);
  return asOf && goal && onTime && late ? { asOf, goal, onTime, late } : wallStarts(at);
}

/**
 * The latest start of a clock that has run `minutes` of open time at `at`: the inverse of
 * `afterOpenMinutes`. Null for a practice that was never open.
 */
export function beforeOpenMinutes(at: Date, minutes: number, hours: Hours): Date | null {
  let leftMs = minutes * minuteMs;
  let countedFrom = at.getTime();
  const lastDay = localTime(at, hours.timeZone).toPlainDate();
  for (let days = 0; days <= maxClosedDays; days += 1) {
    for (const { opensAt, closesAt } of openTimesOf(lastDay.subtract({ days }), hours).reverse()) {
      const to = Math.min(closesAt, countedFrom);
      const roomMs = to - opensAt;
      if (roomMs <= 0) continue;
      if (leftMs <= roomMs) return new Date(to - leftMs);
      leftMs -= roomMs;
      countedFrom = opensAt;
    }
  }
  return null;
}

/** Opening is inclusive, closing is not. */
export function isOpenAt(at: Date, hours: Hours): boolean {
  const now = at.getTime();
  const today = localTime(at, hours.timeZone).toPlainDate();
  return openTimesOf(today, hours).some(
    ({ opensAt, closesAt }) => opensAt <= now && now < closesAt,
  );
}

/** When the practice is open between two moments: in order, none overlapping, cut at both. */
export function openTimesBetween(
  from: Date,
  to: Date,
  hours: Hours,
): { opensAt: number; closesAt: number }[] {
  const end = localTime(to, hours.timeZone).toPlainDate();
  const spans: { opensAt: number; closesAt: number }[] = [];
  // Two spans may overlap in the night that skips an hour: no minute counts twice.
  let countedTo = from.getTime();
  for (
    let day = localTime(from, hours.timeZone).toPlainDate();
    day.until(end, { largestUnit: "days" }).days >= 0;
    day = day.add({ days: 1 })
  ) {
    for (const span of openTimesOf(day, hours)) {
      const opensAt = Math.max(span.opensAt, countedTo);
      const closesAt = Math.min(span.closesAt, to.getTime());
      if (closesAt <= opensAt) continue;
      spans.push({ opensAt, closesAt });
      countedTo = closesAt;
    }
  }
  return spans;
}

function openTimesOf(day: Day, hours: Hours) {
  if (hours.holidays.some(({ date }) => date === day.toString())) return [];
  const spans = hours.week[weekdayOf(day)] ?? [];
  return spans.map(({ from, to }) => ({
    opensAt: instantOf(day, from, hours.timeZone),
    closesAt: instantOf(day, to, hours.timeZone),
  }));
}
