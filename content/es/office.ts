// When the agency answers the phone, within a sentence: the same as `site.officeHours`.
import { hoursIn } from "#content/office-hours.ts";
import { site } from "#content/site.ts";

/** "de lunes a viernes, de 8 a.m. a 6 p.m." */
export const spanishPhoneHours = hoursIn({
  days: {
    ...{ Mon: "lunes", Tue: "martes", Wed: "miércoles", Thu: "jueves", Fri: "viernes" },
    ...{ Sat: "sábado", Sun: "domingo" },
  },
  through: (first, last) => `de ${first} a ${last}`,
  and: " y ",
  hours: (from, to) => `, de ${from} a ${to}`,
  morning: "a.m.",
  afternoon: "p.m.",
});

export const spanishZoneName = `hora de ${site.city}`;
