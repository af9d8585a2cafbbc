// When visitors can book calls until an owner changes it: while the agency answers the phone,
// according to its own site.
import { site } from "#content/site.ts";
import type { CallSettings } from "#contract/bookings.ts";
import { weekOf } from "#contract/office-hours.ts";

const { timeZone, week } = weekOf(site.officeHours);

export const usualCallSettings: CallSettings = {
  isOn: true,
  timeZone,
  week,
  holidays: [],
  isClosedOnFederalHolidays: true,
  minutes: 30,
  bufferMinutes: 0,
  // A visitor who wants a call sooner enters a time, and requests without a booking are called
  // first.
  noticeHours: 2,
  daysAhead: 14,
};
