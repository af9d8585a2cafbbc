// Computes the hour of the practice's week in which an inquiry arrived. Pure.
import { dayIn, hourIn, weekdayOf } from "#contract/zones.ts";

/**
 * Returns the hour of the week; 0 is midnight to 1 am on Sunday. An hour that is repeated when the
 * clocks change has the same number both times.
 */
export function hourOfWeek(at: Date, timeZone: string): number {
  return weekdayOf(dayIn(at, timeZone)) * 24 + hourIn(at, timeZone);
}
