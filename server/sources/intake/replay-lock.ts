// A replay locks a delivery and then its person's lead; an erasure locks the lead and then what was
// sent about it. They would wait for each other (deadlock), so within a practice they take turns.
import { sql } from "drizzle-orm";
import type { Transaction } from "#server/db/database.ts";

/** Until the end of the transaction no person of the practice is erased. Other replays go on. */
export async function lockForReplay(tx: Transaction, clientId: string) {
  await tx.execute(
    sql`select pg_advisory_xact_lock_shared(hashtextextended(${keyOf(clientId)}, 0))`,
  );
}

/** Until the end of the transaction no delivery of the practice is replayed. Takes no lock before. */
export async function lockOutReplays(tx: Transaction, clientId: string) {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${keyOf(clientId)}, 0))`);
}

function keyOf(clientId: string): string {
  return `replays ${clientId}`;
}
