// The browsers that an account has logged in from. A login from a new one is reported by email.
import { hash } from "node:crypto";
import { and, desc, eq, gt, inArray, ne, notInArray, sql } from "drizzle-orm";
import { dayMs } from "#contract/durations.ts";
import type { Transaction } from "#server/db/database.ts";
import { accounts, knownDevices, sessions } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import type { Visitor } from "#server/http/signed-in.ts";

/** How many browsers an account remembers; another one replaces the least recently used. */
export const maxKnownDevices = 50;
/**
 * Reports are limited, because programs don't keep cookies, so each of their logins is from a new
 * device.
 */
export const maxReportsPerDay = 10;

export type Meeting = {
  isNew: boolean;
  /** Whether the account has ever logged in: its newest session is never deleted. */
  hasSignedIn: boolean;
  /** The new devices from the last day, including this one. */
  newToday: number;
};

/** Checks whether a login is reported to the account's owner. */
export function isReported({ isNew, hasSignedIn, newToday }: Meeting): boolean {
  return isNew && hasSignedIn && newToday <= maxReportsPerDay;
}

/**
 * Remembers the browser of a login, before its session is stored. Returns the browser's hash and
 * whether to report the login, or null if the request didn't come from a browser.
 */
export async function meetDevice(
  deps: Pick<Deps, "now">,
  tx: Transaction,
  visitor: Visitor,
  accountId: string,
): Promise<{ deviceHash: string; isReported: boolean } | null> {
  const tokenHash = hashDevice(visitor);
  if (!tokenHash) return null;
  const now = deps.now();
  const [met] = await tx
    .insert(knownDevices)
    .values({ accountId, tokenHash, createdAt: now, lastUsedAt: now })
    .onConflictDoUpdate({
      target: [knownDevices.accountId, knownDevices.tokenHash],
      set: { lastUsedAt: now },
    })
    // `xmax` is zero for a row that was inserted.
    .returning({ isNew: sql<boolean>`xmax = 0` });
  if (!met?.isNew) return { deviceHash: tokenHash, isReported: false };
  const own = eq(knownDevices.accountId, accountId);
  const since = new Date(now.getTime() - dayMs);
  const meeting = {
    isNew: true,
    hasSignedIn: (await tx.$count(sessions, eq(sessions.accountId, accountId))) > 0,
    newToday: await tx.$count(knownDevices, and(own, gt(knownDevices.createdAt, since))),
  };
  const kept = tx
    .select({ id: knownDevices.id })
    .from(knownDevices)
    .where(own)
    .orderBy(desc(knownDevices.lastUsedAt), desc(knownDevices.id))
    .limit(maxKnownDevices);
  await tx.delete(knownDevices).where(and(own, notInArray(knownDevices.id, kept)));
  return { deviceHash: tokenHash, isReported: isReported(meeting) };
}

/**
 * Returns the hash of the visitor's browser, if the account with this email address knows it. Runs
 * one statement for every email address, so that an unknown address costs the same.
 */
export async function findKnownDevice(
  { db }: Pick<Deps, "db">,
  visitor: Visitor,
  email: string,
): Promise<string | null> {
  const [found] = await db
    .select({ tokenHash: knownDevices.tokenHash })
    .from(knownDevices)
    .innerJoin(accounts, eq(accounts.id, knownDevices.accountId))
    .where(and(eq(accounts.email, email), eq(knownDevices.tokenHash, hashDevice(visitor) ?? "")));
  return found?.tokenHash ?? null;
}

/** Forgets browsers that were logged out of an account. */
export async function forgetDevices(tx: Transaction, accountId: string, deviceHashes: string[]) {
  const own = eq(knownDevices.accountId, accountId);
  await tx.delete(knownDevices).where(and(own, inArray(knownDevices.tokenHash, deviceHashes)));
}

/** Forgets all devices but this one, because an attacker may have logged in from another. */
export async function forgetOtherDevices(tx: Transaction, accountId: string, visitor: Visitor) {
  const own = eq(knownDevices.accountId, accountId);
  const kept = hashDevice(visitor) ?? "";
  await tx.delete(knownDevices).where(and(own, ne(knownDevices.tokenHash, kept)));
}

/** Forgets all devices, because the account's owner no longer logs in. */
export async function forgetAllDevices(tx: Transaction, accountId: string) {
  await tx.delete(knownDevices).where(eq(knownDevices.accountId, accountId));
}

function hashDevice({ deviceToken }: Visitor): string | null {
  return deviceToken ? hash("sha256", deviceToken) : null;
}
