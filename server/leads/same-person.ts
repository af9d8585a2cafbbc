// Detects leads that may be the same person, and prevents duplicates from concurrent inquiries.
import { and, eq, inArray, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Transaction } from "#server/db/database.ts";
import { inquiries, leads } from "#server/db/schema.ts";
import { readPhone } from "#server/phone/phone.ts";

type Row = typeof leads.$inferSelect;

/** What identifies a lead's person; empty: unknown. */
export type KnownBy = { phone: string; email: string };

/**
 * Serializes everything that uses, or assigns, one of these numbers and addresses. Taken before any
 * lead's row lock: the reverse order could deadlock.
 */
export async function lockPeople(tx: Transaction, clientId: string, people: KnownBy[]) {
  const names = people.flatMap(({ phone, email }) => [phone, email]).filter(Boolean);
  // A fixed lock order prevents deadlocks.
  const keys = [...new Set(names)].map((name) => `${clientId} ${name}`).sort();
  if (keys.length === 0) return;
  await tx.execute(sql`
    select pg_advisory_xact_lock(hashtextextended(key, 0))
    from unnest(${sql.param(keys)}::text[]) as given (key)`);
}

/**
 * Locks a lead, its possible duplicate, and the leads that have the number or address it is about
 * to get.
 */
export function lockWithMatches(
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
      // A fixed lock order prevents deadlocks.
      .orderBy(leads.id)
      .for("no key update")
  );
}

/**
 * After a change of a lead's number or address: marks the lead that now has the same one, the phone
 * before the email, as a possible duplicate, and removes a mark without a shared number or address.
 * `others` are locked.
 */
export async function updateDuplicateMark(
  tx: Transaction,
  lead: Row,
  others: Row[],
): Promise<void> {
  const { clientId, id, phone, isPhoneValid, email, maybeSameAs } = lead;
  const tied = others.find((other) => other.id === maybeSameAs);
  if (tied && !(await shareContact(tx, lead, tied))) {
    const both = and(eq(leads.clientId, clientId), inArray(leads.id, [id, tied.id]));
    const toEachOther = inArray(leads.maybeSameAs, [id, tied.id]);
    await tx.update(leads).set({ maybeSameAs: null }).where(and(both, toEachOther));
  }
  const living = others.filter((other) => !other.deletedAt);
  const alike =
    living.find((other) => isPhoneValid && other.phone === phone) ??
    living.find((other) => email !== "" && other.email === email);
  if (alike) await markAsDuplicates(tx, clientId, id, alike.id);
}

/** Marks the two as possible duplicates of each other. */
export async function markAsDuplicates(
  tx: Transaction,
  clientId: string,
  one: string,
  other: string,
) {
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

async function shareContact(tx: Transaction, one: Row, other: Row): Promise<boolean> {
  const names = new Set(await contactsOf(tx, one));
  return (await contactsOf(tx, other)).some((name) => names.has(name));
}

/** All numbers and addresses of a lead: its own, and those of its inquiries. */
async function contactsOf(tx: Transaction, lead: Row): Promise<string[]> {
  const asked = await tx
    .select({ phone: inquiries.phone, email: inquiries.email })
    .from(inquiries)
    .where(and(eq(inquiries.clientId, lead.clientId), eq(inquiries.leadId, lead.id)));
  return [lead, ...asked]
    .flatMap(({ phone, email }) => [readPhone(phone).isValid ? phone : "", email])
    .filter(Boolean);
}
