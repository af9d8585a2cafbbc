// Exports and erases the submissions that sources sent about a person.
import { and, asc, eq, inArray, isNull, ne, or, sql } from "drizzle-orm";
import type { LeadExport } from "#contract/erasure.ts";
import type { Transaction } from "#server/db/database.ts";
import { inquiries, leads, sourceDeliveries } from "#server/db/schema.ts";

type Reader = Pick<Transaction, "select">;

/** Lists deliveries as received, oldest first. */
export async function listDeliveriesOf(
  db: Reader,
  clientId: string,
  leadId: string,
): Promise<LeadExport["deliveries"]> {
  const rows = await db
    .select({ receivedAt: sourceDeliveries.receivedAt, body: sourceDeliveries.body })
    .from(sourceDeliveries)
    .where(
      and(
        eq(sourceDeliveries.clientId, clientId),
        isOfLead(db, clientId, leadId),
        ne(sourceDeliveries.body, ""),
      ),
    )
    .orderBy(asc(sourceDeliveries.id));
  return rows.map(({ receivedAt, body }) => ({ receivedAt: receivedAt.toISOString(), body }));
}

/**
 * Clears the person's own deliveries, and rejected or unmapped ones that mention the person's email
 * address or number. Runs before the inquiries are erased, because the inquiries have those
 * addresses and numbers.
 */
export async function eraseDeliveries(tx: Transaction, clientId: string, leadId: string) {
  const known = [
    ...(await tx
      .select({ email: leads.email, phone: leads.phone })
      .from(leads)
      .where(
        and(eq(leads.clientId, clientId), or(eq(leads.id, leadId), eq(leads.mergedInto, leadId))),
      )),
    ...(await tx
      .selectDistinct({ email: inquiries.email, phone: inquiries.phone })
      .from(inquiries)
      .where(and(eq(inquiries.clientId, clientId), eq(inquiries.leadId, leadId)))),
  ];
  const emails = distinct(known.map(({ email }) => email));
  const digits = distinct(known.map(({ phone }) => phone.replace(/\D/g, "").slice(-phoneDigits)));
  const phones = digits.filter((one) => one.length === phoneDigits);
  const { body } = sourceDeliveries;
  // Each body is read once (`offset 0`), regardless of how many numbers the person has.
  const mentionsPerson = sql`exists (
    select from (select ${wordsOf(body)} as words, ${digitsOf(body)} as digits offset 0) as read
    where exists (select from unnest(${sql.param(emails)}::text[]) as email
        where position(email in words) > 0)
      or exists (select from unnest(${sql.param(phones)}::text[]) as phone
        where position(phone in digits) > 0))`;
  await tx
    .update(sourceDeliveries)
    .set({ body: "" })
    .where(
      and(
        eq(sourceDeliveries.clientId, clientId),
        ne(body, ""),
        or(isOfLead(tx, clientId, leadId), and(isNull(sourceDeliveries.inquiryId), mentionsPerson)),
      ),
    );
}

/** The length of a North American number without its country code. */
const phoneDigits = 10;

function isOfLead(db: Reader, clientId: string, leadId: string) {
  const own = db
    .select({ id: inquiries.id })
    .from(inquiries)
    .where(and(eq(inquiries.clientId, clientId), eq(inquiries.leadId, leadId)));
  return inArray(sourceDeliveries.inquiryId, own);
}

/** In a form-encoded body, an email address's special characters are escaped. */
function wordsOf(body: typeof sourceDeliveries.body) {
  return sql`replace(replace(lower(${body}), '%40', '@'), '%2b', '+')`;
}

/** A number may contain punctuation and spaces, which a form-encoded body escapes. */
function digitsOf(body: typeof sourceDeliveries.body) {
  return sql`regexp_replace(regexp_replace(${body}, '%[0-9A-Fa-f]{2}', '', 'g'), '[^0-9]+', '', 'g')`;
}

function distinct(texts: string[]): string[] {
  return [...new Set(texts.filter(Boolean))];
}
