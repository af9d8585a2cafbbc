// The text that is printed after startup. If the database is empty, it includes the steps to the
// first test lead.
import { count } from "drizzle-orm";
import { startWords } from "#content/command-line.ts";
import { accounts } from "./db/schema.ts";
import type { Deps } from "./deps.ts";

export async function printGettingStarted(
  deps: Pick<Deps, "db">,
  address: string,
  say: (sentence: string) => void,
): Promise<void> {
  say(startWords.ready(address));
  const [counted] = await deps.db.select({ accounts: count() }).from(accounts);
  if (counted && counted.accounts > 0) return;
  say(startWords.welcome(address));
}
