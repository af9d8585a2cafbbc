// The caller of a request. Guards determine it (guards.ts, visitor.ts) and pass it on.
export type SignedInClient = {
  accountId: string;
  clientId: string;
  /** The caller's device session; absent for command-line tools. */
  sessionId?: string;
};
export type SignedInAdmin = { accountId: string; sessionId?: string };

/**
 * A person at a practice or an owner, for what every account has. `clientId` is null for an owner.
 */
export type SignedInAccount = { accountId: string; clientId: string | null; sessionId: string };

/**
 * The network address and the device of a request, signed in or not. `deviceToken` recognizes the
 * browser; absent for command-line tools.
 */
export type Visitor = { address: string; device: string; deviceToken?: string };
