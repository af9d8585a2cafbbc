// Computes the federal holidays of the United States by the rules of 5 U.S.C. 6103. Pure.
import { dayAfter, weekdayOf } from "./zones.ts";

export const federalHolidayIds = [
  ...(["newYear", "king", "presidents", "memorial", "juneteenth", "independence"] as const),
  ...(["labor", "columbus", "veterans", "thanksgiving", "christmas"] as const),
] as const;
export type FederalHolidayId = (typeof federalHolidayIds)[number];

export type FederalHoliday = {
  /** The date, such as `2027-07-05`. */
  date: string;
  holiday: FederalHolidayId;
  /** Whether this is the weekday on which a weekend holiday is observed. */
  isObserved: boolean;
};

/**
 * Returns a year's holidays in order, including the days on which they are observed: Friday for a
 * Saturday, and Monday for a Sunday. Both days are closed, because many practices open on
 * Saturdays. If New Year's Day is a Saturday, it's observed on the last day of the previous year.
 */
export function federalHolidays(year: number): FederalHoliday[] {
  return [year, year + 1]
    .flatMap(holidaysOf)
    .flatMap((day) => [day, ...observed(day)])
    .filter(({ date }) => date.startsWith(`${year}-`))
    .toSorted((a, b) => (a.date < b.date ? -1 : 1));
}

/** Returns whether the day is a holiday, or the weekday on which one is observed. */
export function isFederalHoliday(day: string): boolean {
  return federalHolidays(Number(day.slice(0, 4))).some(({ date }) => date === day);
}

const [monday, thursday] = [1, 4];

/** Each holiday's date. With a weekday, it's the first such weekday from that date on. */
const rules: [holiday: FederalHolidayId, date: string, weekday?: number][] = [
  ["newYear", "01-01"],
  ["king", "01-15", monday],
  ["presidents", "02-15", monday],
  ["memorial", "05-25", monday],
  ["juneteenth", "06-19"],
  ["independence", "07-04"],
  ["labor", "09-01", monday],
  ["columbus", "10-08", monday],
  ["veterans", "11-11"],
  ["thanksgiving", "11-22", thursday],
  ["christmas", "12-25"],
];

function holidaysOf(year: number): FederalHoliday[] {
  return rules.map(([holiday, date, weekday]) => {
    const first = `${year}-${date}`;
    const days = weekday === undefined ? 0 : (weekday - weekdayOf(first) + 7) % 7;
    return { date: dayAfter(first, days), holiday, isObserved: false };
  });
}

function observed({ date, holiday }: FederalHoliday): FederalHoliday[] {
  const shift = { 6: -1, 0: 1 }[weekdayOf(date)];
  return shift ? [{ date: dayAfter(date, shift), holiday, isObserved: true }] : [];
}
