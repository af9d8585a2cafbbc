import type { FederalHolidayId } from "#contract/federal-holidays.ts";

/** The weekdays, which start with Sunday like the numbers in the contract. */
export const weekDays = [
  "Sunday",
  "Monday",
  "Tuesday",
  "Wednesday",
  "Thursday",
  "Friday",
  "Saturday",
] as const;

/** The weekdays' numbers, which start with Monday because a practice reads a week in this order. */
export const daysInOrder = [1, 2, 3, 4, 5, 6, 0];

/** The time zones of the U.S. states and territories, with their common names. */
export const usTimeZones: { value: string; name: string }[] = [
  { value: "America/New_York", name: "Eastern" },
  { value: "America/Chicago", name: "Central" },
  { value: "America/Denver", name: "Mountain" },
  { value: "America/Phoenix", name: "Mountain, no daylight saving (Arizona)" },
  { value: "America/Los_Angeles", name: "Pacific" },
  { value: "America/Anchorage", name: "Alaska" },
  { value: "Pacific/Honolulu", name: "Hawaii" },
  { value: "America/Puerto_Rico", name: "Atlantic (Puerto Rico, U.S. Virgin Islands)" },
  { value: "Pacific/Guam", name: "Chamorro (Guam, Northern Mariana Islands)" },
  { value: "Pacific/Pago_Pago", name: "Samoa" },
];

/** The federal holidays, with the names that calendars print. */
export const holidayNames: Record<FederalHolidayId, string> = {
  newYear: "New Year’s Day",
  king: "Martin Luther King Jr. Day",
  presidents: "Presidents’ Day",
  memorial: "Memorial Day",
  juneteenth: "Juneteenth",
  independence: "Independence Day",
  labor: "Labor Day",
  columbus: "Columbus Day",
  veterans: "Veterans Day",
  thanksgiving: "Thanksgiving Day",
  christmas: "Christmas Day",
};

/** Returns the name of the weekday on which a weekend holiday is observed. */
export const observedName = (holiday: string) => `${holiday} (observed)`;
