import { site } from "#content/site.ts";
import { weekOf } from "#contract/office-hours.ts";

/** One object: openings are cached by it. */
export const agencyHours = weekOf(site.officeHours);
export const { timeZone: agencyZone } = agencyHours;
