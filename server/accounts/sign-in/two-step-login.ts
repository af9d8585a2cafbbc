// Sets up, lists and removes an account's second factors. Every change is audited and emailed to
// the account's address.
import { and, eq, gt, isNull, sql } from "drizzle-orm";
import { encode } from "uqr";
import { adminWords } from "#content/command-line.ts";
import { peopleMessages } from "#content/desk/people.ts";
import { factorMessages } from "#content/messages.ts";
import { site } from "#content/site.ts";
import { dayMs } from "#contract/durations.ts";
import {
  type Factor,
  type FactorList,
  type FullProof,
  maxFactors,
  type TotpSetup,
} from "#contract/factors.ts";
import type { Transaction } from "#server/db/database.ts";
import { accounts, auditEntries, factors, recoveryCodes } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import type { SignedInAccount, SignedInClient, Visitor } from "#server/http/signed-in.ts";
import { type Account, commandLine, lockAccount } from "#server/people/accounts.ts";
import { lockPeopleAs } from "#server/people/practice-people.ts";
import { type Actor, announceFactors } from "./announce-factors.ts";
import { endChallenges } from "./challenges.ts";
import { withFullProof } from "./full-proof.ts";
import { mustLock, own } from "./locked-account.ts";
import { hashRecoveryCode, makeRecoveryCodes } from "./recovery-codes.ts";
import { confirmedFactors, type FactorRow, sealSecret, stepOf } from "./second-factors.ts";
import { makeTotpSecret, totpUri } from "./totp.ts";

/** ISO/IEC 18004: a QR code needs four modules of white on each side. */
const qrBorder = 4;

type Tools = Pick<Deps, "db" | "now" | "config" | "jobs">;

/** Returns the confirmed factors, oldest first. */
export async function listFactors(deps: Pick<Deps, "db">, accountId: string): Promise<FactorList> {
  const rows = await confirmedFactors(deps.db, accountId);
  const recoveryCodesLeft = await deps.db.$count(
    recoveryCodes,
    eq(recoveryCodes.accountId, accountId),
  );
  return { factors: rows.map(asFactor), recoveryCodesLeft };
}

/**
 * Begins the setup of an authenticator app, which takes effect with its first correct code.
 * Discards an earlier unfinished setup. Throws `conflict` beyond `maxFactors`.
 */
export async function beginTotp(
  deps: Deps,
  visitor: Visitor,
  caller: SignedInAccount,
  { name, ...proof }: FullProof & { name: string },
): Promise<TotpSetup> {
  const { accountId } = caller;
  const secret = makeTotpSecret();
  const { account, id } = await withFullProof(deps, visitor, caller, proof, async (tx, account) => {
    await tx
      .delete(factors)
      .where(and(eq(factors.accountId, accountId), isNull(factors.confirmedAt)));
    if ((await confirmedFactors(tx, accountId)).length >= maxFactors) {
      throw new AppError("conflict", { sentence: factorMessages.tooMany });
    }
    const [row] = await tx
      .insert(factors)
      .values({
        accountId,
        kind: "totp",
        name: name || factorMessages.totpName,
        secret: sealSecret(deps, secret),
        createdAt: deps.now(),
      })
      .returning({ id: factors.id });
    if (!row) throw new Error("The factor was not stored");
    return { account, id: row.id };
  });
  const uri = totpUri(secret, { issuer: site.agency, account: account.email });
  return { _id: id, secret, uri, qr: encode(uri, { ecc: "M", border: qrBorder }).data };
}

/**
 * Finishes a setup with the app's first code, which then counts as used. The account's first factor
 * also creates recovery codes. Throws `not_found`; `invalid` for a wrong code.
 */
export async function confirmTotp(
  deps: Deps,
  visitor: Visitor,
  accountId: string,
  { id, code }: { id: string; code: string },
): Promise<{ factor: Factor; recoveryCodes: string[] | null }> {
  await deps.limits.count("factorPerAccount", accountId);
  return deps.db.transaction(async (tx) => {
    const account = await mustLock(tx, accountId);
    const waiting = and(
      eq(factors.id, id),
      eq(factors.accountId, accountId),
      isNull(factors.confirmedAt),
    );
    const [row] = await tx.select().from(factors).where(waiting);
    if (!row) throw new AppError("not_found");
    const lastStep = stepOf(deps, row, code);
    if (lastStep === null) throw new AppError("invalid", { fields: { code: "wrong_app_code" } });
    const isFirst = (await confirmedFactors(tx, accountId)).length === 0;
    const now = deps.now();
    const [confirmed] = await tx
      .update(factors)
      .set({ lastStep, confirmedAt: now, lastUsedAt: now })
      .where(waiting)
      .returning();
    if (!confirmed) throw new AppError("not_found");
    await announceFactors(deps, tx, own(visitor, account), { account, action: "factor_added" });
    const codes = isFirst ? await replaceRecoveryCodes(tx, accountId) : null;
    return { factor: asFactor(confirmed), recoveryCodes: codes };
  });
}

/** Removes a factor; removing the last one also removes the recovery codes. Throws `not_found`. */
export async function removeFactor(
  deps: Deps,
  visitor: Visitor,
  caller: SignedInAccount,
  { id, ...proof }: FullProof & { id: string },
): Promise<void> {
  const { accountId } = caller;
  await withFullProof(deps, visitor, caller, proof, async (tx, account) => {
    const [removed] = await tx
      .delete(factors)
      .where(and(eq(factors.id, id), eq(factors.accountId, accountId)))
      .returning();
    if (!removed) throw new AppError("not_found");
    const isLast = (await confirmedFactors(tx, accountId)).length === 0;
    if (isLast) await dropTheRest(tx, accountId);
    if (!removed.confirmedAt) return removed;
    const action = removed.kind === "passkey" ? "passkey_removed" : "factor_removed";
    const words = isLast ? "last_factor_removed" : action;
    await announceFactors(deps, tx, own(visitor, account), { account, action, words });
    return removed;
  });
}

/** Creates new recovery codes; the old ones stop working. Throws `conflict` without a factor. */
export async function renewRecoveryCodes(
  deps: Deps,
  visitor: Visitor,
  caller: SignedInAccount,
  proof: FullProof,
): Promise<{ codes: string[] }> {
  const { accountId } = caller;
  return withFullProof(deps, visitor, caller, proof, async (tx, account) => {
    if ((await confirmedFactors(tx, accountId)).length === 0) throw new AppError("conflict");
    await announceFactors(deps, tx, own(visitor, account), {
      account,
      action: "recovery_codes_renewed",
    });
    return { codes: await replaceRecoveryCodes(tx, accountId) };
  });
}

/**
 * Removes all factors of someone who has lost them, so that the password alone is enough again.
 * Command line only. Throws `not_found`.
 */
export async function resetFactors(deps: Tools, email: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const [found] = await tx
      .select({ id: accounts.id })
      .from(accounts)
      .where(eq(accounts.email, email));
    const account = found && (await lockAccount(tx, found.id));
    if (!account) throw new AppError("not_found", { sentence: adminWords.noAccount(email) });
    await dropAll(deps, tx, { accountId: null, address: commandLine }, account);
  });
}

/**
 * Lets a manager reset a member's factors, with the manager's own full proof. Throws `not_found`,
 * and `conflict` for a manager, even one who was just made a member, so that someone with one
 * stolen account can't get into the others.
 */
export async function resetPersonFactors(
  deps: Deps,
  visitor: Visitor,
  client: SignedInClient & { sessionId: string },
  { id, ...proof }: FullProof & { id: string },
): Promise<void> {
  // Runs in a separate transaction, because it locks the caller, and the next transaction locks all
  // people in a fixed order.
  await withFullProof(deps, visitor, client, proof, async (_, account) => account);
  await deps.db.transaction(async (tx) => {
    const people = await lockPeopleAs(tx, client);
    const account = people.find((person) => person.id === id);
    if (!account) throw new AppError("not_found");
    if (account.role === "manager") {
      throw new AppError("conflict", { sentence: peopleMessages.managersFactors });
    }
    if (await hasNewRole(deps, tx, account)) {
      throw new AppError("conflict", { sentence: peopleMessages.newRole(newRoleDays) });
    }
    const by = { accountId: client.accountId, address: visitor.address };
    if (!(await dropAll(deps, tx, by, account))) {
      throw new AppError("conflict", { sentence: peopleMessages.noFactors });
    }
  });
}

const newRoleDays = 7;

async function hasNewRole(deps: Tools, tx: Transaction, { id, clientId }: Account) {
  const since = new Date(deps.now().getTime() - newRoleDays * dayMs);
  const changes = and(
    clientId ? eq(auditEntries.clientId, clientId) : undefined,
    eq(auditEntries.action, "person_role_changed"),
    eq(sql`${auditEntries.detail} ->> 'person'`, id),
    gt(auditEntries.at, since),
  );
  return (await tx.$count(auditEntries, changes)) > 0;
}

/** Removes all factors. Returns false if there were none. */
async function dropAll(deps: Tools, tx: Transaction, by: Actor, account: Account) {
  const isOn = (await confirmedFactors(tx, account.id)).length > 0;
  await tx.delete(factors).where(eq(factors.accountId, account.id));
  await dropTheRest(tx, account.id);
  if (isOn) await announceFactors(deps, tx, by, { account, action: "factors_reset" });
  return isOn;
}

export async function replaceRecoveryCodes(tx: Transaction, accountId: string): Promise<string[]> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.accountId, accountId));
  const codes = makeRecoveryCodes();
  await tx
    .insert(recoveryCodes)
    .values(codes.map((code) => ({ accountId, codeHash: hashRecoveryCode(code) })));
  return codes;
}

async function dropTheRest(tx: Transaction, accountId: string) {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.accountId, accountId));
  await endChallenges(tx, accountId);
}

export function asFactor(row: FactorRow): Factor {
  return {
    _id: row.id,
    kind: row.kind,
    name: row.name,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  };
}
