// Open time: how long a person waited while the practice was open. Pure.
import { Temporal } from "temporal-polyfill";
import type { OpenHours } from "#contract/open-hours.ts";
import { lateAfterMinutes, onTimeMinutes } from "#contract/timeliness.ts";

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
  const firstDay = Temporal.Instant.fromEpochMilliseconds(startedAt.getTime())
    .toZonedDateTimeISO(hours.timeZone)
    .toPlainDate();
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

function openTimesOf(day: Temporal.PlainDate, hours: Hours) {
  if (hours.holidays.some(({ date }) => date === day.toString())) return [];
  // The contract's week begins on Sunday; ISO 8601's ends on Sunday.
  const spans = hours.week[day.dayOfWeek % 7] ?? [];
  return spans.map(({ from, to }) => ({
    opensAt: instantOf(day, from, hours.timeZone),
    closesAt: instantOf(day, to, hours.timeZone),
  }));
}

/** A skipped local time is an hour later; a repeated one is its first occurrence. */
function instantOf(day: Temporal.PlainDate, time: string, timeZone: string): number {
  const isDayEnd = time === "24:00";
  const date = isDayEnd ? day.add({ days: 1 }) : day;
  const plainTime = isDayEnd ? "00:00" : time;
  return date.toZonedDateTime({ timeZone, plainTime }).epochMilliseconds;
}
