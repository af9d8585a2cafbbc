// The hour of the practice's week in which an inquiry arrived. Pure.
import { Temporal } from "temporal-polyfill";

/** 0 is Sunday, midnight to 1 am; the two occurrences of a repeated hour are the same hour. */
export function hourOfWeek(at: Date, timeZone: string): number {
  const local = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone);
  // ISO 8601's week ends on Sunday; ours begins on Sunday.
  return (local.dayOfWeek % 7) * 24 + local.hour;
}
