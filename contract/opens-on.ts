// Computes the day when a closed office opens next.
import { isFederalHoliday } from "./federal-holidays.ts";
import { dayAfter, dayIn, hourIn, weekdayOf } from "./zones.ts";

export const weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"] as const;

export type OfficeHours = {
  /** The time zone of the hours as an IANA name. */
  timeZone: string;
  /** The name of the time zone, as shown to visitors. */
  zoneName: string;
  days: readonly (typeof weekdays)[number][];
  /** The hours of opening and closing; `to` is exclusive. */
  from: number;
  to: number;
  isClosedOnFederalHolidays: boolean;
};

/** An office that opens on one weekday may find it a holiday twice in a row. */
const longestWait = 28;

/**
 * Returns the day when the office opens next, or null if it's open. Public pages contain this
 * function as an inline script, so it must stay small.
 */
export function opensOn(moment: Date, hours: OfficeHours) {
  const today = dayIn(moment, hours.timeZone);
  const hour = hourIn(moment, hours.timeZone);
  const isOpenDay = (day: string) =>
    hours.days.some((one) => one === weekdays[weekdayOf(day)]) &&
    !(hours.isClosedOnFederalHolidays && isFederalHoliday(day));
  if (isOpenDay(today) && hours.from <= hour && hour < hours.to) return null;
  const firstDay = dayAfter(today, hour < hours.from ? 0 : 1);
  const next = Array.from({ length: longestWait }, (_, later) => dayAfter(firstDay, later));
  return weekdays[weekdayOf(next.find(isOpenDay) ?? today)] ?? null;
}
