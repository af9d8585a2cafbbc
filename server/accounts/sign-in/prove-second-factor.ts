// The second step of a login, or of a re-authentication: a code in addition to the password.

import { eq } from "drizzle-orm";
import { factorMessages } from "#content/messages.ts";
import type { FactorProof } from "#contract/factors.ts";
import type { Transaction } from "#server/db/database.ts";
import { recoveryCodes } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import type { Visitor } from "#server/http/signed-in.ts";
import { type Account, lockAccount } from "#server/people/accounts.ts";
import { audit } from "#server/records/audit/audit.ts";
import { admit, unlessRefused } from "./admit.ts";
import { announceFactors } from "./announce-factors.ts";
import { endChallenge, findChallenged, takeTry } from "./challenges.ts";
import { useCode } from "./second-factors.ts";
import type { SignedInAs } from "./sessions.ts";

/**
 * Handles `POST /api/credentials/factors`: opens a session after the right password. Throws
 * `unauthorized` for an expired or used challenge, and `invalid` for a wrong code.
 */
export async function proveSecondFactor(
  deps: Deps,
  visitor: Visitor,
  proof: FactorProof,
): Promise<SignedInAs> {
  const outcome = await checkCode(deps, visitor, proof, (tx, account) =>
    admit(deps, tx, visitor, account, "signed_in"),
  );
  return unlessRefused(outcome);
}

/**
 * Calls `finish` for a correct code, in the transaction that uses up the code and the challenge.
 * With `of`, only that account's challenge is accepted. Throws like `proveSecondFactor`.
 */
export async function checkCode<Result extends object>(
  deps: Deps,
  visitor: Visitor,
  { challenge, code }: FactorProof,
  finish: (tx: Transaction, account: Account) => Promise<Result>,
  of?: string,
): Promise<Result> {
  const { address } = visitor;
  const accountId = await beginTry(deps, visitor, challenge, of);
  const outcome = await deps.db.transaction(async (tx) => {
    const account = await lockAccount(tx, accountId);
    if (!account) throw deadChallenge();
    const used = await useCode(deps, tx, accountId, code);
    if (!used) {
      const who = { accountId, clientId: account.clientId, address };
      await audit(deps, tx, { action: "wrong_second_factor", ...who });
      return null;
    }
    if (!(await endChallenge(tx, challenge))) throw deadChallenge();
    if (used === "recovery") {
      const codesLeft = await tx.$count(recoveryCodes, eq(recoveryCodes.accountId, accountId));
      const by = { accountId, address };
      await announceFactors(deps, tx, by, { account, action: "recovery_code_used", codesLeft });
    }
    return finish(tx, account);
  });
  if (!outcome) throw new AppError("invalid", { fields: { code: "wrong_app_code" } });
  return outcome;
}

/** Counts the attempt, and returns whose challenge it is. Throws `unauthorized`. */
export async function beginTry(
  deps: Deps,
  { address }: Visitor,
  challenge: string,
  of?: string,
): Promise<string> {
  await deps.limits.count("signInPerIp", address);
  const accountId = await findChallenged(deps, challenge);
  if (!accountId || (of && of !== accountId)) throw deadChallenge();
  // Checked before the attempt is counted, so that a rate-limited request doesn't use one up.
  await deps.limits.count("factorPerAccount", accountId);
  if (!(await takeTry(deps, challenge))) throw deadChallenge();
  return accountId;
}

export function deadChallenge() {
  return new AppError("unauthorized", { sentence: factorMessages.deadChallenge });
}
