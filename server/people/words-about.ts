// Easily guessed words that a password must not consist of: see `isCommonPassword`.
import { eq } from "drizzle-orm";
import { accounts, clients } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";

/** Returns an account's email address, its person's names and its practice's name. */
export async function wordsAbout(deps: Pick<Deps, "db">, accountId: string): Promise<string[]> {
  const [account] = await deps.db.select().from(accounts).where(eq(accounts.id, accountId));
  if (!account) return [];
  const { email, firstName, lastName, clientId } = account;
  return [
    email,
    firstName,
    lastName,
    ...(clientId ? [await findPracticeName(deps, clientId)] : []),
  ];
}

/** Returns the practice's name; empty if the practice does not exist. */
export async function findPracticeName(deps: Pick<Deps, "db">, clientId: string): Promise<string> {
  const [practice] = await deps.db
    .select({ name: clients.name })
    .from(clients)
    .where(eq(clients.id, clientId));
  return practice?.name ?? "";
}
