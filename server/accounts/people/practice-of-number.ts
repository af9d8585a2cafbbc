// Finds the practice that someone calls or texts.
import { eq } from "drizzle-orm";
import type { Database, Transaction } from "#server/db/database.ts";
import { clients } from "#server/db/schema.ts";

/** `isWorking`: the agency works for it, so it gets leads. */
export type CalledPractice = { clientId: string; isWorking: boolean };

/** Returns the practice with this number of its own, which is unique, or null. `number`: E.164. */
export async function findPracticeOfNumber(
  { db }: { db: Database | Transaction },
  number: string,
): Promise<CalledPractice | null> {
  const [row] = await db.select().from(clients).where(eq(clients.phoneNumber, number));
  if (!row) return null;
  const isWorking = row.approvedAt !== null && !row.suspendedAt && !row.endedAt;
  return { clientId: row.id, isWorking };
}
