// What each person at a practice may do.

/** `manager`: may do everything. `member`: may work with leads, calls, notes and emails. */
export const roles = ["manager", "member"] as const;
export type Role = (typeof roles)[number];

/**
 * What only some roles may do. Every role may do everything else. The server's guard and the
 * screens both read this table.
 */
export const rights = {
  /** Invites, changes and deactivates people. */
  people: ["manager"],
  /** Changes the practice's profile and the lead desk's settings for all devices. */
  profile: ["manager"],
  hours: ["manager"],
  /** Changes the practice's alerts, their addresses, and other people's devices. */
  alerts: ["manager"],
  /** Changes templates. Every role can use them. */
  templates: ["manager"],
  /** Sees and changes the sources: their names, setup and submissions. */
  sources: ["manager"],
  /** Exports leads to spreadsheets. */
  exports: ["manager"],
  /** Imports leads from a file. */
  imports: ["manager"],
  /** Exports or erases a person's data. */
  privacy: ["manager"],
  /** Turns a browser into a shared device. */
  sharedDevices: ["manager"],
  /** Sees figures by person. */
  personFigures: ["manager"],
  /** Sees what campaigns cost. */
  costs: ["manager"],
  /** Sees monthly reports, which contain the costs. */
  reports: ["manager"],
} as const satisfies Record<string, readonly Role[]>;
export type Right = keyof typeof rights;

/**
 * If a session's proof is older than this many minutes, the rights in `provenRights` require a new
 * one.
 */
export const proofMinutes = 15;

/** The rights that require a recent re-authentication: see `Proof`. */
export const provenRights: readonly Right[] = ["exports", "privacy"];

export function may(role: Role, right: Right): boolean {
  return (rights[right] as readonly Role[]).includes(role);
}
