// Computes when the owner answers the phone.
import { isFederalHoliday } from "./federal-holidays.ts";
import type { Language } from "./languages.ts";
import { clockText, longDayText } from "./moment-text.ts";
import { afterOpenMinutes, type BusinessHours, isOpenAt } from "./open-time.ts";
import { type OfficeHours, weekdays } from "./opens-on.ts";

/** Returns the office hours in the format of a practice's business hours. */
export function weekOf({ timeZone, days, from, to, isClosedOnFederalHolidays }: OfficeHours) {
  const spans = [{ from: clockTime(from), to: clockTime(to) }];
  const week = weekdays.map((day) => (days.some((one) => one === day) ? spans : []));
  return withFederalHolidays({ timeZone, week, holidays: [], isClosedOnFederalHolidays });
}

/** Returns the hours, which are closed on federal holidays if they say so. */
export function withFederalHolidays(
  hours: BusinessHours & { isClosedOnFederalHolidays: boolean },
): BusinessHours {
  return { ...hours, isHoliday: hours.isClosedOnFederalHolidays ? isFederalHoliday : undefined };
}

const clockTime = (hour: number) => `${String(hour).padStart(2, "0")}:00`;

/** Returns the moment itself if it's within office hours, otherwise the next opening. */
export function nextOfficeMoment(moment: Date, hours: OfficeHours): Date {
  const next = afterOpenMinutes(moment, 0, weekOf(hours));
  if (!next) throw new Error("These hours have no day");
  return next;
}

export function isOfficeMoment(moment: Date, hours: OfficeHours): boolean {
  return isOpenAt(moment, weekOf(hours));
}

/**
 * Returns a text such as `Monday, March 9 at 8 am, Tampa time`. It includes the minutes if they
 * aren't zero (`2:30 pm`). Spanish is supported too.
 */
export function officeMomentText(
  moment: Date,
  { timeZone, zoneName }: Pick<OfficeHours, "timeZone" | "zoneName">,
  language: Language = "en",
): string {
  const time = clockText(moment, timeZone, language).replace(":00", "");
  const day = longDayText(moment, timeZone, language);
  const at = { en: " at ", es: /^1\D/.test(time) ? ", a la " : ", a las " }[language];
  // A non-breaking space keeps the hour and am/pm together.
  return `${day}${at}${time.replace(" ", "\u00a0")}, ${zoneName}`;
}
