// Converts between moments and local days ("2026-03-17") and times ("09:00") in a time zone. A
// moment is a `Date`, which is the same instant everywhere.
import { dayMs } from "./durations.ts";
import type { Language } from "./languages.ts";

/** Returns the local day of a moment in a time zone. */
export function dayIn(at: Date, timeZone: string): string {
  return dayOf(shownAt(at, timeZone));
}

/** Returns the hour of the day, 0 to 23. */
export function hourIn(at: Date, timeZone: string): number {
  return shownAt(at, timeZone).getUTCHours();
}

/**
 * Returns the local date and time to the minute, such as "2026-03-18T09:00". It's the inverse of
 * `instantAt`.
 */
export function localText(at: Date, timeZone: string): string {
  return shownAt(at, timeZone).toISOString().slice(0, 16);
}

/**
 * Parses a typed local date and time, such as "2026-03-18T09:00", as an instant. Returns null if
 * invalid.
 */
export function instantAt(wall: string, timeZone: string): Date | null {
  const [day = "", time = ""] = wall.split("T");
  return Number.isNaN(Date.parse(`${wall}Z`)) ? null : momentAt(day, time, timeZone);
}

/** Returns the moment when a day begins, which is 1 am if clocks skip the day's midnight. */
export function startOfDay(day: string, timeZone: string): Date {
  return momentAt(day, "00:00", timeZone);
}

/**
 * Returns the moment of a local day and time. "24:00" is the end of the day. A time that clocks
 * skip becomes one hour later, and a time that occurs twice is its first occurrence.
 */
export function momentAt(day: string, time: string, timeZone: string): Date {
  if (time === "24:00") return startOfDay(dayAfter(day, 1), timeZone);
  const asUtc = Date.parse(`${day}T${time}Z`);
  const aheadMs = (at: number) => shownAt(new Date(at), timeZone).getTime() - at;
  // No zone changes its clocks twice within two days.
  const [before, after] = [aheadMs(asUtc - dayMs), aheadMs(asUtc + dayMs)];
  const isAfter = aheadMs(asUtc - before) !== before && aheadMs(asUtc - after) === after;
  return new Date(asUtc - (isAfter ? after : before));
}

/** Returns the day that is this many days later. */
export function dayAfter(day: string, days: number): string {
  return dayOf(new Date(Date.parse(day) + days * dayMs));
}

/** Returns the number of days from one day to the other. */
export function daysUntil(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / dayMs;
}

/** Returns a moment's UTC day in the format of a date column. */
export function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

/** Returns the weekday; 0 is Sunday. */
export function weekdayOf(day: string): number {
  return new Date(day).getUTCDay();
}

/** Returns the Monday of the week that contains the day. */
export function mondayOf(day: string): string {
  return dayAfter(day, -((weekdayOf(day) + 6) % 7));
}

/** Returns the day, or null if the day doesn't exist, such as February 30. */
export function dayFrom(year: number, month: number, day: number): string | null {
  const at = new Date(Date.UTC(year, month - 1, day));
  const isReal = at.getUTCMonth() === month - 1 && at.getUTCDate() === day;
  return isReal ? dayOf(at) : null;
}

/** Returns a `Date` whose UTC date and time are a moment's local date and time. */
function shownAt(at: Date, timeZone: string): Date {
  const shown = formatIn(timeZone, {
    ...{ year: "numeric", month: "2-digit", day: "2-digit" },
    ...{ hour: "2-digit", minute: "2-digit", hourCycle: "h23" },
  }).format(at);
  const [month, day, year, hour, minute] = shown.match(/\d+/g) ?? [];
  const withinMinuteMs = at.getTime() % 60_000;
  return new Date(Date.parse(`${year}-${month}-${day}T${hour}:${minute}:00Z`) + withinMinuteMs);
}

/** The locales in which numbers and dates are formatted. */
export const localeOf = { en: "en-US", es: "es-US" } as const satisfies Record<Language, string>;

const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * Returns a cached formatter. Creating one costs as much as fifty uses, and a list needs four per
 * row.
 */
export function formatIn(
  timeZone: string,
  options: Intl.DateTimeFormatOptions,
  language: Language = "en",
) {
  const key = `${language} ${timeZone} ${JSON.stringify(options)}`;
  const format =
    formats.get(key) ?? new Intl.DateTimeFormat(localeOf[language], { timeZone, ...options });
  formats.set(key, format);
  return format;
}
