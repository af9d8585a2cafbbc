// Computes how long a clock has run during business hours. Days and holidays are calendar days at
// the practice, but durations are real time, so a night of 23 or 25 hours counts in full. Pure.
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

export type BusinessHours = {
  timeZone: string;
  week: OpenWeek;
  holidays: Holiday[];
  /** Whether a day is a holiday that isn't listed. */
  isHoliday?: ((day: string) => boolean) | undefined;
};

/** The times when the practice opens and closes, in epoch milliseconds. */
type Opening = { opensAt: number; closesAt: number };

/** A practice counts as never open if it's closed for this many days in a row. */
const maxClosedDays = 366;

/**
 * Returns when a clock that started at `start` has run for `minutes` of business hours, or null if
 * it never will.
 */
export function afterOpenMinutes(start: Date, minutes: number, hours: BusinessHours): Date | null {
  let leftMs = minutes * minuteMs;
  // Two spans may overlap during the night when an hour is skipped. Each minute must count once.
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
 * Returns the latest time at which a clock can have started if it has run for that many business
 * minutes by `at`. It's the inverse of `afterOpenMinutes`. Returns null if the practice was never
 * open.
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
 * Returns when a clock must have started to reach each limit at `at`. All hours count if the
 * practice is never open.
 */
export function openStarts(at: Date, hours: BusinessHours): ClockStarts {
  const asOf = beforeOpenMinutes(at, 0, hours);
  const goal = beforeOpenMinutes(at, goalMinutes, hours);
  const onTime = beforeOpenMinutes(at, onTimeMinutes, hours);
  const late = beforeOpenMinutes(at, lateAfterMinutes, hours);
  return asOf && goal && onTime && late ? { asOf, goal, onTime, late } : wallStarts(at);
}

/** Returns the business time between two moments in milliseconds. Stops counting at `enough`. */
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
 * Yields the spans between two moments in which the practice is open. They are in order, don't
 * overlap, and are cut at both moments.
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

/**
 * Returns whether the practice is open at that moment. It's open at the start of a span, but no
 * longer at the end.
 */
export function isOpenAt(at: Date, hours: BusinessHours): boolean {
  const now = at.getTime();
  return openingsOf(dayIn(at, hours.timeZone), hours).some(
    ({ opensAt, closesAt }) => opensAt <= now && now < closesAt,
  );
}

/** Returns a day's spans. A holiday has none. */
export function openSpansOf(day: string, { week, holidays, isHoliday }: BusinessHours): OpenSpan[] {
  if (holidays.some(({ date }) => date === day) || isHoliday?.(day)) return [];
  return week[weekdayOf(day)] ?? [];
}

/**
 * The openings per day, cached for each set of hours, because rows need them every second and time
 * zone calculations are slow.
 */
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
