// What each person of a practice may do.

/** `manager`: everything. `member`: leads, calls, notes and emails. */
export const roles = ["manager", "member"] as const;
export type Role = (typeof roles)[number];

/**
 * What only some roles may do; everything else at the desk is open to each of them. The server's
 * guard and the screens both read this table.
 */
export const rights = {
  /** Invites, changes and deactivates people. */
  people: ["manager"],
  /** Changes the practice's information, and what its desk remembers for all devices. */
  profile: ["manager"],
  hours: ["manager"],
  /** Changes the practice's alerts, their addresses, and the devices of other people. */
  alerts: ["manager"],
  /** Changes templates; every role uses them. */
  templates: ["manager"],
  /** Where leads come from: the sources' names, how they are set up, what they were sent. */
  sources: ["manager"],
  /** Spreadsheets of leads. */
  exports: ["manager"],
  /** Imports leads from a file. */
  imports: ["manager"],
  /** Hands over or erases a person's data. */
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

/** A session that was proved this long ago proves too little for `provenRights`. */
export const proofMinutes = 15;

/** Using these takes a recent proof of who is at the screen: see `Proof`. */
export const provenRights: readonly Right[] = ["exports", "privacy"];

export function may(role: Role, right: Right): boolean {
  return (rights[right] as readonly Role[]).includes(role);
}
