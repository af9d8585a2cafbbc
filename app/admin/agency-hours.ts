import { site } from "#content/site.ts";
import { weekOf } from "#contract/office-hours.ts";

/** Shared by all screens, because opening times are cached per object. */
export const agencyHours = weekOf(site.officeHours);
export const { timeZone: agencyZone } = agencyHours;
