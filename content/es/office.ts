// When the agency answers the phone, as part of a Spanish sentence. The hours are those of
// `site.officeHours`.
import { type HoursWords, hoursIn, openingsIn } from "#content/office-hours.ts";
import { site } from "#content/site.ts";

const days: HoursWords["days"] = {
  ...{ Mon: "lunes", Tue: "martes", Wed: "miércoles", Thu: "jueves", Fri: "viernes" },
  ...{ Sat: "sábado", Sun: "domingo" },
};

const words: HoursWords = {
  days,
  through: (first, last) => `de ${first} a ${last}`,
  and: " y ",
  hours: (from, to) => `, de ${from} a ${to}`,
  morning: "a.m.",
  afternoon: "p.m.",
  opens: (day, hour) => {
    const at = `${hour.startsWith("1 ") ? "a la" : "a las"} ${hour}`;
    return { at: `el ${days[day]} ${at}`, short: `${days[day].slice(0, 3)}. ${hour}` };
  },
};

/** The hours as a text, such as "de lunes a viernes, de 8 a.m. a 6 p.m." */
export const spanishPhoneHours = hoursIn(words);

/** When the office opens on each of its days, in words such as "el lunes a las 8 a.m." */
export const spanishPhoneOpenings = openingsIn(words);

export const spanishZoneName = `hora de ${site.city}`;
