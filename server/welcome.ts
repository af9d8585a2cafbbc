// What a person reads after the start, and on an empty database the way to the first test lead.
import { count } from "drizzle-orm";
import { accounts } from "./db/schema.ts";
import type { Deps } from "./deps.ts";

export async function tellTheWay(
  deps: Pick<Deps, "db">,
  address: string,
  say: (sentence: string) => void,
): Promise<void> {
  say(`Ready at ${address}`);
  const [counted] = await deps.db.select({ accounts: count() }).from(accounts);
  if (counted && counted.accounts > 0) return;
  say(`
Nobody has an account yet. From here to the first test lead:
  1. npm run admin -- add --email you@example.com --first-name You --last-name Owner
  2. npm run admin -- add-client --email desk@example.com --practice "Your first practice"
  3. sign in at ${address}/lms as the practice
Or see it all at work, with made-up leads: npm run demo
`);
}
