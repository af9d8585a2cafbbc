// Erases a practice with everything that belongs to it: a live demo in one transaction, a practice
// that has left in batches.
import { and, eq, inArray, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { getTableConfig, type PgColumn, type PgTable } from "drizzle-orm/pg-core";
import type { Transaction } from "#server/db/database.ts";
import {
  accounts,
  agencyClientId,
  clients,
  contactRequests,
  factors,
  knownDevices,
  leads,
  mailedLinks,
  mails,
  passkeyChallenges,
  recoveryCodes,
  sessions,
  signInChallenges,
} from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { deleteJobsOf } from "#server/jobs/job-queue.ts";
import { erasedTables, type OwnTable } from "./belongings.ts";
import { batchSize } from "./retention.ts";

/** Tables by account, before the accounts that they refer to. */
const tablesOfPeople: (PgTable & { accountId: PgColumn })[] = [
  ...[sessions, knownDevices, factors, recoveryCodes],
  ...[signInChallenges, passkeyChallenges, mailedLinks],
];

/**
 * Deletes a practice's rows in batches, with a transaction each, so that locks are short. Can be
 * interrupted and run again.
 */
export async function eraseInBatches(deps: Pick<Deps, "db">, clientId: string): Promise<void> {
  for (const table of erasedTables) {
    // A merged lead refers to its survivor.
    if (table === leads) await deleteBatches(deps, leads, clientId, isNotNull(leads.mergedInto));
    await deleteBatches(deps, table, clientId);
  }
}

async function deleteBatches(
  { db }: Pick<Deps, "db">,
  table: OwnTable,
  clientId: string,
  which?: SQL,
): Promise<void> {
  const own = and(eq(table.clientId, clientId), which);
  const key = keyOf(table);
  const columns = Object.fromEntries(key.map((column) => [column.name, column]));
  for (;;) {
    const some = db.select(columns).from(table).where(own).limit(batchSize);
    const isInBatch = sql`(${sql.join(key, sql`, `)}) in ${some}`;
    const { rowCount } = await db.delete(table).where(and(eq(table.clientId, clientId), isInBatch));
    if ((rowCount ?? 0) < batchSize) return;
  }
}

/** The columns of a table's primary key. */
export function keyOf(table: PgTable): PgColumn[] {
  const { primaryKeys, columns } = getTableConfig(table);
  const names = primaryKeys[0]?.columns.map(({ name }) => name);
  if (!names) return columns.filter(({ primary }) => primary);
  return names.flatMap((name) => columns.filter((column) => column.name === name));
}

/**
 * Deletes the rest of a practice, then its people and the practice itself. The caller has locked
 * its row. Contact requests belong to the agency, but no longer name the practice.
 */
export async function erasePracticeRows(tx: Transaction, clientId: string): Promise<void> {
  for (const table of erasedTables) await tx.delete(table).where(eq(table.clientId, clientId));
  const own = tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.clientId, clientId));
  const people = await tx
    .select({ email: accounts.email })
    .from(accounts)
    .where(eq(accounts.clientId, clientId));
  // Deletes the agency's emails about these accounts, but keeps its replies to contact requests.
  await tx.delete(mails).where(
    and(
      eq(mails.clientId, agencyClientId),
      isNull(mails.contactRequestId),
      inArray(
        mails.to,
        people.map(({ email }) => email),
      ),
    ),
  );
  for (const table of tablesOfPeople) await tx.delete(table).where(inArray(table.accountId, own));
  await tx
    .update(contactRequests)
    .set({ practiceId: null })
    .where(eq(contactRequests.practiceId, clientId));
  await tx.delete(accounts).where(eq(accounts.clientId, clientId));
  await tx.delete(clients).where(eq(clients.id, clientId));
  await deleteJobsOf(tx, [clientId]);
}
