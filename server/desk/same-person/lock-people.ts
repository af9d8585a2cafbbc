// Prevents concurrent inquiries from creating duplicates.
import { sql } from "drizzle-orm";
import type { Transaction } from "#server/db/database.ts";

/** The contacts that identify a lead's person. Empty if unknown. */
export type KnownBy = { phone: string; email: string };

/**
 * Makes everything that uses or assigns one of these numbers and email addresses run one after
 * another. Lock these before the row of any lead, because the reverse order could deadlock.
 */
export async function lockPeople(tx: Transaction, clientId: string, people: KnownBy[]) {
  const names = people.flatMap(({ phone, email }) => [phone, email]).filter(Boolean);
  // A fixed lock order prevents deadlocks.
  const keys = [...new Set(names)].map((name) => `${clientId} ${name}`).sort();
  if (keys.length === 0) return;
  await tx.execute(sql`
    select pg_advisory_xact_lock(hashtextextended(key, 0))
    from unnest(${sql.param(keys)}::text[]) as given (key)`);
}
