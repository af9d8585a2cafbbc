// The recipient of an automatic email. Families share a number, and so a lead.
import { and, eq, gte, isNull } from "drizzle-orm";
import type { Transaction } from "#server/db/database.ts";
import { campaigns, inquiries, leads, timeline } from "#server/db/schema.ts";

type Field = "firstName" | "lastName" | "email" | "phone";
type Person = Record<Field, string>;

type Recipient = Person & {
  inquiry: typeof inquiries.$inferSelect;
  leadEmail: string;
  campaign: string | null;
};

/**
 * The person on the inquiry, with later edits of the practice; missing values are the lead's. A
 * person with another address than the lead's gets no data of the lead: anyone can enter its
 * number. Null: the lead is deleted.
 */
export async function findRecipient(
  tx: Transaction,
  clientId: string,
  inquiryId: string,
): Promise<Recipient | null> {
  const [row] = await tx
    .select({ inquiry: inquiries, lead: leads, campaign: campaigns.name })
    .from(inquiries)
    .innerJoin(leads, and(eq(leads.clientId, clientId), eq(leads.id, inquiries.leadId)))
    .leftJoin(campaigns, and(eq(campaigns.clientId, clientId), eq(campaigns.id, leads.campaignId)))
    .where(
      and(eq(inquiries.clientId, clientId), eq(inquiries.id, inquiryId), isNull(leads.deletedAt)),
    );
  if (!row) return null;
  const { inquiry, lead, campaign } = row;
  const isEdited = await findEdited(tx, inquiry);
  const said = (field: Field) => (isEdited(field) ? lead[field] : inquiry[field] || lead[field]);
  const email = said("email");
  const found = { inquiry, leadEmail: lead.email, campaign, email };
  if (email !== lead.email) return { ...found, ...nameFields(inquiry), phone: inquiry.phone };
  const isLead =
    !`${inquiry.firstName}${inquiry.lastName}` ||
    inquiry.firstName.toLowerCase() === lead.firstName.toLowerCase() ||
    isEdited("firstName");
  return { ...found, ...nameFields(isLead ? lead : inquiry), phone: said("phone") };
}

function nameFields({ firstName, lastName }: Pick<Person, "firstName" | "lastName">) {
  return { firstName, lastName };
}

/** Whether the inquiry's value was the lead's own, and has been edited since. */
async function findEdited(tx: Transaction, inquiry: typeof inquiries.$inferSelect) {
  const changes = await tx
    .select({ data: timeline.data })
    .from(timeline)
    .where(
      and(
        eq(timeline.clientId, inquiry.clientId),
        eq(timeline.leadId, inquiry.leadId),
        eq(timeline.kind, "changed"),
        gte(timeline.at, inquiry.receivedAt),
      ),
    );
  return (field: Field) =>
    changes.some(({ data }) => (data[field] as { from?: string })?.from === inquiry[field]);
}
