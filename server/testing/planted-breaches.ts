// Functions that are wrong on purpose. Each of them forgets the tenant in a different way.
import { eq, sql } from "drizzle-orm";
import type { Database, Transaction } from "#server/db/database.ts";
import { cachedQuery } from "#server/db/prepared.ts";
import { calls, leads, notes } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";

type Tools = Pick<Deps, "db">;

export function selectsUnscoped({ db }: Tools, { leadId }: Input) {
  return db.select().from(leads).where(eq(leads.id, leadId));
}

export function joinsUnscoped({ db }: Tools, { clientId }: Input) {
  return db
    .select({ id: calls.id })
    .from(leads)
    .innerJoin(calls, eq(calls.leadId, leads.id))
    .where(eq(leads.clientId, clientId));
}

export function countsUnscoped({ db }: Tools, { leadId }: Input) {
  return db.$count(notes, eq(notes.leadId, leadId));
}

export function findsUnscoped({ db }: Tools, { leadId }: Input) {
  return db.query.leads.findFirst({ where: (lead) => eq(lead.id, leadId) });
}

export function runsUnscopedSql({ db }: Tools, { leadId }: Input) {
  return db.execute(sql`select * from leads where id = ${leadId}`);
}

export function asksEveryWorker({ db }: Tools, { clientId }: Input) {
  return db.execute(sql`select * from leads where client_id is not distinct from ${clientId}`);
}

export function runsUnscopedPrepared({ db }: Tools, { leadId }: Input) {
  return kept(db).execute({ leadId });
}

const kept = cachedQuery((db: Database) =>
  db
    .select()
    .from(leads)
    .where(eq(leads.id, sql.placeholder("leadId")))
    .prepare("kept_breach"),
);

export function updatesUnscoped({ db }: Tools, { leadId }: Input) {
  return db.update(leads).set({ firstName: "Changed" }).where(eq(leads.id, leadId));
}

export function deletesUnscoped({ db }: Tools, { leadId }: Input) {
  return db.transaction(async (tx) => {
    await tx.select({ one: sql`1` }).from(sql`(values (1)) as nothing`);
    await deleteNotes(tx, leadId);
  });
}

async function deleteNotes(tx: Transaction, leadId: string) {
  await tx.delete(notes).where(eq(notes.leadId, leadId));
}

export function insertsUnscoped({ db }: Tools, { leadId }: Input) {
  return db.execute(
    sql`insert into notes (client_id, id, lead_id, account_id, at, title)
      select client_id, gen_random_uuid(), id, id, now(), 'x' from leads where id = ${leadId}`,
  );
}

export function movesToAnotherPractice({ db }: Tools, { clientId, leadId }: Input) {
  return db.update(leads).set({ clientId: leadId }).where(eq(leads.clientId, clientId));
}

export function runsUnsupportedStatement({ db }: Tools) {
  return db.execute(sql`merge into leads using calls on true when matched then delete`);
}

type Input = { clientId: string; leadId: string };
