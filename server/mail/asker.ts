// Whom an automatic e-mail answers: families share a number, and so a lead.
import { and, eq, gte, isNull } from "drizzle-orm";
import type { Transaction } from "#server/db/database.ts";
import { campaigns, enquiries, leads, timeline } from "#server/db/schema.ts";

type Field = "firstName" | "lastName" | "email" | "phone";
type Person = Record<Field, string>;

type Asker = Person & {
  enquiry: typeof enquiries.$inferSelect;
  leadsEmail: string;
  campaign: string | null;
};

/**
 * Who asked, as the enquiry says and the desk has mended since; what it does not say, as the lead is
 * known. At an address of their own they learn nothing of the lead: anybody can type its number.
 * Null: the lead is in no list any more.
 */
export async function findAsker(
  tx: Transaction,
  clientId: string,
  enquiryId: string,
): Promise<Asker | null> {
  const [row] = await tx
    .select({ enquiry: enquiries, lead: leads, campaign: campaigns.name })
    .from(enquiries)
    .innerJoin(leads, and(eq(leads.clientId, clientId), eq(leads.id, enquiries.leadId)))
    .leftJoin(campaigns, and(eq(campaigns.clientId, clientId), eq(campaigns.id, leads.campaignId)))
    .where(
      and(eq(enquiries.clientId, clientId), eq(enquiries.id, enquiryId), isNull(leads.deletedAt)),
    );
  if (!row) return null;
  const { enquiry, lead, campaign } = row;
  const isMended = await findMended(tx, enquiry);
  const said = (field: Field) => (isMended(field) ? lead[field] : enquiry[field] || lead[field]);
  const email = said("email");
  const found = { enquiry, leadsEmail: lead.email, campaign, email };
  if (email !== lead.email) return { ...found, ...namesOf(enquiry), phone: enquiry.phone };
  const isLead =
    !`${enquiry.firstName}${enquiry.lastName}` ||
    enquiry.firstName.toLowerCase() === lead.firstName.toLowerCase() ||
    isMended("firstName");
  return { ...found, ...namesOf(isLead ? lead : enquiry), phone: said("phone") };
}

function namesOf({ firstName, lastName }: Pick<Person, "firstName" | "lastName">) {
  return { firstName, lastName };
}

/** Whether what the enquiry said was the lead's own, and something else has taken its place. */
async function findMended(tx: Transaction, enquiry: typeof enquiries.$inferSelect) {
  const changes = await tx
    .select({ data: timeline.data })
    .from(timeline)
    .where(
      and(
        eq(timeline.clientId, enquiry.clientId),
        eq(timeline.leadId, enquiry.leadId),
        eq(timeline.kind, "changed"),
        gte(timeline.at, enquiry.receivedAt),
      ),
    );
  return (field: Field) =>
    changes.some(({ data }) => (data[field] as { from?: string })?.from === enquiry[field]);
}
