// How moments read: dates and times of day, in a practice's time zone or, without one, the
// reader's. Durations: clock-text.ts.
import { dayIn, formatIn } from "./zones.ts";

const nearMs = 6 * 24 * 60 * 60_000;

/** "8:14 am" today, "Mon 4:52 pm" this week, "Mar 3, 9:22 am" before that. */
export function timeText(at: string | Date, now: Date, timeZone: string): string {
  const moment = new Date(at);
  const clock = clockText(moment, timeZone);
  if (dayIn(moment, timeZone) === dayIn(now, timeZone)) return clock;
  const isNear = Math.abs(now.getTime() - moment.getTime()) < nearMs;
  const day = isNear
    ? text(moment, timeZone, { weekday: "short" })
    : `${monthDayText(moment, timeZone)},`;
  return `${day} ${clock}`;
}

/** "8:14 am" today, "Monday 8:10 am" this week, "Mar 3, 9:22 am" otherwise. */
export function dayTimeText(at: Date, now: Date, timeZone: string): string {
  const isNear = Math.abs(now.getTime() - at.getTime()) < nearMs;
  if (!isNear || dayIn(at, timeZone) === dayIn(now, timeZone)) return timeText(at, now, timeZone);
  return `${text(at, timeZone, { weekday: "long" })} ${clockText(at, timeZone)}`;
}

/** "8:14 am" */
export function clockText(at: Date, timeZone: string): string {
  return text(at, timeZone, { hour: "numeric", minute: "2-digit" });
}

/** "8:14:51 am" */
export function secondsText(at: string, timeZone: string): string {
  const whole = { hour: "numeric", minute: "2-digit", second: "2-digit" } as const;
  return text(at, timeZone, whole);
}

/** "Mar 3" */
export function monthDayText(at: string | Date, timeZone: string): string {
  return text(at, timeZone, { month: "short", day: "numeric" });
}

/** "Mar 3, 2026" */
export function dateText(at: string, timeZone?: string): string {
  return text(at, timeZone, { dateStyle: "medium" });
}

/** "Nov 22, 2026, 4:30 pm" */
export function momentText(
  at: string,
  { timeZone, timeStyle = "short" }: { timeZone?: string; timeStyle?: "short" | "medium" } = {},
): string {
  return text(at, timeZone, { dateStyle: "medium", timeStyle });
}

/** The complete date and time, for a title: "Tuesday, March 17, 2026 at 8:14:51 am EDT". */
export function exactText(at: string | Date, timeZone?: string): string {
  return text(at, timeZone, { dateStyle: "full", timeStyle: "long" });
}

/** "Eastern Time" */
export function zoneText(at: Date, timeZone: string): string {
  const format = formatIn(timeZone, { timeZoneName: "longGeneric" });
  return format.formatToParts(at).find(({ type }) => type === "timeZoneName")?.value ?? timeZone;
}

/** With ordinary spaces, on which Node and browsers disagree, and lowercase "am" and "pm". */
function text(
  at: string | Date,
  timeZone: string | undefined,
  options: Intl.DateTimeFormatOptions,
) {
  const formatted = formatIn(timeZone, options).format(new Date(at));
  return formatted.replace(/\u202f/g, " ").replace(/\b[AP]M\b/g, (half) => half.toLowerCase());
}
