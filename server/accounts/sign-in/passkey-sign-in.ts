// Logging in with a passkey: without a password, or as the second step after it.
import { factorMessages } from "#content/messages.ts";
import type { PasskeyProof, PasskeyRequestOptions } from "#contract/passkeys.ts";
import type { Transaction } from "#server/db/database.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import type { Visitor } from "#server/http/signed-in.ts";
import { type Account, lockAccount } from "#server/people/accounts.ts";
import { audit } from "#server/records/audit/audit.ts";
import { admit, unlessRefused } from "./admit.ts";
import { announceFactors } from "./announce-factors.ts";
import { endChallenge } from "./challenges.ts";
import { own } from "./locked-account.ts";
import { openPasskeyChallenge, takePasskeyChallenge } from "./passkey-challenges.ts";
import { requestOptions } from "./passkey-options.ts";
import { mustFindPasskeySite } from "./passkey-site.ts";
import { beginTry, deadChallenge } from "./prove-second-factor.ts";
import type { SignedInAs } from "./sessions.ts";
import { checkPasskey, findPasskeyOwner } from "./verify-passkey.ts";

/** Returns the browser's options, the same for everyone, because the account isn't known yet. */
export async function beginPasskeySignIn(
  deps: Deps,
  visitor: Visitor,
): Promise<PasskeyRequestOptions> {
  const { rpId } = mustFindPasskeySite(deps.config);
  await deps.limits.count("passkeyPerIp", visitor.address);
  const use = { purpose: "sign_in", accountId: null } as const;
  return requestOptions(rpId, await openPasskeyChallenge(deps, deps.db, use), []);
}

/**
 * Logs in with a passkey instead of a password and a second factor. Throws `unauthorized` for any
 * passkey that doesn't work. For a passkey that works, throws the same errors as a password login.
 */
export async function signInWithPasskey(
  deps: Deps,
  visitor: Visitor,
  proof: PasskeyProof,
): Promise<SignedInAs> {
  await deps.limits.count("signInPerIp", visitor.address);
  const { challenge, assertion } = proof;
  const use = { purpose: "sign_in", accountId: null, challenge } as const;
  const isOpen = await takePasskeyChallenge(deps, deps.db, use);
  const owner = isOpen ? await findPasskeyOwner(deps.db, assertion.id) : null;
  if (owner) await deps.limits.count("passkeyPerAccount", owner);
  const outcome = await deps.db.transaction(async (tx) => {
    const account = owner === null ? null : await lockAccount(tx, owner);
    if (!(await isRightPasskey(deps, tx, visitor, account, { ...proof, isFirstProof: true }))) {
      return null;
    }
    return account && admit(deps, tx, visitor, account, "signed_in_with_passkey");
  });
  if (!outcome) throw new AppError("unauthorized", { sentence: factorMessages.wrongPasskey });
  return unlessRefused(outcome);
}

/**
 * Uses a passkey as the second step of a login with the right password. Throws `unauthorized` if
 * the challenge has expired, and `conflict` for a passkey that doesn't work.
 */
export async function proveWithPasskey(
  deps: Deps,
  visitor: Visitor,
  proof: PasskeyProof,
): Promise<SignedInAs> {
  const outcome = await checkSecondPasskey(deps, visitor, proof, (tx, account) =>
    admit(deps, tx, visitor, account, "signed_in"),
  );
  return unlessRefused(outcome);
}

/** Works like `checkCode`, with a passkey; throws like `proveWithPasskey`. */
export async function checkSecondPasskey<Result extends object>(
  deps: Deps,
  visitor: Visitor,
  proof: PasskeyProof,
  finish: (tx: Transaction, account: Account) => Promise<Result>,
  of?: string,
): Promise<Result> {
  const accountId = await beginTry(deps, visitor, proof.challenge, of);
  const outcome = await deps.db.transaction(async (tx) => {
    const account = await lockAccount(tx, accountId);
    if (!(await isRightPasskey(deps, tx, visitor, account, { ...proof, isFirstProof: false }))) {
      return null;
    }
    if (!account || !(await endChallenge(tx, proof.challenge))) throw deadChallenge();
    return finish(tx, account);
  });
  if (!outcome) throw new AppError("conflict", { sentence: factorMessages.wrongSecondPasskey });
  return outcome;
}

/** Audits a wrong or copied passkey, and notifies the owner of a copied passkey. */
async function isRightPasskey(
  deps: Deps,
  tx: Transaction,
  visitor: Visitor,
  account: Account | null,
  proof: PasskeyProof & { isFirstProof: boolean },
): Promise<boolean> {
  const verdict = account ? await checkPasskey(deps, tx, account, proof) : "wrong";
  if (verdict === "right") return true;
  if (verdict === "copied" && account) {
    await announceFactors(deps, tx, own(visitor, account), { account, action: "passkey_copied" });
    return false;
  }
  await audit(deps, tx, {
    action: "wrong_passkey",
    accountId: account?.id,
    clientId: account?.clientId,
    address: visitor.address,
  });
  return false;
}
