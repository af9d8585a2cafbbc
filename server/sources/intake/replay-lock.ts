// A replay locks a delivery and then its lead, and an erasure locks a lead and then its deliveries.
// They could deadlock, so within a practice they take turns.
import { sql } from "drizzle-orm";
import type { Transaction } from "#server/db/database.ts";

/** Blocks erasures in the practice until this transaction ends. Doesn't block other replays. */
export async function lockForReplay(tx: Transaction, clientId: string) {
  await tx.execute(
    sql`select pg_advisory_xact_lock_shared(hashtextextended(${keyOf(clientId)}, 0))`,
  );
}

/**
 * Blocks replays in the practice until this transaction ends. Must be the first lock of the
 * transaction.
 */
export async function lockOutReplays(tx: Transaction, clientId: string) {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${keyOf(clientId)}, 0))`);
}

function keyOf(clientId: string): string {
  return `replays ${clientId}`;
}
