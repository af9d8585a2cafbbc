// Parses the date and time at which a visitor wants a call. Both are in the visitor's time zone.
import type { Language } from "#contract/languages.ts";
import { clockText, zoneText } from "#contract/moment-text.ts";

export type Day = { year: number; month: number; day: number };

/**
 * Parses `MM/dd/yyyy` and other formats that people type: 3/5/2026, 03-05-26, 03052026. Returns
 * null for anything else.
 */
export function readDay(text: string): Day | null {
  const parts = partsOf(text);
  if (!parts) return null;
  const [month, day, typedYear] = parts;
  const year = typedYear < 100 ? 2000 + typedYear : typedYear;
  const date = new Date(year, month - 1, day);
  const isReal = date.getMonth() === month - 1 && date.getDate() === day;
  return isReal ? { year, month, day } : null;
}

/** Returns whether the text has the format of a date, even if the date doesn't exist. */
export function hasDayFormat(text: string): boolean {
  return partsOf(text) !== null;
}

function partsOf(text: string): [month: number, day: number, year: number] | null {
  const found =
    /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})$/.exec(text.trim()) ??
    /^(\d{2})(\d{2})(\d{4})$/.exec(text.trim());
  return found && (found.slice(1).map(Number) as [number, number, number]);
}

/** Formats a day as `MM/dd/yyyy`. */
export function dayText({ year, month, day }: Day): string {
  const two = (part: number) => String(part).padStart(2, "0");
  return `${two(month)}/${two(day)}/${year}`;
}

/** Parses the value of a native date input: `2026-03-05`. */
export function readPickedDay(value: string): Day | null {
  const [year, month, day] = value.split("-").map(Number);
  return year && month && day ? { year, month, day } : null;
}

/** Returns the `min` attribute of a native date input. */
export function minDay(now: Date): string {
  const two = (part: number) => String(part).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** Returns whether the day is before today. */
export function isPastDay({ year, month, day }: Day, now: Date): boolean {
  return new Date(year, month - 1, day + 1).getTime() <= now.getTime();
}

/** Returns the date and time as a `Date`. `time` is the value of a native time input: `14:30`. */
export function momentOf({ year, month, day }: Day, time: string): Date {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  return new Date(year, month - 1, day, hour, minute);
}

export function isPastMoment(day: Day, time: string, now: Date): boolean {
  return momentOf(day, time).getTime() < now.getTime();
}

/**
 * Returns a text such as `03/05/2026 at 2:30 PM, Eastern Time (America/New_York)`. It is in
 * English, because the owner reads it.
 */
export function contactAtText(day: Day, time: string, timeZone: string): string {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  const clock = clockText(new Date(Date.UTC(2000, 0, 1, hour, minute)), "UTC").toUpperCase();
  return `${dayText(day)} at ${clock}, ${timeZoneText(timeZone, "en")} (${timeZone})`;
}

/** Returns a time zone's name, such as `Eastern Time`. */
export function timeZoneText(timeZone: string, language: Language): string {
  return zoneText(new Date(), timeZone, language);
}

/** Returns the time zone of the visitor's device. */
export function ownTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
