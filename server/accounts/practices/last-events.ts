// When practices last got a lead, when one of their people last logged in, and how many leads are
// waiting.
import { and, count, eq, inArray, isNotNull, isNull, max, min, not, sql } from "drizzle-orm";
import { isOnCluster } from "#server/db/database.ts";
import { accounts, clients, leads, sessions } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";

type Reader = Pick<Deps, "db">;
type Moments = Map<string, Date | null>;

/**
 * Finds when each practice last got a lead, ignoring test leads and other leads that figures don't
 * count.
 */
export async function findLastLeads({ db }: Reader, clientIds: string[]): Promise<Moments> {
  const isCounted = and(leads.isCounted, not(leads.isTest));
  if (isOnCluster(db)) {
    const all = await db
      .select({ id: leads.clientId, at: max(leads.startedAt) })
      .from(leads)
      .where(and(inArray(leads.clientId, clientIds), isCounted))
      .groupBy(leads.clientId);
    return new Map(all.map(({ id, at }) => [id, at]));
  }
  // Reads the end of each practice's index, instead of all of its leads.
  const newest = db
    .select({ at: max(leads.startedAt) })
    .from(leads)
    .where(and(eq(leads.clientId, clients.id), isCounted));
  const rows = await db
    .select({ id: clients.id, at: sql<Date | null>`${newest}`.mapWith(leads.startedAt) })
    .from(clients)
    .where(inArray(clients.id, clientIds));
  return new Map(rows.map(({ id, at }) => [id, at]));
}

/** Returns when each practice's newest session began. Sessions are retained after they end. */
export async function findLastSignIns({ db }: Reader, clientIds: string[]): Promise<Moments> {
  const rows = await db
    .select({ id: accounts.clientId, at: max(sessions.createdAt) })
    .from(accounts)
    .innerJoin(sessions, eq(sessions.accountId, accounts.id))
    .where(inArray(accounts.clientId, clientIds))
    .groupBy(accounts.clientId);
  return new Map(rows.map(({ id, at }) => [id ?? "", at]));
}

/** Leads that are still to be called and have a running clock. */
export const isWaiting = and(
  eq(leads.state, "new"),
  isNotNull(leads.uncalledSince),
  isNull(leads.doNotCallSince),
  isNull(leads.deletedAt),
);

export type Waiting = { uncalled: number; since: Date | null };

/** Counts the waiting leads, and returns when the longest wait began. */
export async function countWaiting(
  { db }: Reader,
  clientIds: string[],
): Promise<Map<string, Waiting>> {
  const rows = await db
    .select({ id: leads.clientId, uncalled: count(), since: min(leads.uncalledSince) })
    .from(leads)
    .where(and(inArray(leads.clientId, clientIds), isWaiting))
    .groupBy(leads.clientId);
  return new Map(rows.map(({ id, ...waiting }) => [id, waiting]));
}
