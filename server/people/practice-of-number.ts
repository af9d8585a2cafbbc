// Finds the practices that someone calls or texts.
import { and, eq, sql } from "drizzle-orm";
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
  return { clientId: row.id, isWorking: isWorking(row) };
}

/** Returns the practices that had this number before, without the one that has it now. */
export async function findFormerPractices(
  { db }: { db: Database | Transaction },
  number: string,
): Promise<string[]> {
  const rows = await db
    .select({ id: clients.id })
    .from(clients)
    .where(
      and(
        sql`${clients.formerPhoneNumbers} @> ${sql.param([number])}::text[]`,
        sql`${clients.phoneNumber} is distinct from ${number}`,
      ),
    );
  return rows.map(({ id }) => id);
}

type Standing = Pick<typeof clients.$inferSelect, "approvedAt" | "suspendedAt" | "endedAt">;

/** Checks whether the agency works for a practice: it is approved, and neither suspended nor ended. */
export function isWorking({ approvedAt, suspendedAt, endedAt }: Standing): boolean {
  return approvedAt !== null && !suspendedAt && !endedAt;
}
