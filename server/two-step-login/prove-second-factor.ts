// The second step of a sign-in: a code instead of the password alone.

import { eq } from "drizzle-orm";
import { factorMessages } from "#content/messages.ts";
import type { FactorProof } from "#contract/factors.ts";
import { lockAccount } from "#server/accounts/accounts.ts";
import { audit } from "#server/audit/audit.ts";
import { recoveryCodes } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import { endChallenge, findChallenged, takeTry } from "#server/factors/challenges.ts";
import { useCode } from "#server/factors/codes.ts";
import type { SignedInAs } from "#server/sessions/sessions.ts";
import type { Visitor } from "#server/signed-in.ts";
import { admit, unlessRefused } from "./admit.ts";
import { announceFactors } from "./announce-factors.ts";

/**
 * `POST /api/credentials/factors`: opens the session whose password was right. Throws
 * `unauthorized` for a challenge that has expired or was used up; `invalid` for a wrong code.
 */
export async function proveSecondFactor(
  deps: Deps,
  visitor: Visitor,
  { challenge, code }: FactorProof,
): Promise<SignedInAs> {
  const { address } = visitor;
  await deps.limits.count("signInPerIp", address);
  const accountId = await findChallenged(deps, challenge);
  if (!accountId) throw deadChallenge();
  // Before a try is taken: a request that is one too many uses none up.
  await deps.limits.count("factorPerAccount", accountId);
  if (!(await takeTry(deps, challenge))) throw deadChallenge();
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
    return admit(deps, tx, visitor, account, "signed_in");
  });
  if (!outcome) throw new AppError("invalid", { fields: { code: "wrong_app_code" } });
  return unlessRefused(outcome);
}

export function deadChallenge() {
  return new AppError("unauthorized", { sentence: factorMessages.deadChallenge });
}
