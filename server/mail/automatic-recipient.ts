// Whom an automatic e-mail answers: families share a number, and so a lead.
import { and, eq, gte, isNull } from "drizzle-orm";
import type { Transaction } from "#server/db/database.ts";
import { campaigns, inquiries, leads, timeline } from "#server/db/schema.ts";

type Field = "firstName" | "lastName" | "email" | "phone";
type Person = Record<Field, string>;

type Asker = Person & {
  inquiry: typeof inquiries.$inferSelect;
  leadsEmail: string;
  campaign: string | null;
};

/**
 * Who asked, as the inquiry says and the desk has mended since; what it does not say, as the lead is
 * known. At an address of their own they learn nothing of the lead: anybody can type its number.
 * Null: the lead is in no list any more.
 */
export async function findAsker(
  tx: Transaction,
  clientId: string,
  inquiryId: string,
): Promise<Asker | null> {
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
  const found = { inquiry, leadsEmail: lead.email, campaign, email };
  if (email !== lead.email) return { ...found, ...namesOf(inquiry), phone: inquiry.phone };
  const isLead =
    !`${inquiry.firstName}${inquiry.lastName}` ||
    inquiry.firstName.toLowerCase() === lead.firstName.toLowerCase() ||
    isEdited("firstName");
  return { ...found, ...namesOf(isLead ? lead : inquiry), phone: said("phone") };
}

function namesOf({ firstName, lastName }: Pick<Person, "firstName" | "lastName">) {
  return { firstName, lastName };
}

/** Whether what the inquiry said was the lead's own, and something else has taken its place. */
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
