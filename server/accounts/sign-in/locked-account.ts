// Loads the account that a change affects, under its lock.

import type { Transaction } from "#server/db/database.ts";
import { AppError } from "#server/errors.ts";
import type { Visitor } from "#server/http/signed-in.ts";
import { type Account, lockAccount, lockVerifiedAccount } from "#server/people/accounts.ts";
import { wrongPassword } from "#server/people/verify-password.ts";
import type { Actor } from "./announce-factors.ts";

export function own({ address }: Visitor, { id }: Account): Actor {
  return { accountId: id, address };
}

/** Throws `invalid` when the password has changed since it was verified. */
export async function mustLockProved(tx: Transaction, proved: Account): Promise<Account> {
  const account = await lockVerifiedAccount(tx, proved);
  if (!account) throw wrongPassword("password");
  return account;
}

export async function mustLock(tx: Transaction, accountId: string): Promise<Account> {
  const account = await lockAccount(tx, accountId);
  if (!account) throw new AppError("unauthorized");
  return account;
}
