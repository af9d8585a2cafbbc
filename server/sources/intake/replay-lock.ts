// A replay locks a delivery and then its lead, while an erasure locks the lead and then its
// deliveries. They take turns within a practice to avoid a deadlock.
import { sql } from "drizzle-orm";
import type { Transaction } from "#server/db/database.ts";

/** Blocks erasures in the practice until the transaction ends. Other replays continue. */
export async function lockForReplay(tx: Transaction, clientId: string) {
  await tx.execute(
    sql`select pg_advisory_xact_lock_shared(hashtextextended(${keyOf(clientId)}, 0))`,
  );
}

/**
 * Blocks replays in the practice until the transaction ends. Must be the transaction's first lock.
 */
export async function lockOutReplays(tx: Transaction, clientId: string) {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${keyOf(clientId)}, 0))`);
}

function keyOf(clientId: string): string {
  return `replays ${clientId}`;
}
