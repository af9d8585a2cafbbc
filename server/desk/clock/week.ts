// The Monday email's timing: a time zone's last whole week, and the hours to send in.
import { dayAfter, dayIn, daysUntil, hourIn, mondayOf, startOfDay } from "#contract/zones.ts";

/** When people are at work and can read it. */
const fromHour = 8;
/** A server that was down on Monday still sends it on Tuesday; after that it is old news. */
const daysLate = 1;

/** A week from Monday to Sunday, `to` exclusive: 167 or 169 hours when the clocks change. */
export type Week = { /** Its Monday. */ monday: string; from: Date; to: Date };

/** The week whose email is due now; null: none is due. */
export function dueWeek(now: Date, timeZone: string): Week | null {
  const today = dayIn(now, timeZone);
  const sinceMonday = daysUntil(mondayOf(today), today);
  if (sinceMonday > daysLate || (sinceMonday === 0 && hourIn(now, timeZone) < fromHour))
    return null;
  return weekBefore(now, timeZone);
}

/** The last whole week before this one. */
export function weekBefore(now: Date, timeZone: string, weeks = 1): Week {
  const monday = dayAfter(mondayOf(dayIn(now, timeZone)), -7 * weeks);
  return {
    monday,
    from: startOfDay(monday, timeZone),
    to: startOfDay(dayAfter(monday, 7), timeZone),
  };
}
