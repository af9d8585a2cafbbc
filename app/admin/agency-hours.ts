import { site } from "#content/site.ts";
import { weekOf } from "#contract/office-hours.ts";

/** A shared object, because opening hours are cached by object identity. */
export const agencyHours = weekOf(site.officeHours);
export const { timeZone: agencyZone } = agencyHours;
