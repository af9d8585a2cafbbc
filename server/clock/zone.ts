// Time zone arithmetic in the server. The app has its own, app/ui/zones.ts: this library is too
// large for a browser.
import { Temporal } from "temporal-polyfill";

export type Day = Temporal.PlainDate;

export function localTime(at: Date, timeZone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone);
}

/** 0 is Sunday, as in the contract's week; ISO 8601's ends on Sunday. */
export function weekdayOf({ dayOfWeek }: Pick<Day, "dayOfWeek">): number {
  return dayOfWeek % 7;
}

/**
 * The moment of a local time, in milliseconds; "24:00" is the day's end. A skipped local time is an
 * hour later; a repeated one is its first occurrence.
 */
export function instantOf(day: Day, time: string, timeZone: string): number {
  const isDayEnd = time === "24:00";
  const date = isDayEnd ? day.add({ days: 1 }) : day;
  const plainTime = isDayEnd ? "00:00" : time;
  return date.toZonedDateTime({ timeZone, plainTime }).epochMilliseconds;
}
