// Tells demos from real practices. Everything that spans practices (the owner's console, sweeps,
// limits) uses these conditions, and no other file has its own.
import { and, eq, isNotNull, isNull, not, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Database, Transaction } from "./database.ts";
import { clients } from "./schema.ts";

/**
 * A condition on `clients`: the practice is neither a demo nor the template from which demos are
 * copied.
 */
export const isRealPractice: SQL = not(clients.isDemo);

/**
 * Returns a condition for a statement that reads another table: the row doesn't belong to a demo.
 * It's a list instead of a join, so PostgreSQL can still read a page from the table's index.
 */
export function isOfRealPractice(clientId: PgColumn): SQL {
  return sql`(${clientId} in (select ${clients.id} from ${clients} where ${clients.isDemo})) is not true`;
}

/**
 * Like `isRealPractice`, but without ended practices, which are left out of lists, totals and
 * everything that is sent.
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

/** Like `isRealPractice`, but for jobs, whose payload contains the practice's id. */
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
