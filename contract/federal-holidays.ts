// Computes the federal holidays of the United States by the rules of 5 U.S.C. 6103. Pure.
import { dayAfter, dayOf, weekdayOf } from "./zones.ts";

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
  const thisYear = holidaysOf(year).flatMap((day) => [day, ...observed(day)]);
  const newYearAfter = observed(onDay("newYear", dayOn(year + 1, 1, 1)));
  return [...thisYear, ...newYearAfter]
    .filter(({ date }) => date.startsWith(`${year}-`))
    .toSorted((a, b) => (a.date < b.date ? -1 : 1));
}

const [monday, thursday] = [1, 4];

function holidaysOf(year: number): FederalHoliday[] {
  return [
    onDay("newYear", dayOn(year, 1, 1)),
    onDay("king", nthWeekday(year, 1, monday, 3)),
    onDay("presidents", nthWeekday(year, 2, monday, 3)),
    onDay("memorial", lastMondayOfMay(year)),
    onDay("juneteenth", dayOn(year, 6, 19)),
    onDay("independence", dayOn(year, 7, 4)),
    onDay("labor", nthWeekday(year, 9, monday, 1)),
    onDay("columbus", nthWeekday(year, 10, monday, 2)),
    onDay("veterans", dayOn(year, 11, 11)),
    onDay("thanksgiving", nthWeekday(year, 11, thursday, 4)),
    onDay("christmas", dayOn(year, 12, 25)),
  ];
}

const onDay = (holiday: FederalHolidayId, date: string) => ({ date, holiday, isObserved: false });

function observed({ date, holiday }: FederalHoliday): FederalHoliday[] {
  const shift = { 6: -1, 0: 1 }[weekdayOf(date)];
  return shift ? [{ date: dayAfter(date, shift), holiday, isObserved: true }] : [];
}

function nthWeekday(year: number, month: number, weekday: number, nth: number): string {
  const first = dayOn(year, month, 1);
  return dayAfter(first, ((weekday - weekdayOf(first) + 7) % 7) + (nth - 1) * 7);
}

function lastMondayOfMay(year: number): string {
  const fifth = nthWeekday(year, 5, monday, 5);
  return fifth.startsWith(`${year}-05`) ? fifth : nthWeekday(year, 5, monday, 4);
}

function dayOn(year: number, month: number, day: number): string {
  return dayOf(new Date(Date.UTC(year, month - 1, day)));
}
