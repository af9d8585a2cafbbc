// When visitors may book calls until an owner changes it: while the agency answers the phone, as its
// own site says.
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
  // A visitor who wants a call sooner types a time: requests without a booking are called first.
  noticeHours: 2,
  daysAhead: 14,
};
