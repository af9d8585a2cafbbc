// Computes when the regular emails are due, and which days each of them covers.
import { monthAfter } from "#contract/month-reports.ts";
import { dayAfter, dayIn, daysUntil, momentAt, mondayOf, startOfDay } from "#contract/zones.ts";

/** The time of the weekly and monthly emails, when people are at work to read them. */
const workTime = "08:00";
/** How many days late an email may be sent, such as after an outage. Later, it is old news. */
const daysLate = 1;
/** The time of the daily email, before the front desk opens. */
const morningTime = "07:00";
/** The daily email isn't sent later than this, because the day is well underway. */
const morningEnds = "12:00";

/**
 * Whole days in a time zone, `to` exclusive. A week has 167 or 169 hours when the clocks change.
 */
export type Days = { firstDay: string; from: Date; to: Date };

/** The days that an email covers, and the time it became due. */
export type Due = Days & { at: Date };

/** Returns the week, Monday to Sunday, whose email is due now; null if none is due. */
export function dueWeek(now: Date, timeZone: string): Due | null {
  const at = dueAt(mondayOf(dayIn(now, timeZone)), now, timeZone);
  return at && { ...weekBefore(now, timeZone), at };
}

/** Returns the month whose report is due now; null if none is due. */
export function dueMonth(now: Date, timeZone: string): Due | null {
  const month = dayIn(now, timeZone).slice(0, 7);
  const at = dueAt(firstOf(month), now, timeZone);
  return at && { ...daysFrom(firstOf(monthAfter(month, -1)), firstOf(month), timeZone), at };
}

/** Returns yesterday if its numbers are due now; null otherwise. */
export function dueYesterday(now: Date, timeZone: string): Due | null {
  const today = dayIn(now, timeZone);
  const at = momentAt(today, morningTime, timeZone);
  if (now < at || now >= momentAt(today, morningEnds, timeZone)) return null;
  return { ...daysFrom(dayAfter(today, -1), today, timeZone), at };
}

/** Returns the last complete week, or an earlier one. */
export function weekBefore(now: Date, timeZone: string, weeks = 1): Days {
  const monday = dayAfter(mondayOf(dayIn(now, timeZone)), -7 * weeks);
  return daysFrom(monday, dayAfter(monday, 7), timeZone);
}

/** Returns when the email became due that day; null if it isn't due yet or it is too late. */
function dueAt(day: string, now: Date, timeZone: string): Date | null {
  const at = momentAt(day, workTime, timeZone);
  return now < at || daysUntil(day, dayIn(now, timeZone)) > daysLate ? null : at;
}

function daysFrom(firstDay: string, end: string, timeZone: string): Days {
  return { firstDay, from: startOfDay(firstDay, timeZone), to: startOfDay(end, timeZone) };
}

function firstOf(month: string): string {
  return `${month}-01`;
}
