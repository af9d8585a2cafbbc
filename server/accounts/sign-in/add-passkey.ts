// Adding a passkey to an account. It is listed and removed like any factor: see two-step-login.ts.
import { eq } from "drizzle-orm";
import { factorMessages } from "#content/messages.ts";
import { type Factor, type FullProof, maxFactors } from "#contract/factors.ts";
import type { PasskeyCreationOptions, PasskeyRegistration } from "#contract/passkeys.ts";
import type { Transaction } from "#server/db/database.ts";
import { accounts, factors } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import type { SignedInAccount, Visitor } from "#server/http/signed-in.ts";
import type { Account } from "#server/people/accounts.ts";
import { announceFactors } from "./announce-factors.ts";
import { withFullProof } from "./full-proof.ts";
import { mustLock, own } from "./locked-account.ts";
import { openPasskeyChallenge, takePasskeyChallenge } from "./passkey-challenges.ts";
import { creationOptions, makePasskeyHandle } from "./passkey-options.ts";
import { mustFindPasskeySite } from "./passkey-site.ts";
import { confirmedFactors } from "./second-factors.ts";
import { asFactor, replaceRecoveryCodes } from "./two-step-login.ts";
import { verifyNewPasskey } from "./verify-passkey.ts";

/**
 * Returns the options with which the browser creates one. Throws `conflict` beyond `maxFactors`.
 */
export async function beginPasskey(
  deps: Deps,
  visitor: Visitor,
  caller: SignedInAccount,
  proof: FullProof,
): Promise<PasskeyCreationOptions> {
  const { rpId } = mustFindPasskeySite(deps.config);
  const { accountId } = caller;
  return withFullProof(deps, visitor, caller, proof, async (tx, account) => {
    const existing = await confirmedFactors(tx, accountId);
    refuseTooMany(existing);
    const challenge = await openPasskeyChallenge(deps, tx, { purpose: "registration", accountId });
    const { email, firstName, lastName } = account;
    const handle = await ensureHandle(tx, account);
    const person = { handle, email, name: `${firstName} ${lastName}`.trim() };
    return creationOptions(rpId, challenge, person, existing);
  });
}

/**
 * Stores the passkey that the browser created. The account's first factor also creates recovery
 * codes. Throws `conflict` for an expired or used challenge, and for an invalid response.
 */
export async function addPasskey(
  deps: Deps,
  visitor: Visitor,
  accountId: string,
  { challenge, name, attestation }: PasskeyRegistration,
): Promise<{ factor: Factor; recoveryCodes: string[] | null }> {
  const added = await deps.db.transaction(async (tx) => {
    const account = await mustLock(tx, accountId);
    const use = { purpose: "registration", accountId, challenge } as const;
    if (!(await takePasskeyChallenge(deps, tx, use))) return null;
    const passkey = await verifyNewPasskey(deps, challenge, attestation);
    // An invalid response also uses up the challenge, so the error is thrown after the commit.
    if (!passkey) return null;
    const before = await confirmedFactors(tx, accountId);
    refuseTooMany(before);
    const now = deps.now();
    const [row] = await tx
      .insert(factors)
      .values({
        ...passkey,
        accountId,
        kind: "passkey",
        name: name || factorMessages.passkeyName,
        transports: attestation.response.transports ?? [],
        createdAt: now,
        confirmedAt: now,
      })
      .onConflictDoNothing({ target: factors.credentialId })
      .returning();
    if (!row) throw new AppError("conflict", { sentence: factorMessages.samePasskey });
    await announceFactors(deps, tx, own(visitor, account), { account, action: "passkey_added" });
    const recoveryCodes = before.length === 0 ? await replaceRecoveryCodes(tx, accountId) : null;
    return { factor: asFactor(row), recoveryCodes };
  });
  if (!added) throw new AppError("conflict", { sentence: factorMessages.passkeyNotAdded });
  return added;
}

function refuseTooMany(existing: unknown[]) {
  if (existing.length < maxFactors) return;
  throw new AppError("conflict", { sentence: factorMessages.tooMany });
}

/** The caller holds the account's lock. */
async function ensureHandle(tx: Transaction, { id, passkeyHandle }: Account): Promise<string> {
  if (passkeyHandle !== null) return passkeyHandle;
  const made = makePasskeyHandle();
  await tx.update(accounts).set({ passkeyHandle: made }).where(eq(accounts.id, id));
  return made;
}
