// The recipient of an automatic email. Family members who share a number share a lead.
import { and, eq, gte, isNull, sql } from "drizzle-orm";
import { languageInAnswers } from "#contract/language-in-answers.ts";
import type { Language } from "#contract/languages.ts";
import type { Database } from "#server/db/database.ts";
import { campaigns, inquiries, leads, timeline } from "#server/db/schema.ts";

type Reader = Pick<Database, "select">;
type Field = "firstName" | "lastName" | "email" | "phone";
type Person = Record<Field, string>;

export type Recipient = Person & {
  inquiry: typeof inquiries.$inferSelect;
  leadEmail: string;
  campaign: string | null;
  campaignId: string | null;
  /** Null if unknown. */
  language: Language | null;
};

/**
 * Returns the person on the inquiry, with the practice's later edits; missing values come from the
 * lead. A different address doesn't get the lead's data, because anyone can enter its number.
 * Returns null if the lead is deleted.
 */
export async function findRecipient(
  tx: Reader,
  clientId: string,
  inquiryId: string,
): Promise<Recipient | null> {
  const [recipient] = await findRecipients(tx, clientId, [inquiryId]);
  return recipient ?? null;
}

/** Returns the same for several inquiries, oldest first, without those of deleted leads. */
export async function findRecipients(
  tx: Reader,
  clientId: string,
  inquiryIds: string[],
): Promise<Recipient[]> {
  const ids = sql.param(inquiryIds);
  const rows = await tx
    .select({ inquiry: inquiries, lead: leads, campaign: campaigns.name })
    .from(inquiries)
    .innerJoin(leads, and(eq(leads.clientId, clientId), eq(leads.id, inquiries.leadId)))
    .leftJoin(campaigns, and(eq(campaigns.clientId, clientId), eq(campaigns.id, leads.campaignId)))
    .where(
      and(
        eq(inquiries.clientId, clientId),
        sql`${inquiries.id} = any(${ids}::uuid[])`,
        isNull(leads.deletedAt),
      ),
    )
    .orderBy(inquiries.id);
  if (rows.length === 0) return [];
  const edits = await findEdits(
    tx,
    clientId,
    rows.map(({ inquiry }) => inquiry),
  );
  return rows.map((row) => toRecipient(row, edits));
}

type Row = {
  inquiry: typeof inquiries.$inferSelect;
  lead: typeof leads.$inferSelect;
  campaign: string | null;
};

function toRecipient({ inquiry, lead, campaign }: Row, edits: Edit[]): Recipient {
  const asked = { ...inquiry, language: languageInAnswers(inquiry.answers) };
  // Whether the inquiry's value was also the lead's and has been edited since.
  const isEdited = (field: keyof typeof asked) =>
    edits.some(
      ({ leadId, at, data }) =>
        leadId === inquiry.leadId &&
        at >= inquiry.receivedAt &&
        (data[field] as { from?: unknown })?.from === asked[field],
    );
  const said = (field: Field) => (isEdited(field) ? lead[field] : inquiry[field] || lead[field]);
  const email = said("email");
  const { campaignId } = inquiry;
  const found = { inquiry, leadEmail: lead.email, campaign, campaignId, email };
  if (email !== lead.email) {
    const { phone, language } = asked;
    return { ...found, ...nameFields(inquiry), phone, language };
  }
  const language = isEdited("language") ? lead.language : (asked.language ?? lead.language);
  const isLead =
    !`${inquiry.firstName}${inquiry.lastName}` ||
    inquiry.firstName.toLowerCase() === lead.firstName.toLowerCase() ||
    isEdited("firstName");
  return { ...found, ...nameFields(isLead ? lead : inquiry), phone: said("phone"), language };
}

function nameFields({ firstName, lastName }: Pick<Person, "firstName" | "lastName">) {
  return { firstName, lastName };
}

type Edit = Awaited<ReturnType<typeof findEdits>>[number];

/** Finds the edits to these inquiries' leads since the first inquiry. */
function findEdits(tx: Reader, clientId: string, asked: Row["inquiry"][]) {
  const leadIds = sql.param(asked.map(({ leadId }) => leadId));
  const first = new Date(Math.min(...asked.map(({ receivedAt }) => receivedAt.getTime())));
  return tx
    .select({ leadId: timeline.leadId, at: timeline.at, data: timeline.data })
    .from(timeline)
    .where(
      and(
        eq(timeline.clientId, clientId),
        sql`${timeline.leadId} = any(${leadIds}::uuid[])`,
        eq(timeline.kind, "changed"),
        gte(timeline.at, first),
      ),
    );
}
