// The end of a sign-in whose person is proved: a session, or the refusal of an account that gets none.
import type { Account } from "#server/accounts/people/accounts.ts";
import {
  asSignInError,
  openSession,
  type SignedInAs,
  statusRefusal,
} from "#server/accounts/sessions/sessions.ts";
import type { Transaction } from "#server/db/database.ts";
import type { Deps } from "#server/deps.ts";
import type { Visitor } from "#server/http/signed-in.ts";
import { audit } from "#server/records/audit/audit.ts";

type Outcome = { account: Account } & (
  | { token: string }
  | { refusal: NonNullable<Awaited<ReturnType<typeof statusRefusal>>> }
);

/** Audits the sign-in, and opens the session unless the account gets none. */
export async function admit(
  deps: Deps,
  tx: Transaction,
  visitor: Visitor,
  account: Account,
  action: "signed_in" | "signed_in_with_passkey",
): Promise<Outcome> {
  const refusal = await statusRefusal(tx, account);
  await audit(deps, tx, {
    action: refusal ?? action,
    accountId: account.id,
    clientId: account.clientId,
    address: visitor.address,
  });
  if (refusal) return { account, refusal };
  return { account, token: await openSession(deps, tx, visitor, account) };
}

/** To be called after the commit: what was proved is used up, and the try is audited. */
export function unlessRefused(outcome: Outcome): SignedInAs {
  if ("refusal" in outcome) throw asSignInError(outcome.refusal, outcome.account);
  return { token: outcome.token, kind: outcome.account.kind };
}
