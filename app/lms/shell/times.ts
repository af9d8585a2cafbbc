// Formats dates and times in the practice's time zone.
import { lowercaseMeridiem } from "#app/ui/moment-text.ts";

/** "8:14 am" today, "Mon 4:52 pm" this week, "Mar 3, 9:22 am" before that. */
export function timeText(at: string | Date, now: Date, timeZone: string): string {
  const moment = new Date(at);
  const clock = clockText(moment, timeZone);
  if (dayOf(moment, timeZone) === dayOf(now, timeZone)) return clock;
  const isNear = Math.abs(now.getTime() - moment.getTime()) < 6 * 24 * 60 * 60_000;
  const day = isNear
    ? part(moment, timeZone, { weekday: "short" })
    : `${part(moment, timeZone, { month: "short", day: "numeric" })},`;
  return `${day} ${clock}`;
}

/** "8:14 am" in that time zone. */
export function clockText(at: Date, timeZone: string): string {
  return part(at, timeZone, { hour: "numeric", minute: "2-digit" }).toLowerCase();
}

/** "8:14:51 am" */
export function secondsText(at: string, timeZone: string): string {
  const whole = { hour: "numeric", minute: "2-digit", second: "2-digit" } as const;
  return part(new Date(at), timeZone, whole).toLowerCase();
}

/** "Eastern Time" */
export function zoneText(at: Date, timeZone: string): string {
  const format = formatIn(timeZone, { timeZoneName: "longGeneric" });
  return format.formatToParts(at).find(({ type }) => type === "timeZoneName")?.value ?? timeZone;
}

/** The complete date and time, for a title: "Tuesday, March 17, 2026 at 8:14:51 AM EDT". */
export function exactText(at: string | Date, timeZone: string): string {
  const format = formatIn(timeZone, { dateStyle: "full", timeStyle: "long" });
  return lowercaseMeridiem(format.format(new Date(at)));
}

/** Tomorrow at 9 am in the practice's time zone, as an instant. */
export function tomorrowAtNine(now: Date, timeZone: string): Date {
  const noonTomorrow = new Date(now.getTime() + 24 * 60 * 60_000);
  const day = dayOf(noonTomorrow, timeZone);
  const guess = new Date(`${day}T09:00:00Z`);
  return new Date(guess.getTime() + offsetMs(guess, timeZone));
}

/**
 * A local date and time such as "2026-03-18T09:00" as an instant in that time zone; null: invalid.
 */
export function instantAt(wall: string, timeZone: string): Date | null {
  const guess = new Date(`${wall}Z`);
  if (Number.isNaN(guess.getTime())) return null;
  // Daylight saving time may change between the guess and the result, so compute the offset again.
  const near = new Date(guess.getTime() + offsetMs(guess, timeZone));
  return new Date(guess.getTime() - (shownAt(near, timeZone).getTime() - near.getTime()));
}

/** The inverse, to the minute: "2026-03-18T09:00". */
export function localText(at: Date, timeZone: string): string {
  return shownAt(at, timeZone).toISOString().slice(0, 16);
}

/** The local date and time of an instant, as if it were UTC. */
function shownAt(at: Date, timeZone: string): Date {
  const shown = part(at, timeZone, {
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  const [month, day, year, hour, minute] = shown.match(/\d+/g) ?? [];
  const seconds = at.getTime() % 60_000;
  return new Date(Date.parse(`${year}-${month}-${day}T${hour}:${minute}:00Z`) + seconds);
}

/** The difference between a local time read as UTC and its instant, in milliseconds. */
function offsetMs(wall: Date, timeZone: string): number {
  const shown = part(wall, timeZone, { hour: "2-digit", minute: "2-digit", hour12: false });
  const [hours = 0, minutes = 0] = shown.split(":").map(Number);
  const difference = wall.getUTCHours() * 60 + wall.getUTCMinutes() - ((hours % 24) * 60 + minutes);
  const isNextDay = dayOf(wall, timeZone) < wall.toISOString().slice(0, 10);
  const isDayBefore = dayOf(wall, timeZone) > wall.toISOString().slice(0, 10);
  const days = isNextDay ? 1440 : isDayBefore ? -1440 : 0;
  return (difference + days) * 60_000;
}

function dayOf(moment: Date, timeZone: string): string {
  return formatIn(timeZone, {}, "en-CA").format(moment);
}

function part(moment: Date, timeZone: string, options: Intl.DateTimeFormatOptions): string {
  return formatIn(timeZone, options)
    .format(moment)
    .replace(/\u202f/g, " ");
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Cached: creating a formatter costs as much as fifty uses, and a list needs four per row. */
function formatIn(timeZone: string, options: Intl.DateTimeFormatOptions, locale = "en-US") {
  const key = `${locale} ${timeZone} ${JSON.stringify(options)}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, { timeZone, ...options });
  formats.set(key, format);
  return format;
}
