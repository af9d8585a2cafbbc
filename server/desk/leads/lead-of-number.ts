// Finds the lead that calls or texts from a number.
import { and, desc, eq, isNull } from "drizzle-orm";
import type { Transaction } from "#server/db/database.ts";
import { inquiries, leads } from "#server/db/schema.ts";

/** A merge may move the lead between finding and locking it. */
const maxTries = 5;

/**
 * Locks the lead with this number whose newest inquiry is the newest, or returns null. A number in
 * an inquiry counts too: a returning person may have given another one.
 */
export async function lockLeadOfNumber(
  tx: Transaction,
  clientId: string,
  phone: string,
): Promise<string | null> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const leadId = await findLeadOfNumber(tx, clientId, phone);
    if (!leadId) return null;
    const [locked] = await tx
      .select({ id: leads.id })
      .from(leads)
      .where(and(eq(leads.clientId, clientId), eq(leads.id, leadId), isNull(leads.deletedAt)))
      .for("no key update");
    if (locked) return leadId;
  }
  return null;
}

/** Returns that lead's id without a lock. */
export async function findLeadOfNumber(
  tx: Transaction,
  clientId: string,
  phone: string,
): Promise<string | null> {
  const isLive = and(eq(leads.clientId, clientId), isNull(leads.deletedAt));
  const of = { id: leads.id, startedAt: leads.startedAt };
  const [known] = await tx
    .select(of)
    .from(leads)
    .where(and(isLive, eq(leads.phone, phone)))
    .orderBy(desc(leads.startedAt), desc(leads.id))
    .limit(1);
  const [asked] = await tx
    .select(of)
    .from(inquiries)
    .innerJoin(leads, and(isLive, eq(leads.id, inquiries.leadId)))
    .where(and(eq(inquiries.clientId, clientId), eq(inquiries.phone, phone)))
    .orderBy(desc(leads.startedAt), desc(leads.id))
    .limit(1);
  if (!known || !asked) return (known ?? asked)?.id ?? null;
  return asked.startedAt > known.startedAt ? asked.id : known.id;
}
