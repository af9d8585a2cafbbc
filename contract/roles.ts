// What each person at a practice may do.

/** `manager`: everything. `member`: leads, calls, notes and emails. */
export const roles = ["manager", "member"] as const;
export type Role = (typeof roles)[number];

/**
 * What only some roles may do; every role may do everything else at the desk. The server's guard
 * and the screens both read this table.
 */
export const rights = {
  /** Invites, changes and deactivates people. */
  people: ["manager"],
  /** Changes the practice's profile, and its desk's settings for all devices. */
  profile: ["manager"],
  hours: ["manager"],
  /** Changes the practice's alerts, their addresses, and the devices of other people. */
  alerts: ["manager"],
  /** Changes templates; every role uses them. */
  templates: ["manager"],
  /** The sources: their names, setup and submissions. */
  sources: ["manager"],
  /** Spreadsheets of leads. */
  exports: ["manager"],
  /** Imports leads from a file. */
  imports: ["manager"],
  /** Exports or erases a person's data. */
  privacy: ["manager"],
  /** Turns a browser into a shared device. */
  sharedDevices: ["manager"],
  /** Figures by person. */
  personFigures: ["manager"],
  /** What campaigns cost. */
  costs: ["manager"],
  /** A month's report, which has the costs. */
  reports: ["manager"],
} as const satisfies Record<string, readonly Role[]>;
export type Right = keyof typeof rights;

/** After this long, a session needs to re-authenticate for `provenRights`. */
export const proofMinutes = 15;

/** Rights that require a recent re-authentication: see `Proof`. */
export const provenRights: readonly Right[] = ["exports", "privacy"];

export function may(role: Role, right: Right): boolean {
  return (rights[right] as readonly Role[]).includes(role);
}
