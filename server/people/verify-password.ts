// Asks a logged-in person for the password again, before a change that someone at an unattended
// screen must not make.
import { eq } from "drizzle-orm";
import { accounts } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import type { Account } from "./accounts.ts";
import { isPassword } from "./passwords.ts";

/**
 * Throws `invalid` with this field for a wrong password. The caller compares the account again under
 * its lock (`lockVerifiedAccount`): hashing takes so long that a reset may happen in between.
 */
export async function verifyPassword(
  deps: Pick<Deps, "db" | "limits">,
  { accountId, sessionId }: { accountId: string; sessionId?: string },
  field: "current" | "password",
  password: string,
): Promise<Account> {
  const [account] = await deps.db.select().from(accounts).where(eq(accounts.id, accountId));
  if (!account) throw new AppError("unauthorized");
  // Counts these attempts separately from logins, so that a wrong password here doesn't lock anyone
  // out elsewhere.
  await deps.limits.count("passwordPerSession", sessionId ?? accountId);
  if (await isPassword(account.passwordHash, password)) return account;
  throw wrongPassword(field);
}

export function wrongPassword(field: "current" | "password") {
  return new AppError("invalid", { fields: { [field]: "wrong_password" } });
}
