// Logins with the right password that are waiting for a second factor, for five minutes and a few
// attempts.
import { createHash, randomBytes } from "node:crypto";
import { and, eq, gt, lt, sql } from "drizzle-orm";
import { minuteMs } from "#contract/durations.ts";
import { challengeMinutes, challengeTries, type SecondFactor } from "#contract/factors.ts";
import type { Transaction } from "#server/db/database.ts";
import { passkeyChallenges, signInChallenges } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { requestOptions } from "./passkey-options.ts";
import { findPasskeySite } from "./passkey-site.ts";
import { confirmedFactors } from "./second-factors.ts";

/** Opens a challenge. Returns null if the account has no factor, so its password is enough. */
export async function openChallenge(
  deps: Pick<Deps, "now" | "config">,
  tx: Transaction,
  accountId: string,
): Promise<SecondFactor | null> {
  const rows = await confirmedFactors(tx, accountId);
  if (rows.length === 0) return null;
  const now = deps.now();
  await tx
    .delete(signInChallenges)
    .where(and(eq(signInChallenges.accountId, accountId), lt(signInChallenges.expiresAt, now)));
  const challenge = makeChallenge();
  const expiresAt = new Date(now.getTime() + challengeMinutes * minuteMs);
  await tx.insert(signInChallenges).values({
    tokenHash: hashChallenge(challenge),
    accountId,
    triesLeft: challengeTries,
    expiresAt,
  });
  const kinds = [...new Set(rows.map(({ kind }) => kind))];
  const passkeys = rows.filter(({ kind }) => kind === "passkey");
  const site = passkeys.length > 0 ? findPasskeySite(deps.config) : null;
  // The passkey signs the same challenge.
  const passkey = site && requestOptions(site.rpId, challenge, passkeys);
  return { challenge, expiresAt: expiresAt.toISOString(), kinds, passkey };
}

/** Returns the challenge's account, or null if the challenge is unknown, expired or used up. */
export async function findChallenged(
  deps: Pick<Deps, "db" | "now">,
  challenge: string,
): Promise<string | null> {
  const [found] = await deps.db.select().from(signInChallenges).where(isOpen(deps, challenge));
  return found?.accountId ?? null;
}

/**
 * Uses up one of the challenge's attempts; returns false if none is left. Commit it before checking
 * the proof, so that an interruption can't restore the attempt.
 */
export async function takeTry(deps: Pick<Deps, "db" | "now">, challenge: string): Promise<boolean> {
  const taken = await deps.db
    .update(signInChallenges)
    .set({ triesLeft: sql`${signInChallenges.triesLeft} - 1` })
    .where(isOpen(deps, challenge))
    .returning();
  return taken.length > 0;
}

function isOpen({ now }: Pick<Deps, "now">, challenge: string) {
  return and(
    eq(signInChallenges.tokenHash, hashChallenge(challenge)),
    gt(signInChallenges.triesLeft, 0),
    gt(signInChallenges.expiresAt, now()),
  );
}

/**
 * Uses up the challenge. Returns false if another request already used it up or a new password
 * voided it.
 */
export async function endChallenge(tx: Transaction, challenge: string): Promise<boolean> {
  const ended = await tx
    .delete(signInChallenges)
    .where(eq(signInChallenges.tokenHash, hashChallenge(challenge)))
    .returning();
  return ended.length > 0;
}

/**
 * Deletes all of an account's challenges, including unfinished passkey setups, because the password
 * that opened them is no longer valid.
 */
export async function endChallenges(tx: Transaction, accountId: string): Promise<void> {
  await tx.delete(signInChallenges).where(eq(signInChallenges.accountId, accountId));
  await tx.delete(passkeyChallenges).where(eq(passkeyChallenges.accountId, accountId));
}

export function makeChallenge(): string {
  return randomBytes(32).toString("base64url");
}

export function hashChallenge(challenge: string): string {
  return createHash("sha256").update(challenge).digest("hex");
}
