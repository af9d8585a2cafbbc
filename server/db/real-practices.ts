// The only place that distinguishes a demo from a real practice. Everything that works across
// practices (the owner's console, sweeps, limits) uses it.
import { and, eq, isNotNull, isNull, not, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Database, Transaction } from "./database.ts";
import { clients } from "./schema.ts";

/** Condition on `clients`: neither a demo nor the template that demos are copied from. */
export const isRealPractice: SQL = not(clients.isDemo);

/**
 * Returns a condition, for a statement that reads another table, that its row does not belong to a
 * demo. As a list, not a join: PostgreSQL then still reads a page by its index.
 */
export function isOfRealPractice(clientId: PgColumn): SQL {
  return sql`(${clientId} in (select ${clients.id} from ${clients} where ${clients.isDemo})) is not true`;
}

/** The same, without those that have ended: lists, totals and what is sent leave them out. */
export const isCurrentPractice: SQL | undefined = and(isRealPractice, isNull(clients.endedAt));

export function isOfCurrentPractice(clientId: PgColumn): SQL {
  return sql`(${clientId} in (select ${clients.id} from ${clients}
    where ${clients.isDemo} or ${clients.endedAt} is not null)) is not true`;
}

/**
 * Checks whether the agency no longer works for a practice: it doesn't accept leads or send emails.
 */
export async function hasEnded(
  { db }: { db: Database | Transaction },
  clientId: string,
): Promise<boolean> {
  const isEnded = and(eq(clients.id, clientId), isNotNull(clients.endedAt));
  return (await db.$count(clients, isEnded)) > 0;
}

/** The same condition for jobs, whose payload names the practice. */
export const isJobOfRealPractice: SQL = sql`(data ->> 'clientId' in (
  select ${clients.id}::text from ${clients} where ${clients.isDemo}
)) is not true`;

/**
 * Checks for a demo. Nothing leaves such a practice: no email, no text, no push message, no notice
 * to the owner.
 */
export async function isDemoPractice(
  { db }: { db: Database | Transaction },
  clientId: string,
): Promise<boolean> {
  return (await db.$count(clients, and(eq(clients.id, clientId), clients.isDemo))) > 0;
}
