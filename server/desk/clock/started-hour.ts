// The hour of the practice's week in which an inquiry arrived. Pure.
import { dayIn, hourIn, weekdayOf } from "#contract/zones.ts";

/**
 * Returns the hour; 0 is midnight to 1 am on Sunday. Both occurrences of a repeated hour are the
 * same hour.
 */
export function hourOfWeek(at: Date, timeZone: string): number {
  return weekdayOf(dayIn(at, timeZone)) * 24 + hourIn(at, timeZone);
}
