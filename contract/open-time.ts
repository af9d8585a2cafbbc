// Open time: how long a clock has run while a practice was open. Pure. Days and holidays are calendar
// days of the practice; lengths are real time, so a night of 23 or 25 hours counts with its real
// length.
import { minuteMs } from "./durations.ts";
import type { Holiday, OpenSpan, OpenWeek } from "./open-hours.ts";
import {
  type ClockStarts,
  goalMinutes,
  lateAfterMinutes,
  onTimeMinutes,
  wallStarts,
} from "./timeliness.ts";
import { dayAfter, dayIn, momentAt, weekdayOf } from "./zones.ts";

export type BusinessHours = { timeZone: string; week: OpenWeek; holidays: Holiday[] };

/** When the practice opens and closes, in milliseconds. */
type Opening = { opensAt: number; closesAt: number };

/** A practice that is closed for this many days in a row counts as never open. */
const maxClosedDays = 366;

/**
 * The time at which a clock started at `start` has run for `minutes` of open time; null if it never
 * does.
 */
export function afterOpenMinutes(start: Date, minutes: number, hours: BusinessHours): Date | null {
  let leftMs = minutes * minuteMs;
  // Two spans may overlap in the night that skips an hour, so make sure no minute counts twice.
  let countedTo = start.getTime();
  const firstDay = dayIn(start, hours.timeZone);
  for (let days = 0; days <= maxClosedDays; days += 1) {
    for (const { opensAt, closesAt } of openingsOf(dayAfter(firstDay, days), hours)) {
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

/**
 * Returns the latest start of a clock that has run that many open minutes at `at`: the inverse of
 * `afterOpenMinutes`. Returns null for a practice that was never open.
 */
export function beforeOpenMinutes(at: Date, minutes: number, hours: BusinessHours): Date | null {
  let leftMs = minutes * minuteMs;
  let countedFrom = at.getTime();
  const lastDay = dayIn(at, hours.timeZone);
  for (let days = 0; days <= maxClosedDays; days += 1) {
    for (const { opensAt, closesAt } of openingsOf(dayAfter(lastDay, -days), hours).toReversed()) {
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

/**
 * Returns when a clock started that reaches each limit at `at`; by all hours if a practice is never
 * open.
 */
export function openStarts(at: Date, hours: BusinessHours): ClockStarts {
  const asOf = beforeOpenMinutes(at, 0, hours);
  const goal = beforeOpenMinutes(at, goalMinutes, hours);
  const onTime = beforeOpenMinutes(at, onTimeMinutes, hours);
  const late = beforeOpenMinutes(at, lateAfterMinutes, hours);
  return asOf && goal && onTime && late ? { asOf, goal, onTime, late } : wallStarts(at);
}

/** Measures the open time from one moment to another, in milliseconds, counted up to `enough`. */
export function openMsBetween(
  start: Date,
  end: Date,
  hours: BusinessHours,
  enough = Number.POSITIVE_INFINITY,
): number {
  let counted = 0;
  for (const { opensAt, closesAt } of openTimesBetween(start, end, hours)) {
    counted += closesAt - opensAt;
    if (counted >= enough) return enough;
  }
  return counted;
}

/**
 * Returns when the practice is open between two moments: in order, none overlapping, cut at both.
 */
export function* openTimesBetween(from: Date, to: Date, hours: BusinessHours): Generator<Opening> {
  let countedTo = from.getTime();
  const lastDay = dayIn(to, hours.timeZone);
  for (let day = dayIn(from, hours.timeZone); day <= lastDay; day = dayAfter(day, 1)) {
    for (const opening of openingsOf(day, hours)) {
      const opensAt = Math.max(opening.opensAt, countedTo);
      const closesAt = Math.min(opening.closesAt, to.getTime());
      if (closesAt <= opensAt) continue;
      yield { opensAt, closesAt };
      countedTo = closesAt;
    }
  }
}

/** Checks whether the practice is open then: opening is inclusive, closing is not. */
export function isOpenAt(at: Date, hours: BusinessHours): boolean {
  const now = at.getTime();
  return openingsOf(dayIn(at, hours.timeZone), hours).some(
    ({ opensAt, closesAt }) => opensAt <= now && now < closesAt,
  );
}

/** Returns a day's spans; none on a holiday. */
export function openSpansOf(day: string, { week, holidays }: BusinessHours): OpenSpan[] {
  if (holidays.some(({ date }) => date === day)) return [];
  return week[weekdayOf(day)] ?? [];
}

/** Computed once per day and hours: rows ask each second, and time zones are slow. */
const known = new WeakMap<BusinessHours, Map<string, Opening[]>>();

function openingsOf(day: string, hours: BusinessHours): Opening[] {
  const days = known.get(hours) ?? new Map<string, Opening[]>();
  known.set(hours, days);
  const cached = days.get(day);
  if (cached) return cached;
  const openings = openSpansOf(day, hours).map(({ from, to }) => ({
    opensAt: momentAt(day, from, hours.timeZone).getTime(),
    closesAt: momentAt(day, to, hours.timeZone).getTime(),
  }));
  days.set(day, openings);
  return openings;
}
