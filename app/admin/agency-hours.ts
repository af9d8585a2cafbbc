import { site } from "#content/site.ts";
import { weekOf } from "#contract/office-hours.ts";

/** One object for all screens, because opening times are cached for each hours object. */
export const agencyHours = weekOf(site.officeHours);
export const { timeZone: agencyZone } = agencyHours;
