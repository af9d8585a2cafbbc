// Two leads that may be one person, and what keeps two at the same moment from becoming twins.
import { and, eq, inArray, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Transaction } from "#server/db/database.ts";
import { inquiries, leads } from "#server/db/schema.ts";
import { readPhone } from "#server/phone/phone.ts";

type Row = typeof leads.$inferSelect;

/** What a lead can be known by; empty: nothing. */
export type KnownBy = { phone: string; email: string };

/**
 * Whoever asks with, or is given, one of these numbers and addresses waits for the others. Before
 * any lead is locked: in the other order two would wait for each other.
 */
export async function lockPerson(tx: Transaction, clientId: string, { phone, email }: KnownBy) {
  const keys = [phone, email].filter(Boolean).map((name) => `${clientId} ${name}`);
  // Always in the same order, so that two of them never wait for each other in a circle.
  for (const key of keys.sort()) {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
  }
}

/** A lead, whom it is tied to, and whoever has what it is about to be given: locked together. */
export function lockWithAlike(
  tx: Transaction,
  clientId: string,
  leadId: string,
  { phone, email }: KnownBy,
): Promise<Row[]> {
  const itself = alias(leads, "itself");
  const tied = tx
    .select({ id: itself.maybeSameAs })
    .from(itself)
    .where(and(eq(itself.clientId, clientId), eq(itself.id, leadId)));
  return (
    tx
      .select()
      .from(leads)
      .where(
        and(
          eq(leads.clientId, clientId),
          or(
            eq(leads.id, leadId),
            eq(leads.id, sql`(${tied})`),
            phone ? eq(leads.phone, phone) : undefined,
            email ? eq(leads.email, email) : undefined,
          ),
        ),
      )
      // Always in the same order, so that two of them never wait for each other in a circle.
      .orderBy(leads.id)
      .for("update")
  );
}

/**
 * A lead's number or address has changed: it is tied to who has the same by now, the phone before
 * the e-mail, and no longer to whom it shares nothing with. `others` are locked.
 */
export async function tieAnew(tx: Transaction, lead: Row, others: Row[]): Promise<void> {
  const { clientId, id, phone, isPhoneValid, email, maybeSameAs } = lead;
  const tied = others.find((other) => other.id === maybeSameAs);
  if (tied && !(await shareAnything(tx, lead, tied))) {
    const both = and(eq(leads.clientId, clientId), inArray(leads.id, [id, tied.id]));
    const toEachOther = inArray(leads.maybeSameAs, [id, tied.id]);
    await tx.update(leads).set({ maybeSameAs: null }).where(and(both, toEachOther));
  }
  const living = others.filter((other) => !other.deletedAt);
  const alike =
    living.find((other) => isPhoneValid && other.phone === phone) ??
    living.find((other) => email !== "" && other.email === email);
  if (alike) await tieTogether(tx, clientId, id, alike.id);
}

/** Each is shown on the other as maybe the same person. */
export async function tieTogether(tx: Transaction, clientId: string, one: string, other: string) {
  const pairs = [
    { leadId: one, maybeSameAs: other },
    { leadId: other, maybeSameAs: one },
  ];
  for (const { leadId, maybeSameAs } of pairs) {
    await tx
      .update(leads)
      .set({ maybeSameAs })
      .where(and(eq(leads.clientId, clientId), eq(leads.id, leadId)));
  }
}

async function shareAnything(tx: Transaction, one: Row, other: Row): Promise<boolean> {
  const names = new Set(await namesOf(tx, one));
  return (await namesOf(tx, other)).some((name) => names.has(name));
}

/** Its numbers and addresses: the lead's own, and those that its inquiries came with. */
async function namesOf(tx: Transaction, lead: Row): Promise<string[]> {
  const asked = await tx
    .select({ phone: inquiries.phone, email: inquiries.email })
    .from(inquiries)
    .where(and(eq(inquiries.clientId, lead.clientId), eq(inquiries.leadId, lead.id)));
  return [lead, ...asked]
    .flatMap(({ phone, email }) => [readPhone(phone).isValid ? phone : "", email])
    .filter(Boolean);
}
