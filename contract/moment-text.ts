// Formats dates and times for screens, emails and PDFs. The time zone is the practice's, the
// agency's or a visitor's, never the machine's, so the server and the browser produce the same
// text. For durations, see app/ui/clock-text.ts.
import { dayMs } from "./durations.ts";
import type { Language } from "./languages.ts";
import { dayIn, formatIn } from "./zones.ts";

const nearMs = 6 * dayMs;

/**
 * Returns a text such as "8:14 am" for today, "Mon 4:52 pm" for this week, and "Mar 3, 9:22 am" for
 * earlier times.
 */
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

/**
 * Returns a text such as "8:14 am" for today, "Monday 8:10 am" for this week, and "Mar 3, 9:22 am"
 * for other times.
 */
export function dayTimeText(at: Date, now: Date, timeZone: string): string {
  const isNear = Math.abs(now.getTime() - at.getTime()) < nearMs;
  if (!isNear || dayIn(at, timeZone) === dayIn(now, timeZone)) return timeText(at, now, timeZone);
  return `${text(at, timeZone, { weekday: "long" })} ${clockText(at, timeZone)}`;
}

/** Returns a text such as "Tue Mar 17, 8:14 am". */
export function headText(at: Date, timeZone: string): string {
  const weekday = text(at, timeZone, { weekday: "short" });
  return `${weekday} ${monthDayText(at, timeZone)}, ${clockText(at, timeZone)}`;
}

/** Returns a text such as "8:14 am" or, in Spanish, "8:14 a.m.". */
export function clockText(at: Date, timeZone: string, language?: Language): string {
  return text(at, timeZone, clock, language);
}

/** Returns a text such as "8:14 am EDT". */
export function zonedClockText(at: Date, timeZone: string): string {
  return text(at, timeZone, { ...clock, timeZoneName: "short" });
}

/** Returns a text such as "8:14:51 am". */
export function secondsText(at: string, timeZone: string): string {
  return text(at, timeZone, { ...clock, second: "2-digit" });
}

/**
 * Returns a text such as "Thu" or "Thursday, March 19" for a calendar day ("2026-03-19"), which
 * doesn't depend on a time zone.
 */
export function dayText(
  day: string,
  options: Intl.DateTimeFormatOptions,
  language?: Language,
): string {
  return text(`${day}T00:00Z`, "UTC", options, language);
}

/** Returns a text such as "Mar 3". */
export function monthDayText(at: string | Date, timeZone: string): string {
  return text(at, timeZone, { month: "short", day: "numeric" });
}

/** Returns a text such as "Tue, Mar 3". */
export function weekdayDateText(at: string | Date, timeZone: string): string {
  return text(at, timeZone, { weekday: "short", month: "short", day: "numeric" });
}

/** Returns a text such as "Tuesday, March 3". */
export function longDayText(at: string | Date, timeZone: string, language?: Language): string {
  return text(at, timeZone, { weekday: "long", month: "long", day: "numeric" }, language);
}

/** Returns a text such as "Mar 3, 2026". */
export function dateText(at: string, timeZone: string): string {
  return text(at, timeZone, { dateStyle: "medium" });
}

/** Returns a text such as "March 3, 2026". */
export function longDateText(at: string | Date, timeZone: string, language?: Language): string {
  return text(at, timeZone, { dateStyle: "long" }, language);
}

/** Returns a text such as "Nov 22, 2026, 4:30 pm". */
export function momentText(
  at: string,
  { timeZone, timeStyle = "short" }: { timeZone: string; timeStyle?: "short" | "medium" },
): string {
  return text(at, timeZone, { dateStyle: "medium", timeStyle });
}

/** Returns a text such as "3/17/26, 8:14 am". */
export function shortMomentText(at: string | Date, timeZone: string): string {
  return text(at, timeZone, { dateStyle: "short", timeStyle: "short" });
}

/** Returns a text such as "March 17, 2026 at 8:14 am EDT". */
export function zonedMomentText(at: Date, timeZone: string): string {
  return `${longDateText(at, timeZone)} at ${zonedClockText(at, timeZone)}`;
}

/**
 * Returns the full date and time, such as "Tuesday, March 17, 2026 at 8:14:51 am EDT", for a
 * tooltip.
 */
export function exactText(at: string | Date, timeZone: string): string {
  return text(at, timeZone, { dateStyle: "full", timeStyle: "long" });
}

/** Returns a text such as "Eastern Time". */
export function zoneText(at: Date, timeZone: string, language?: Language): string {
  const parts = formatIn(timeZone, { timeZoneName: "longGeneric" }, language).formatToParts(at);
  const name = parts.find(({ type }) => type === "timeZoneName")?.value ?? timeZone;
  // Browsers' Spanish name for Eastern Time isn't the one that people in Florida use.
  return name.replace("hora oriental", "hora del este");
}

const clock = { hour: "numeric", minute: "2-digit" } as const;

/**
 * Formats with ordinary spaces and with lowercase "am" and "pm", because Node and browsers format
 * these differently.
 */
function text(
  at: string | Date,
  timeZone: string,
  options: Intl.DateTimeFormatOptions,
  language?: Language,
) {
  const formatted = formatIn(timeZone, options, language).format(new Date(at));
  return formatted
    .replace(/[\u202f\u00a0]/g, " ")
    .replace(/\b[AP]M\b/g, (half) => half.toLowerCase());
}
