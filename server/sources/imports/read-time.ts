// Parses a time in the formats of spreadsheets and platforms. Pure.
import { dayFrom, momentAt } from "#contract/zones.ts";

/**
 * The earliest plausible year. Earlier times are a spreadsheet's zero (1900) or a default (1970).
 */
const firstYear = 2000;

/** Whether 3/10 is March 10 or October 3. Dates in the column whose day is over 12 show which. */
export type DateOrder = "month-first" | "day-first";

const isoShape =
  /^(\d{4})[-/](\d\d?)[-/](\d\d?)(?:[T ](\d\d?):(\d\d)(?::(\d\d))?(?:\.\d{1,9})?\s?(Z|UTC|[+-]\d\d:?\d\d)?)?$/i;
const clock = "(?:,?\\s+(?:at\\s+)?(\\d\\d?):(\\d\\d)(?::(\\d\\d))?\\s?([AP])?\\.?M?\\.?)?";
const slashShape = new RegExp(`^(\\d\\d?)[/.-](\\d\\d?)[/.-](\\d{4}|\\d\\d)${clock}$`, "i");
const monthFirstShape = new RegExp(
  `^(?:[a-z]{3,9}\\.?,\\s+)?([a-z]{3,9})\\.?\\s+(\\d\\d?)(?:st|nd|rd|th)?,?\\s+(\\d{4})${clock}$`,
  "i",
);
const dayFirstShape = new RegExp(
  `^(?:[a-z]{3,9}\\.?,\\s+)?(\\d\\d?)[\\s-]([a-z]{3,9})\\.?[\\s-](\\d{4})${clock}$`,
  "i",
);
/** The name of a time zone after the time: "2026-10-03 14:22:05 America/New_York". */
const zoneName = /\s\(?([A-Z][A-Za-z_]+\/[A-Za-z_/]+)\)?$/;
/** A date as Excel and Google Sheets store it: days since 1899-12-30. From 2000 through 2099. */
const serialShape = /^(3[6-9]\d{3}|[4-6]\d{4}|7[0-2]\d{3})(?:[.,](\d{1,15}))?$/;
/** Seconds or milliseconds since 1970. From 2001 on. */
const epochShape = /^(\d{10}|\d{13})$/;

const timeZones = new Set(Intl.supportedValuesOf("timeZone"));
const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

const longestTime = 100;

type Options = { timeZone: string; now: Date; dateOrder?: DateOrder };

/**
 * Returns the time; null if the text isn't a time, or the time is in the future or before 2000. A
 * time without a time zone is in the practice's local time. A date without a time is the start of
 * that day.
 */
export function readTime(text: string, { timeZone, now, dateOrder }: Options): Date | null {
  if (text.length > longestTime) return null;
  const moment = parse(text.trim(), timeZone, dateOrder ?? "month-first");
  if (moment === null || moment.getUTCFullYear() < firstYear || moment > now) return null;
  return moment;
}

/**
 * Returns the order of a date such as "23/10/2026"; null if it can be read both ways or neither.
 */
export function dateOrderIn(text: string): DateOrder | null {
  if (text.length > longestTime) return null;
  const [, first, second] = slashShape.exec(text.trim()) ?? [];
  if (Number(first) > 12 && Number(second) <= 12) return "day-first";
  if (Number(second) > 12 && Number(first) <= 12) return "month-first";
  return null;
}

/** Returns the order of most dates in a column. In a tie, it is month first, as in the US. */
export function usualDateOrder(orders: DateOrder[]): DateOrder {
  const dayFirst = orders.filter((order) => order === "day-first").length;
  return dayFirst > orders.length / 2 ? "day-first" : "month-first";
}

function parse(text: string, timeZone: string, dateOrder: DateOrder): Date | null {
  const zone = zoneName.exec(text)?.[1];
  if (zone) {
    return timeZones.has(zone) ? parse(text.replace(zoneName, ""), zone, dateOrder) : null;
  }
  const iso = isoShape.exec(text);
  if (iso) {
    const [, year, month, day, hour, minute, second, offset] = iso;
    return toMoment({ year, month, day, hour, minute, second }, offset, timeZone);
  }
  const written = datePartsIn(text, dateOrder);
  if (written) return toMoment(written, undefined, timeZone);
  const [, days, fraction = "0"] = serialShape.exec(text) ?? [];
  if (days) return serialMoment(Number(days), Number(`0.${fraction}`), timeZone);
  const [, epoch] = epochShape.exec(text) ?? [];
  return epoch ? new Date(Number(epoch.padEnd(13, "0"))) : null;
}

/** Parses a date that has slashes or the name of a month. */
function datePartsIn(text: string, dateOrder: DateOrder): Parts | null {
  const slash = slashShape.exec(text);
  if (slash) {
    const [, first, second, year, ...time] = slash;
    const isDayFirst = dateOrder === "day-first";
    const [month, day] = isDayFirst ? [second, first] : [first, second];
    return { year: wholeYear(year), month, day, ...clockOf(time) };
  }
  const named = monthFirstShape.exec(text);
  if (named) {
    const [, month, day, year, ...time] = named;
    return { year, month: monthNamed(month), day, ...clockOf(time) };
  }
  const dayFirst = dayFirstShape.exec(text);
  if (!dayFirst) return null;
  const [, day, month, year, ...time] = dayFirst;
  return { year, month: monthNamed(month), day, ...clockOf(time) };
}

function wholeYear(year = ""): string {
  return year.length === 2 ? `20${year}` : year;
}

/** Returns the number of the month with this name, or "0". */
function monthNamed(name = ""): string {
  return String(months.indexOf(name.slice(0, 3).toLowerCase()) + 1);
}

function clockOf([hour, minute, second, half]: (string | undefined)[]) {
  return { hour: half ? hourOfHalf(Number(hour), half) : hour, minute, second };
}

/** Converts an hour from the 12-hour clock: 12:30 AM is 0:30. */
function hourOfHalf(hour: number, half: string): string {
  if (hour < 1 || hour > 12) return "99";
  return String((hour % 12) + (half.toUpperCase() === "P" ? 12 : 0));
}

/** Converts a spreadsheet's number to a time. It has no time zone, so it is in local time. */
function serialMoment(days: number, fraction: number, timeZone: string): Date {
  const seconds = Math.round(days * 86_400 + fraction * 86_400);
  const shown = new Date(Date.UTC(1899, 11, 30) + seconds * 1000).toISOString();
  return momentAt(shown.slice(0, 10), shown.slice(11, 19), timeZone);
}

type Parts = Record<"year" | "month" | "day" | "hour" | "minute" | "second", string | undefined>;

function toMoment(parts: Parts, zone: string | undefined, timeZone: string): Date | null {
  const { year, month, day, hour = "0", minute = "0", second = "0" } = parts;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null;
  const date = dayFrom(Number(year), Number(month), Number(day));
  if (!date || Number(year) < firstYear) return null;
  const two = (part: string) => part.padStart(2, "0");
  const time = `${two(hour)}:${two(minute)}:${two(second)}`;
  if (!zone) return momentAt(date, time, timeZone);
  const offset = /^(z|utc)$/i.test(zone) ? "Z" : zone.replace(/^(...)(\d\d)$/, "$1:$2");
  const moment = new Date(`${date}T${time}${offset}`);
  return Number.isNaN(moment.getTime()) ? null : moment;
}
