// The only place that distinguishes demos from real practices. Everything that spans practices (the
// owner's console, sweeps, limits) uses it.
import { and, eq, isNotNull, isNull, not, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Database, Transaction } from "./database.ts";
import { clients } from "./schema.ts";

/** A condition on `clients`: neither a demo nor the template that demos are copied from. */
export const isRealPractice: SQL = not(clients.isDemo);

/**
 * Returns a condition for a statement that reads another table: its row doesn't belong to a demo. A
 * list instead of a join, so PostgreSQL still reads a page from its index.
 */
export function isOfRealPractice(clientId: PgColumn): SQL {
  return sql`(${clientId} in (select ${clients.id} from ${clients} where ${clients.isDemo})) is not true`;
}

/**
 * The same without ended practices, which are left out of lists, totals and everything that is
 * sent.
 */
export const isCurrentPractice: SQL | undefined = and(isRealPractice, isNull(clients.endedAt));

export function isOfCurrentPractice(clientId: PgColumn): SQL {
  return sql`(${clientId} in (select ${clients.id} from ${clients}
    where ${clients.isDemo} or ${clients.endedAt} is not null)) is not true`;
}

/**
 * Checks whether the agency has stopped working for a practice. Such a practice doesn't accept
 * leads or send emails.
 */
export async function hasEnded(
  { db }: { db: Database | Transaction },
  clientId: string,
): Promise<boolean> {
  const isEnded = and(eq(clients.id, clientId), isNotNull(clients.endedAt));
  return (await db.$count(clients, isEnded)) > 0;
}

/** The same condition for jobs, whose payload contains the practice's id. */
export const isJobOfRealPractice: SQL = sql`(data ->> 'clientId' in (
  select ${clients.id}::text from ${clients} where ${clients.isDemo}
)) is not true`;

/**
 * Checks whether a practice is a demo. A demo never sends anything: no emails, texts, push messages
 * or notices to the owner.
 */
export async function isDemoPractice(
  { db }: { db: Database | Transaction },
  clientId: string,
): Promise<boolean> {
  return (await db.$count(clients, and(eq(clients.id, clientId), clients.isDemo))) > 0;
}
