// Locks leads that are merged or unmerged. Everything that locks a lead uses this order: the
// practice's alerts, phone numbers and email addresses (`lockPeople`), rows of leads by id, then
// rows that belong to a lead. A merged lead's row is locked only after its survivor's row.
import { and, asc, eq, inArray, or } from "drizzle-orm";
import type { Transaction } from "#server/db/database.ts";
import { leads } from "#server/db/schema.ts";
import { lockAlerts } from "#server/desk/leads/alert-schedule.ts";
import { type KnownBy, lockPeople } from "#server/desk/same-person/lock-people.ts";
import { AppError } from "#server/errors.ts";

type Row = typeof leads.$inferSelect;

/** Returns the lead's survivor or the lead itself, without locking. Throws `not_found`. */
export async function findSurvivorId(
  tx: Pick<Transaction, "select">,
  clientId: string,
  leadId: string,
): Promise<string> {
  const [row] = await tx
    .select({ id: leads.id, mergedInto: leads.mergedInto })
    .from(leads)
    .where(and(eq(leads.clientId, clientId), eq(leads.id, leadId)));
  if (!row) throw new AppError("not_found");
  return row.mergedInto ?? row.id;
}

/** A survivor and the leads merged into it. */
export type Family = { survivor: Row; members: Row[] };

/**
 * Locks these survivors, so that none of their inquiries is stored until the transaction ends. Also
 * locks the contacts in `also`. Returns null if the leads changed before they were locked; retry in
 * a new transaction. Throws `not_found` for a deleted lead.
 */
export async function lockFamilies(
  tx: Transaction,
  clientId: string,
  survivorIds: string[],
  also: KnownBy[] = [],
): Promise<Family[] | null> {
  const before = await readFamilies(tx, clientId, survivorIds);
  await lockAlerts(tx, clientId);
  await lockPeople(tx, clientId, [...before.map(contactOf), ...also]);
  await tx
    .select({ id: leads.id })
    .from(leads)
    .where(and(eq(leads.clientId, clientId), inArray(leads.id, survivorIds)))
    // A fixed lock order prevents deadlocks.
    .orderBy(asc(leads.id))
    .for("no key update");
  const now = await readFamilies(tx, clientId, survivorIds);
  const names = (rows: Row[]) =>
    JSON.stringify(rows.map((row) => [row.id, row.mergedInto, contactOf(row)]));
  // Another merge may have committed after the survivor was looked up and before the first read
  // above.
  const isOvertaken = now.some(({ id, mergedInto }) => mergedInto && survivorIds.includes(id));
  if (isOvertaken || names(now) !== names(before)) return null;
  return survivorIds.map((id) => {
    const survivor = now.find((row) => row.id === id);
    if (!survivor || survivor.deletedAt) throw new AppError("not_found");
    return { survivor, members: now.filter((row) => row.mergedInto === id) };
  });
}

/** Retries, up to a limit, if the leads changed before they were locked. */
export async function untilLocked<Result>(attempt: () => Promise<Result | null>): Promise<Result> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const result = await attempt();
    if (result !== null) return result;
  }
  throw new AppError("conflict");
}

const maxTries = 5;

function readFamilies(tx: Transaction, clientId: string, ids: string[]): Promise<Row[]> {
  return tx
    .select()
    .from(leads)
    .where(
      and(eq(leads.clientId, clientId), or(inArray(leads.id, ids), inArray(leads.mergedInto, ids))),
    )
    .orderBy(asc(leads.id));
}

function contactOf({ phone, isPhoneValid, email }: Row) {
  return { phone: isPhoneValid ? phone : "", email };
}
