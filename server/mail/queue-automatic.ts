// The automatic emails of a live inquiry. Leads that were entered by hand and tests of a form cause
// none: only a person who has just inquired gets an answer.
import { and, eq, isNull } from "drizzle-orm";
import type { Transaction } from "#server/db/database.ts";
import { templates } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { fillLine } from "#server/merge-fields/merge-fields.ts";
import { nextOpenAt, withSafeNames } from "./automatic.ts";
import { findRecipient } from "./automatic-recipient.ts";
import { getSender, valuesOf } from "./compose-email.ts";
import { queueWritten } from "./mail.ts";

/** An answer to an older inquiry would be confusing. */
const maxInquiryAgeMs = 24 * 60 * 60 * 1000;

/**
 * Queues the emails of an inquiry in its transaction: one per active template for its campaign.
 * Idempotent. The texts are rendered when they are sent.
 */
export async function queueAutomaticMails(
  deps: Deps,
  tx: Transaction,
  { clientId, inquiryId }: { clientId: string; inquiryId: string },
): Promise<void> {
  const active = await tx
    .select()
    .from(templates)
    .where(
      and(
        eq(templates.clientId, clientId),
        eq(templates.kind, "auto"),
        eq(templates.isActive, true),
        isNull(templates.deletedAt),
      ),
    );
  if (active.length === 0) return;
  const recipient = await findRecipient(tx, clientId, inquiryId);
  if (!recipient?.email) return;
  const { leadId, campaignId, isTest, isUntimed, submittedAt, receivedAt } = recipient.inquiry;
  if (isTest || isUntimed) return;
  if (deps.now().getTime() - submittedAt.getTime() > maxInquiryAgeMs) return;
  const matching = active.filter(
    ({ campaignIds }) =>
      campaignIds.length === 0 || (campaignId !== null && campaignIds.includes(campaignId)),
  );
  if (matching.length === 0) return;

  const sender = await getSender({ db: tx }, clientId);
  const values = withSafeNames(valuesOf(recipient, recipient.campaign, sender));
  for (const template of matching) {
    const delayed = new Date(receivedAt.getTime() + template.delayMinutes * 60_000);
    const openAt = template.isInOpenHoursOnly && (await nextOpenAt(tx, clientId, delayed));
    await queueWritten(deps, tx, {
      clientId,
      kind: "auto",
      causeKey: `auto:${inquiryId}:${template.id}`,
      to: recipient.email,
      fromName: sender.fromName,
      replyTo: sender.replyTo,
      subject: fillLine(template.subject, values),
      text: "",
      leadId,
      inquiryId,
      templateId: template.id,
      dueAt: openAt || delayed,
    });
  }
}
