// Describes the caller of a request, which the guards determine (guards.ts, visitor.ts).
export type SignedInClient = {
  accountId: string;
  clientId: string;
  /** The session of the caller's device. Absent for command-line tools. */
  sessionId?: string;
};
export type SignedInAdmin = { accountId: string; sessionId?: string };

/**
 * A person at a practice or an owner, for features that every account has. `clientId` is null for
 * an owner.
 */
export type SignedInAccount = { accountId: string; clientId: string | null; sessionId: string };

/**
 * The IP address and device of a request, even without a session. `deviceToken` recognizes the
 * browser and is absent for command-line tools.
 */
export type Visitor = { address: string; device: string; deviceToken?: string };
