// A practice's setup progress, derived from its data.
import { and, eq, exists, inArray, isNotNull, isNull, ne, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { OnboardingStep } from "#contract/practices.ts";
import { isOnCluster } from "#server/db/database.ts";
import { isMadeCall } from "#server/db/made-call.ts";
import { accounts, calls, clients, inquiries, sessions, sources } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { hasChannel } from "#server/messages/alerts/reachability.ts";

type Tools = Parameters<typeof hasChannel>[0];

/**
 * Returns SQL conditions for a statement that reads `clients`: whether a practice has done each
 * step.
 */
export function stepsDone(deps: Tools): Record<OnboardingStep, SQL<boolean>> {
  const { db } = deps;
  return {
    account: sql<boolean>`(${clients.approvedAt} is not null and ${exists(
      db
        .select({ one: sql`1` })
        .from(accounts)
        .innerJoin(sessions, eq(sessions.accountId, accounts.id))
        .where(eq(accounts.clientId, clients.id)),
    )})`,
    source: hasAny(db, sources, and(ne(sources.kind, "manual"), isNull(sources.endedAt))),
    testLead: hasAny(db, inquiries, isNotNull(inquiries.sourceId)),
    firstCall: hasAny(db, calls, isMadeCall),
    alerts: hasChannel(deps, clients.id),
  };
}

/**
 * Returns an SQL condition: whether a practice has such a row. Without `clientId`, it is for a
 * statement that reads `clients`.
 */
export function hasAny(
  db: Deps["db"],
  table: PgTable & { clientId: PgColumn },
  condition?: SQL,
  clientId: string | PgColumn = clients.id,
): SQL<boolean> {
  if (isOnCluster(db) && clientId === clients.id) {
    const all = db.selectDistinct({ id: table.clientId }).from(table).where(condition);
    return sql<boolean>`${inArray(clientId, all)}`;
  }
  const theirs = and(eq(table.clientId, clientId), condition);
  return sql<boolean>`${exists(db.select({ one: sql`1` }).from(table).where(theirs))}`;
}
