// A practice's open hours. A change works from now on: what was judged by the old ones stays.
import { and, desc, eq, lte } from "drizzle-orm";
import type { OpenHours } from "#contract/hours.ts";
import type { Database, Transaction } from "#server/db/database.ts";
import { clients, practiceHours } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import type { SignedInClient } from "#server/guards.ts";

/** The hours in force at a moment; null for a practice that had named none by then. */
export async function findHoursAt(
  db: Database | Transaction,
  clientId: string,
  at: Date,
): Promise<OpenHours | null> {
  const [row] = await db
    .select()
    .from(practiceHours)
    .where(and(eq(practiceHours.clientId, clientId), lte(practiceHours.inForceFrom, at)))
    .orderBy(desc(practiceHours.inForceFrom), desc(practiceHours.id))
    .limit(1);
  if (!row) return null;
  const { timeZone, weekly, holidays } = row;
  return { timeZone, weekly, holidays };
}

/** Names hours that count for every clock that starts from now on. */
export async function changeHours(
  deps: Pick<Deps, "db" | "now">,
  client: SignedInClient,
  hours: OpenHours,
): Promise<OpenHours> {
  await deps.db.transaction(async (tx) => {
    await tx.insert(practiceHours).values({
      clientId: client.clientId,
      accountId: client.accountId,
      inForceFrom: deps.now(),
      timeZone: hours.timeZone,
      weekly: hours.weekly,
      holidays: hours.holidays,
    });
    await tx
      .update(clients)
      .set({ timeZone: hours.timeZone })
      .where(eq(clients.id, client.clientId));
  });
  return hours;
}
