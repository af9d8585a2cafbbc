// The default times when visitors can book calls, until an owner changes them. They are the hours
// that the agency's own site states.
import { site } from "#content/site.ts";
import type { CallSettings } from "#contract/bookings.ts";
import { weekOf } from "#contract/office-hours.ts";

const { timeZone, week } = weekOf(site.officeHours);

export const usualCallSettings: CallSettings = {
  isOn: true,
  timeZone,
  week,
  holidays: [],
  isClosedOnFederalHolidays: site.officeHours.isClosedOnFederalHolidays,
  minutes: 30,
  bufferMinutes: 0,
  // A visitor who wants a call sooner can enter a time instead. Requests without a booking are
  // called first.
  noticeHours: 2,
  daysAhead: 14,
};
