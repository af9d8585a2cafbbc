// The federal holidays of the United States, by the rules of 5 U.S.C. 6103. Pure.
import { holidayNames, observedName } from "#content/desk/calendar.ts";
import type { Holiday } from "#contract/open-hours.ts";

/**
 * A year's holidays in order, each with its observed day: Friday for one on a Saturday, Monday for
 * one on a Sunday. Both, because many practices open on Saturdays. New Year's Day on a Saturday is
 * observed on the last day of the year before.
 */
export function federalHolidays(year: number): Holiday[] {
  const thisYear = holidaysOf(year).flatMap((holiday) => [holiday, ...observed(holiday)]);
  const newYearAfter = observed({ date: dayOf(year + 1, 1, 1), name: holidayNames.newYear });
  return [...thisYear, ...newYearAfter]
    .filter(({ date }) => date.startsWith(`${year}-`))
    .toSorted((a, b) => (a.date < b.date ? -1 : 1));
}

const [monday, thursday] = [1, 4];

function holidaysOf(year: number): Holiday[] {
  return [
    { date: dayOf(year, 1, 1), name: holidayNames.newYear },
    { date: nthWeekday(year, 1, monday, 3), name: holidayNames.king },
    { date: nthWeekday(year, 2, monday, 3), name: holidayNames.presidents },
    { date: lastMondayOfMay(year), name: holidayNames.memorial },
    { date: dayOf(year, 6, 19), name: holidayNames.juneteenth },
    { date: dayOf(year, 7, 4), name: holidayNames.independence },
    { date: nthWeekday(year, 9, monday, 1), name: holidayNames.labor },
    { date: nthWeekday(year, 10, monday, 2), name: holidayNames.columbus },
    { date: dayOf(year, 11, 11), name: holidayNames.veterans },
    { date: nthWeekday(year, 11, thursday, 4), name: holidayNames.thanksgiving },
    { date: dayOf(year, 12, 25), name: holidayNames.christmas },
  ];
}

function observed({ date, name }: Holiday): Holiday[] {
  const at = new Date(`${date}T00:00Z`);
  const shift = { 6: -1, 0: 1 }[at.getUTCDay()];
  if (!shift) return [];
  at.setUTCDate(at.getUTCDate() + shift);
  return [{ date: at.toISOString().slice(0, 10), name: observedName(name) }];
}

function nthWeekday(year: number, month: number, weekday: number, nth: number): string {
  const first = new Date(`${dayOf(year, month, 1)}T00:00Z`).getUTCDay();
  return dayOf(year, month, 1 + ((weekday - first + 7) % 7) + (nth - 1) * 7);
}

function lastMondayOfMay(year: number): string {
  const fifth = nthWeekday(year, 5, monday, 5);
  return fifth.startsWith(`${year}-05`) ? fifth : nthWeekday(year, 5, monday, 4);
}

function dayOf(year: number, month: number, day: number): string {
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
}
