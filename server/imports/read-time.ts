// Reads a time as spreadsheets and platforms write it. Pure.
import { dayFrom, momentAt } from "#contract/zones.ts";

/** Earlier ones are a spreadsheet's zero (1900) or a default (1970), not a time of an inquiry. */
const firstYear = 2000;

const isoShape =
  /^(\d{4})-(\d\d?)-(\d\d?)(?:[T ](\d\d?):(\d\d)(?::(\d\d))?(?:\.\d{1,9})?\s?(Z|UTC|[+-]\d\d:?\d\d)?)?$/i;
const americanShape = /^(\d\d?)\/(\d\d?)\/(\d{4})(?:,? (\d\d?):(\d\d)(?::(\d\d))?\s?([AP]M)?)?$/i;

/**
 * The moment, or null when the text is no time, or one in the future or before 2000. A time without
 * a zone is the practice's local time; a day alone is its start.
 */
export function readTime(text: string, { timeZone, now }: { timeZone: string; now: Date }) {
  const moment = parse(text.trim(), timeZone);
  if (moment === null || moment.getUTCFullYear() < firstYear || moment > now) return null;
  return moment;
}

function parse(text: string, timeZone: string): Date | null {
  const iso = isoShape.exec(text);
  if (iso) {
    const [, year, month, day, hour, minute, second, zone] = iso;
    return toMoment({ year, month, day, hour, minute, second }, zone, timeZone);
  }
  const american = americanShape.exec(text);
  if (!american) return null;
  const [, month, day, year, hour, minute, second, half] = american;
  const hours = half ? hourOfHalf(Number(hour), half) : hour;
  return toMoment({ year, month, day, hour: hours, minute, second }, undefined, timeZone);
}

/** 12:30 AM is 0:30. */
function hourOfHalf(hour: number, half: string): string {
  if (hour < 1 || hour > 12) return "99";
  return String((hour % 12) + (half.toUpperCase() === "PM" ? 12 : 0));
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
