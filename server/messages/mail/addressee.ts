// The recipient of an email that a practice writes to a lead. Families share numbers, so a lead may
// have inquiries from several people with their own names and addresses.
import { and, desc, eq, gte, isNotNull, isNull, sql } from "drizzle-orm";
import type { Database } from "#server/db/database.ts";
import { inquiries, leads, timeline } from "#server/db/schema.ts";
import { AppError } from "#server/errors.ts";
import { findRecipients, type Recipient } from "./automatic-recipient.ts";

type Reader = Pick<Database, "select">;
type Addressee = Pick<Recipient, "firstName" | "lastName" | "email" | "phone" | "campaign">;

/** Older inquiries aren't searched for addresses. */
const newestInquiries = 50;

/**
 * Returns the person at `to`, or by default the one who inquired last. The address is empty if
 * there is none. Throws `not_found` for another practice's lead, `invalid` for an address that
 * isn't the lead's.
 */
export async function findAddressee(
  db: Reader,
  clientId: string,
  leadId: string,
  to?: string,
): Promise<Addressee> {
  const addressees = await listAddressees(db, clientId, leadId);
  const found = to ? addressees.find(({ email }) => email === to) : addressees[0];
  if (!found) throw new AppError("invalid", { fields: { to: "invalid" } });
  return found;
}

/**
 * Lists one person per address, from the newest inquiry with that address. The person who inquired
 * last is first.
 */
export async function listAddressees(
  db: Reader,
  clientId: string,
  leadId: string,
): Promise<Addressee[]> {
  const [lead] = await db
    .select()
    .from(leads)
    .where(and(eq(leads.clientId, clientId), eq(leads.id, leadId), isNull(leads.deletedAt)));
  if (!lead) throw new AppError("not_found");
  const asked = await db
    .select({ id: inquiries.id, receivedAt: inquiries.receivedAt })
    .from(inquiries)
    .where(and(eq(inquiries.clientId, clientId), eq(inquiries.leadId, leadId)))
    .orderBy(desc(inquiries.submittedAt), desc(inquiries.id))
    .limit(newestInquiries);
  const ids = asked.map(({ id }) => id);
  const recipients = await findRecipients(db, clientId, ids);
  const newestFirst: Addressee[] = recipients.toSorted(
    (one, other) => ids.indexOf(one.inquiry.id) - ids.indexOf(other.inquiry.id),
  );
  const itself = { ...lead, campaign: newestFirst[0]?.campaign ?? null };
  const isEdited = await isEmailEditedSince(db, lead, asked[0]?.receivedAt);
  const all = isEdited ? [itself, ...newestFirst] : [...newestFirst, itself];
  const withAddress = all.filter(({ email }, at) => {
    return email !== "" && all.findIndex((one) => one.email === email) === at;
  });
  return withAddress.length > 0 ? withAddress : all.slice(0, 1);
}

/** Checks whether the email was edited since, because the practice knows the right address. */
async function isEmailEditedSince(
  db: Reader,
  { clientId, id }: typeof leads.$inferSelect,
  since: Date | undefined,
): Promise<boolean> {
  const edits = await db
    .select({ id: timeline.id })
    .from(timeline)
    .where(
      and(
        eq(timeline.clientId, clientId),
        eq(timeline.leadId, id),
        eq(timeline.kind, "changed"),
        isNotNull(timeline.accountId),
        gte(timeline.at, since ?? new Date(0)),
        sql`${timeline.data} ? 'email'`,
      ),
    )
    .limit(1);
  return edits.length > 0;
}
