// The accounts of one practice.
import { asc, eq } from "drizzle-orm";
import { peopleMessages } from "#content/desk/people.ts";
import { may } from "#contract/roles.ts";
import type { Database, Transaction } from "#server/db/database.ts";
import { accounts } from "#server/db/schema.ts";
import { AppError } from "#server/errors.ts";
import type { SignedInClient } from "#server/http/signed-in.ts";

type Account = typeof accounts.$inferSelect;
type Reader = { db: Database | Transaction };

/** Returns a practice's people, the oldest account first. */
export function listAccounts({ db }: Reader, clientId: string) {
  return db
    .select()
    .from(accounts)
    .where(eq(accounts.clientId, clientId))
    .orderBy(asc(accounts.createdAt), asc(accounts.id));
}

/**
 * Returns the active managers, who get the practice's emails, the oldest account first. A practice
 * always has at least one.
 */
export async function listManagers(tools: Reader, clientId: string): Promise<Account[]> {
  return (await listAccounts(tools, clientId)).filter(isActiveManager);
}

export function isActiveManager({ role, deactivatedAt }: Account): boolean {
  return role === "manager" && !deactivatedAt;
}

/**
 * Locks all accounts of a practice in a fixed order, so that a concurrent change sees the first
 * one's result and the practice keeps a manager.
 */
export function lockPeople(tx: Transaction, clientId: string): Promise<Account[]> {
  return tx
    .select()
    .from(accounts)
    .where(eq(accounts.clientId, clientId))
    .orderBy(asc(accounts.id))
    .for("no key update");
}

/**
 * Locks the practice's people, including the caller: a manager who was just demoted or deactivated
 * can't change anything. Throws `forbidden`.
 */
export async function lockPeopleAs(
  tx: Transaction,
  { clientId, accountId }: SignedInClient,
): Promise<Account[]> {
  const people = await lockPeople(tx, clientId);
  const caller = people.find(({ id }) => id === accountId);
  if (!caller?.role || caller.deactivatedAt || !may(caller.role, "people")) {
    throw new AppError("forbidden", { sentence: peopleMessages.managersOnly });
  }
  return people;
}
