// Two leads that may be one person, and what keeps two at the same moment from becoming twins.
import { sql } from "drizzle-orm";
import type { Transaction } from "#server/db/database.ts";

/**
 * Whoever asks with, or is given, one of these numbers and addresses waits for the others. Before
 * any lead is locked: in the other order two would wait for each other.
 */
export async function lockPerson(tx: Transaction, clientId: string, names: string[]) {
  const keys = names.filter(Boolean).map((name) => `${clientId} ${name}`);
  // Always in the same order, so that two of them never wait for each other in a circle.
  for (const key of keys.sort()) {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
  }
}
