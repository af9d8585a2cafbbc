// What each person of the console may do. The server's guard and the screens both read this file.

/** `owner`: everything. `helper`: `helperAreas`, where no patient and no practice's person is. */
export const consoleRoles = ["owner", "helper"] as const;
export type ConsoleRole = (typeof consoleRoles)[number];

/** What a helper may use as well. Anything that doesn't name one of these is for owners. */
export const helperAreas = [
  /** Their own login, devices and two-step login. */
  "account",
  "contactRequests",
  /** Booked calls and blocked times. */
  "calls",
  /** Campaigns, their figures and the platforms' reports. */
  "campaigns",
  /** The owner's template sets; only an owner copies one to practices. */
  "templates",
  /** The names of practices, to choose one for a campaign. */
  "practiceNames",
  /** "Find anything", in these areas. */
  "search",
] as const;
export type HelperArea = (typeof helperAreas)[number];

export function mayUse(role: ConsoleRole, area: HelperArea | undefined): boolean {
  return role === "owner" || area !== undefined;
}
