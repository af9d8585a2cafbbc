// In which hour of its week a practice was asked. Pure.
import { Temporal } from "temporal-polyfill";

/** 0 is midnight to one on Sunday; an hour that a night has twice is both times the same one. */
export function hourOfWeek(at: Date, timeZone: string): number {
  const local = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone);
  // ISO 8601's week ends with Sunday, ours begins with it.
  return (local.dayOfWeek % 7) * 24 + local.hour;
}
