// Prevents concurrent inquiries from creating duplicates.
import { sql } from "drizzle-orm";
import type { Transaction } from "#server/db/database.ts";

/** What identifies a lead's person. Empty means unknown. */
export type KnownBy = { phone: string; email: string };

/**
 * Serializes everything that uses or assigns any of these numbers and email addresses. Lock them
 * before any lead's row, because the reverse order could deadlock.
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
