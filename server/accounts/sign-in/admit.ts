// The end of a login with valid credentials: a session, or an error if the account can't have a
// session.

import type { Transaction } from "#server/db/database.ts";
import type { Deps } from "#server/deps.ts";
import type { Visitor } from "#server/http/signed-in.ts";
import type { Account } from "#server/people/accounts.ts";
import { audit } from "#server/records/audit/audit.ts";
import { asSignInError, openSession, type SignedInAs, statusRefusal } from "./sessions.ts";

type Outcome = { account: Account } & (
  | { token: string }
  | { refusal: NonNullable<Awaited<ReturnType<typeof statusRefusal>>> }
);

/** Audits the login, and opens the session unless the account can't have a session. */
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

/**
 * Returns the login, or throws if it was rejected. Call it after the commit, because even a
 * rejected login uses up its proof and is audited.
 */
export function unlessRefused(outcome: Outcome): SignedInAs {
  if ("refusal" in outcome) throw asSignInError(outcome.refusal, outcome.account);
  return { token: outcome.token, kind: outcome.account.kind };
}
