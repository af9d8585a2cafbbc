// Which e-mails a live inquiry causes. What the desk typed in and tests of a form cause none: nobody
// is answered who has not just asked.
import { and, eq, isNull } from "drizzle-orm";
import type { Transaction } from "#server/db/database.ts";
import { templates } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { fillLine } from "#server/merge-fields/merge-fields.ts";
import { greetable, nextOpenAt } from "./automatic.ts";
import { findAsker } from "./automatic-recipient.ts";
import { getSender, valuesOf } from "./compose-email.ts";
import { queueWritten } from "./mail.ts";

/** Somebody who asked longer ago than this would wonder. */
const liveMs = 24 * 60 * 60 * 1000;

/**
 * Writes the mails of an inquiry that has just been stored, in its transaction: one per active
 * template that is for its campaign, however often this is called. Their words are written when they
 * leave.
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
  const asker = await findAsker(tx, clientId, inquiryId);
  if (!asker?.email) return;
  const { leadId, campaignId, isTest, isUntimed, submittedAt, receivedAt } = asker.inquiry;
  if (isTest || isUntimed) return;
  if (deps.now().getTime() - submittedAt.getTime() > liveMs) return;
  const meant = active.filter(
    ({ campaignIds }) =>
      campaignIds.length === 0 || (campaignId !== null && campaignIds.includes(campaignId)),
  );
  if (meant.length === 0) return;

  const sender = await getSender({ db: tx }, clientId);
  const values = greetable(valuesOf(asker, asker.campaign, sender));
  for (const template of meant) {
    const delayed = new Date(receivedAt.getTime() + template.delayMinutes * 60_000);
    const openAt = template.isInOpenHoursOnly && (await nextOpenAt(tx, clientId, delayed));
    await queueWritten(deps, tx, {
      clientId,
      kind: "auto",
      causeKey: `auto:${inquiryId}:${template.id}`,
      to: asker.email,
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
