// Verbs as nobody may write them, each with one way to forget whose rows are meant.
import { eq, sql } from "drizzle-orm";
import type { Database, Transaction } from "#server/db/database.ts";
import { keptQuery } from "#server/db/prepared.ts";
import { calls, leads, notes } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";

type Tools = Pick<Deps, "db">;

export function readsAnothers({ db }: Tools, { leadId }: Asked) {
  return db.select().from(leads).where(eq(leads.id, leadId));
}

export function joinsAnothers({ db }: Tools, { clientId }: Asked) {
  return db
    .select({ id: calls.id })
    .from(leads)
    .innerJoin(calls, eq(calls.leadId, leads.id))
    .where(eq(leads.clientId, clientId));
}

export function countsAnothers({ db }: Tools, { leadId }: Asked) {
  return db.$count(notes, eq(notes.leadId, leadId));
}

export function findsAnothers({ db }: Tools, { leadId }: Asked) {
  return db.query.leads.findFirst({ where: (lead) => eq(lead.id, leadId) });
}

export function asksInSql({ db }: Tools, { leadId }: Asked) {
  return db.execute(sql`select * from leads where id = ${leadId}`);
}

export function keepsAQuery({ db }: Tools, { leadId }: Asked) {
  return kept(db).execute({ leadId });
}

const kept = keptQuery((db: Database) =>
  db
    .select()
    .from(leads)
    .where(eq(leads.id, sql.placeholder("leadId")))
    .prepare("kept_breach"),
);

export function changesAnothers({ db }: Tools, { leadId }: Asked) {
  return db.update(leads).set({ firstName: "Changed" }).where(eq(leads.id, leadId));
}

export function deletesAnothers({ db }: Tools, { leadId }: Asked) {
  return db.transaction(async (tx) => {
    await tx.select({ one: sql`1` }).from(sql`(values (1)) as nothing`);
    await deleteNotes(tx, leadId);
  });
}

async function deleteNotes(tx: Transaction, leadId: string) {
  await tx.delete(notes).where(eq(notes.leadId, leadId));
}

export function writesIntoAnothers({ db }: Tools, { leadId }: Asked) {
  return db.execute(
    sql`insert into notes (client_id, id, lead_id, account_id, at, title)
      select client_id, gen_random_uuid(), id, id, now(), 'x' from leads where id = ${leadId}`,
  );
}

export function movesToAnothers({ db }: Tools, { clientId, leadId }: Asked) {
  return db.update(leads).set({ clientId: leadId }).where(eq(leads.clientId, clientId));
}

export function asksWhatNobodyJudges({ db }: Tools) {
  return db.execute(sql`merge into leads using calls on true when matched then delete`);
}

type Asked = { clientId: string; leadId: string };
