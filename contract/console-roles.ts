// What each person in the console may do. The server's guard and the screens both read this file.

/**
 * `owner`: may do everything. `helper`: only `helperAreas`, which don't show patients or a
 * practice's people.
 */
export const consoleRoles = ["owner", "helper"] as const;
export type ConsoleRole = (typeof consoleRoles)[number];

/** The areas that helpers may use too. Everything else is for owners only. */
export const helperAreas = [
  /** The helper's own login, devices and two-step login. */
  "account",
  "contactRequests",
  /** Booked calls and blocked times. */
  "calls",
  /** Campaigns, their figures and reports from the platforms. */
  "campaigns",
  /** The owner's template sets. Only an owner can copy one to practices. */
  "templates",
  /** The names of practices, which a form needs to choose a campaign's practice. */
  "practiceNames",
  /** The search "Find anything", limited to these areas. */
  "search",
] as const;
export type HelperArea = (typeof helperAreas)[number];

export function mayUse(role: ConsoleRole, area: HelperArea | undefined): boolean {
  return role === "owner" || area !== undefined;
}
