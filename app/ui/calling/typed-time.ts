// cspell:ignore tmrw
// Parses a date and time as people type it: "tomorrow 2pm", "thu 9", "12/3 10:30". Pure.
import { parse } from "chrono-node/en";
import { minuteMs } from "#contract/durations.ts";
import { dayAfter, dayIn, instantAt, localText } from "#contract/zones.ts";

/** Calls and appointments are during the day, so "2" means 2 pm and "9" means 9 am. */
const firstMorningHour = 7;

/**
 * Matches a number that is an hour: it is alone or follows a day. A number after a month is a date.
 */
const bareHour =
  /^(.*\b(?:today|tomorrow|tmrw?|tom|mon|tue|wed|thu|fri|sat|sun)[a-z]*\s+|\s*)(\d{1,2})\s*$/i;

/**
 * Returns the moment in this time zone, or null if the text isn't exactly one date and time.
 * Without a day, it is the next such time; with a weekday, the next such day.
 */
export function readTypedTime(typed: string, now: Date, timeZone: string): Date | null {
  const text = typed.replace(bareHour, "$1at $2");
  const reference = { instant: now, timezone: aheadMinutes(now, timeZone) };
  const [found, ...others] = parse(text, reference, { forwardDate: true });
  if (!found?.start.isCertain("hour") || others.length > 0) return null;
  const rest = text.replace(found.text, "").replace(/\b(at|on|the|for)\b/gi, "");
  if (/[\p{L}\p{N}]/u.test(rest)) return null;
  const { start } = found;
  const part = (name: "year" | "month" | "day" | "hour" | "minute") => start.get(name) ?? 0;
  const isDaytime = !start.isCertain("meridiem") && !/(?:^|\D)0\d:/.test(text);
  const hour = isDaytime && part("hour") < firstMorningHour ? part("hour") + 12 : part("hour");
  const time = `${two(hour)}:${two(part("minute"))}`;
  const isOnDay = ["day", "weekday"].some((name) => start.isCertain(name as "day" | "weekday"));
  if (isOnDay) {
    const day = `${part("year")}-${two(part("month"))}-${two(part("day"))}`;
    return instantAt(`${day}T${time}`, timeZone);
  }
  const today = dayIn(now, timeZone);
  const at = instantAt(`${today}T${time}`, timeZone);
  return at && at <= now ? instantAt(`${dayAfter(today, 1)}T${time}`, timeZone) : at;
}

/** Returns how many minutes the time zone is ahead of UTC at that moment. */
function aheadMinutes(at: Date, timeZone: string): number {
  const wallMs = Date.parse(`${localText(at, timeZone)}Z`);
  return Math.round((wallMs - at.getTime()) / minuteMs);
}

const two = (number: number) => String(number).padStart(2, "0");
