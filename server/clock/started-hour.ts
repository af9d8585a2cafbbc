// The hour of the practice's week in which an inquiry arrived. Pure.
import { localTime, weekdayOf } from "./zone.ts";

/** 0 is Sunday, midnight to 1 am; the two occurrences of a repeated hour are the same hour. */
export function hourOfWeek(at: Date, timeZone: string): number {
  const local = localTime(at, timeZone);
  return weekdayOf(local) * 24 + local.hour;
}
