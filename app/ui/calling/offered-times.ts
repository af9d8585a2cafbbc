// The days and times that a form offers for a callback or an appointment. Pure.
import { type BusinessHours, openSpansOf } from "#contract/open-time.ts";
import { dayAfter, dayIn, instantAt } from "#contract/zones.ts";

const mostDays = 3;
/** How many days ahead are searched. A practice that is closed for longer gets no days. */
const withinDays = 14;
const usualTimes = ["09:00", "11:00", "14:00", "16:00"];

/** Returns the next days on which a time is left, which may include today. */
export function offeredDays(now: Date, hours: BusinessHours): string[] {
  const today = dayIn(now, hours.timeZone);
  return Array.from({ length: withinDays }, (_, days) => dayAfter(today, days))
    .filter((day) => timesOf(day, now, hours).length > 0)
    .slice(0, mostDays);
}

/** Returns the usual times on that day at which the practice is open and which haven't passed. */
export function timesOf(day: string, now: Date, hours: BusinessHours): Date[] {
  const spans = openSpansOf(day, hours);
  return usualTimes
    .filter((time) => spans.some(({ from, to }) => from <= time && time < to))
    .flatMap((time) => instantAt(`${day}T${time}`, hours.timeZone) ?? [])
    .filter((at) => at > now);
}
