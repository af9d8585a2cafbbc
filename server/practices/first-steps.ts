// The first steps of a new practice, from its rows: nothing is stored that could differ from them.
import { and, eq, exists, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { FirstSteps } from "#contract/first-steps.ts";
import { calls, clients, leads, openHours } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";

/** `GET /api/clients/me/first-steps` */
export async function getFirstSteps(
  { db }: Pick<Deps, "db">,
  clientId: string,
): Promise<FirstSteps> {
  const has = (table: PgTable & { clientId: PgColumn }, condition?: SQL) => {
    const isOurs = and(eq(table.clientId, clientId), condition);
    return sql<boolean>`${exists(db.select({ one: sql`1` }).from(table).where(isOurs))}`;
  };
  const [steps] = await db
    .select({
      hasHours: has(openHours),
      hasLead: has(leads),
      hasCall: has(calls, and(isNotNull(calls.outcome), isNull(calls.voidedAt))),
    })
    .from(clients)
    .where(eq(clients.id, clientId));
  if (!steps) throw new Error("The signed-in practice has no row");
  return steps;
}
