// Rechecks alert emails before sending, because the mail server may have been unavailable.
import { and, eq } from "drizzle-orm";
import type { Transaction } from "#server/db/database.ts";
import { alerts, inquiries, leads, type mails } from "#server/db/schema.ts";
import { judge } from "#server/desk/leads/alert-verdict.ts";

/** The alert message that an email carries; null for any other email. Each owner gets a copy. */
const messageOf = (causeKey: string | null) =>
  causeKey?.startsWith("alert:") ? causeKey.split(":")[1] : undefined;

/** Checks whether one of the alert's leads still needs action. Returns true for other emails. */
export async function isStillNeeded(
  tx: Transaction,
  { clientId, causeKey }: Pick<typeof mails.$inferSelect, "clientId" | "causeKey">,
  now: Date,
): Promise<boolean> {
  const messageId = messageOf(causeKey);
  if (!messageId) return true;
  const about = await tx
    .select({ alert: alerts, lead: leads, inquiry: inquiries })
    .from(alerts)
    .innerJoin(leads, and(eq(leads.clientId, clientId), eq(leads.id, alerts.leadId)))
    .innerJoin(inquiries, and(eq(inquiries.clientId, clientId), eq(inquiries.id, alerts.inquiryId)))
    .where(and(eq(alerts.clientId, clientId), eq(alerts.messageId, messageId)));
  return about.some(
    ({ alert: { step, createdAt }, ...of }) =>
      judge(step, { ...of, dueAt: createdAt }, now) !== "stop",
  );
}
