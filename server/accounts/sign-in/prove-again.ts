// Re-authenticates a logged-in person with full login credentials: the password, and the second
// step if two-step login is on.
import type { FactorProof } from "#contract/factors.ts";
import type { PasskeyProof } from "#contract/passkeys.ts";
import type { Transaction } from "#server/db/database.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import { forgetReading } from "#server/http/reading-limit.ts";
import type { SignedInAccount, Visitor } from "#server/http/signed-in.ts";
import { verifyPassword } from "#server/people/verify-password.ts";
import { audit } from "#server/records/audit/audit.ts";
import { openChallenge } from "./challenges.ts";
import { mustLockProved } from "./locked-account.ts";
import { checkSecondPasskey } from "./passkey-sign-in.ts";
import { recordProof } from "./proofs.ts";
import { checkCode } from "./prove-second-factor.ts";

/**
 * Handles `POST …/proofs`. Throws `invalid` for a wrong password; with two-step login on,
 * `second_factor_required` with a challenge, as at login.
 */
export async function proveAgain(
  deps: Deps,
  visitor: Visitor,
  account: SignedInAccount,
  { password }: { password: string },
): Promise<void> {
  const { accountId, clientId } = account;
  const proved = await verifyPassword(deps, account, "password", password);
  const secondFactor = await deps.db.transaction(async (tx) => {
    await mustLockProved(tx, proved);
    const asked = await openChallenge(deps, tx, accountId);
    if (!asked) await recordProof(deps, tx, visitor, account);
    else {
      const { address } = visitor;
      await audit(deps, tx, { action: "second_factor_asked", accountId, clientId, address });
    }
    return asked;
  });
  if (secondFactor) throw new AppError("second_factor_required", { secondFactor });
  await forgetReading(deps, account.sessionId);
}

/** Handles `POST …/proofs/factors`. Throws like `proveSecondFactor`. */
export async function proveAgainWithCode(
  deps: Deps,
  visitor: Visitor,
  account: SignedInAccount,
  proof: FactorProof,
): Promise<void> {
  await checkCode(deps, visitor, proof, finish(deps, visitor, account), account.accountId);
  await forgetReading(deps, account.sessionId);
}

/** Handles `POST …/proofs/passkeys`. Throws like `proveWithPasskey`. */
export async function proveAgainWithPasskey(
  deps: Deps,
  visitor: Visitor,
  account: SignedInAccount,
  proof: PasskeyProof,
): Promise<void> {
  await checkSecondPasskey(deps, visitor, proof, finish(deps, visitor, account), account.accountId);
  await forgetReading(deps, account.sessionId);
}

function finish(deps: Deps, visitor: Visitor, account: SignedInAccount) {
  return async (tx: Transaction) => {
    await recordProof(deps, tx, visitor, account);
    return account;
  };
}
