// Who is asking. Guards find it out from the request (guards.ts, visitor.ts) and pass it to the verbs.
export type SignedInClient = {
  accountId: string;
  clientId: string;
  /** The caller's device session; absent for command-line tools. */
  sessionId?: string;
};
export type SignedInAdmin = { accountId: string };

/** The network address and the device of a request, signed in or not. */
export type Visitor = { address: string; device: string };
