// Parses days as reports and spreadsheets write them. Pure.
import { dayFrom } from "#contract/zones.ts";

/** Which number of "3/4/2026" is the month, or null if the file doesn't tell. */
export type DayOrder = "month-first" | "day-first" | null;

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const iso = /^(\d{4})-(\d\d?)-(\d\d?)(?:[T ]00:00(?::00)?)?$/;
const numbers = /^(\d\d?)([/.-])(\d\d?)\2(\d{4})$/;
const american = /^(?:[a-z]+,? )?([a-z]{3})[a-z]*\.? (\d\d?),? (\d{4})$/i;
const british = /^(?:[a-z]+,? )?(\d\d?) ([a-z]{3})[a-z]*\.?,? (\d{4})$/i;

/**
 * Returns the order in numeric dates. A number over twelve must be a day; if neither or both
 * positions have one, the order is unknown.
 */
export function dayOrderOf(texts: string[]): DayOrder {
  let isMonthFirst = false;
  let isDayFirst = false;
  for (const text of texts) {
    const [, first, , second] = numbers.exec(text.trim()) ?? [];
    if (Number(first) > 12) isDayFirst = true;
    if (Number(second) > 12) isMonthFirst = true;
  }
  if (isMonthFirst === isDayFirst) return null;
  return isMonthFirst ? "month-first" : "day-first";
}

/**
 * Returns a day as YYYY-MM-DD; `unclear` if day and month could be swapped. Returns null if it
 * isn't a day from 2000 to 2099.
 */
export function readDay(text: string, order: DayOrder): string | "unclear" | null {
  const typed = text.trim();
  const [, isoYear, isoMonth, isoDay] = iso.exec(typed) ?? [];
  if (isoYear) return dayOf(isoYear, isoMonth, isoDay);
  const [, first, , second, year] = numbers.exec(typed) ?? [];
  if (year) {
    if (order === "month-first") return dayOf(year, first, second);
    if (order === "day-first") return dayOf(year, second, first);
    return Number(first) === Number(second) ? dayOf(year, first, second) : "unclear";
  }
  const [, monthName, dayNumber, americanYear] = american.exec(typed) ?? [];
  if (americanYear) return dayOf(americanYear, monthNumber(monthName), dayNumber);
  const [, britishDay, britishMonth, britishYear] = british.exec(typed) ?? [];
  return britishYear ? dayOf(britishYear, monthNumber(britishMonth), britishDay) : null;
}

function monthNumber(name = ""): string {
  return String(months.indexOf(name.toLowerCase()) + 1);
}

function dayOf(year = "", month = "", day = ""): string | null {
  return year.startsWith("20") ? dayFrom(Number(year), Number(month), Number(day)) : null;
}
