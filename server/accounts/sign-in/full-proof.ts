// Requires full login credentials for one change: the password, and the second step if two-step
// login is on. A recent proof isn't enough: it may be from before two-step login was turned on.
import type { FullProof } from "#contract/factors.ts";
import type { Transaction } from "#server/db/database.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import type { SignedInAccount, Visitor } from "#server/http/signed-in.ts";
import type { Account } from "#server/people/accounts.ts";
import { verifyPassword } from "#server/people/verify-password.ts";
import { audit } from "#server/records/audit/audit.ts";
import { openChallenge } from "./challenges.ts";
import { mustLockProved } from "./locked-account.ts";
import { checkSecondPasskey } from "./passkey-sign-in.ts";
import { checkCode } from "./prove-second-factor.ts";

/**
 * Makes the change under the account's lock, in the transaction that uses up the second step.
 * Throws `invalid` for a wrong password or code, `second_factor_required` with a challenge, as at
 * login, if the second step is missing, and otherwise like `checkCode` and `checkSecondPasskey`.
 */
export async function withFullProof<Result extends object>(
  deps: Deps,
  visitor: Visitor,
  caller: SignedInAccount,
  { password, secondStep }: FullProof,
  change: (tx: Transaction, account: Account) => Promise<Result>,
): Promise<Result> {
  const { accountId, clientId } = caller;
  const proved = await verifyPassword(deps, caller, "password", password);
  const finish = async (tx: Transaction) => change(tx, await mustLockProved(tx, proved));
  if (secondStep) {
    return "code" in secondStep
      ? checkCode(deps, visitor, secondStep, finish, accountId)
      : checkSecondPasskey(deps, visitor, secondStep, finish, accountId);
  }
  const outcome = await deps.db.transaction(async (tx) => {
    const account = await mustLockProved(tx, proved);
    const secondFactor = await openChallenge(deps, tx, accountId);
    if (!secondFactor) return { result: await change(tx, account) };
    const { address } = visitor;
    await audit(deps, tx, { action: "second_factor_asked", accountId, clientId, address });
    return { secondFactor };
  });
  if (outcome.result) return outcome.result;
  throw new AppError("second_factor_required", outcome);
}
