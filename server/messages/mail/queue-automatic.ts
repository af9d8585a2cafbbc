// Queues the automatic emails for a live inquiry. Leads added by hand and form tests don't get any,
// because only a person who has just inquired gets an answer.
import { dayMs, minuteMs } from "#contract/durations.ts";
import { isOpenAt } from "#contract/open-time.ts";
import type { Transaction } from "#server/db/database.ts";
import type { Deps } from "#server/deps.ts";
import { fillLine } from "#server/messages/merge-fields/merge-fields.ts";
import { readOpenHours } from "#server/people/open-hours.ts";
import { nextOpenAt, withSafeNames } from "./automatic.ts";
import { answersTo } from "./automatic-language.ts";
import { findRecipients, type Recipient } from "./automatic-recipient.ts";
import { findActive } from "./automatic-templates.ts";
import { getSender, valuesOf } from "./compose-email.ts";
import { queueWritten } from "./mail.ts";

/** An answer to an older inquiry would be confusing. */
const maxInquiryAgeMs = dayMs;

type Asked = {
  clientId: string;
  inquiryIds: string[];
  /** The time from which an inquiry's age is measured. */
  askedAt?: Date;
};

/**
 * Queues the emails for inquiries in their transaction: one per active template for an inquiry's
 * campaign and hours, in the person's language. Idempotent. The texts are rendered when they are
 * sent.
 */
export async function queueAutomaticMails(
  deps: Deps,
  tx: Transaction,
  { clientId, inquiryIds, askedAt = deps.now() }: Asked,
): Promise<void> {
  const active = await findActive(tx, clientId);
  if (active.length === 0) return;
  const found = await findRecipients(tx, clientId, inquiryIds);
  const recipients = found.filter((recipient) => isAnswered(recipient, askedAt));
  if (recipients.length === 0) return;
  const times = recipients.map(({ inquiry }) => inquiry.receivedAt);
  const hoursAt = await readOpenHours({ db: tx }, clientId, times);
  const mails = recipients.flatMap((recipient) => {
    const { receivedAt } = recipient.inquiry;
    const wasOpen = isOpenAt(receivedAt, hoursAt(receivedAt));
    const answers = answersTo(active, { ...recipient, wasOpen });
    return answers.map((template) => ({ recipient, template }));
  });
  if (mails.length === 0) return;

  const sender = await getSender({ db: tx }, clientId);
  for (const { recipient, template } of mails) {
    const { id: inquiryId, leadId, receivedAt } = recipient.inquiry;
    const values = withSafeNames(valuesOf(recipient, recipient.campaign, sender));
    const delayed = new Date(receivedAt.getTime() + template.delayMinutes * minuteMs);
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

function isAnswered({ email, inquiry }: Recipient, now: Date): boolean {
  const { isTest, isUntimed, submittedAt } = inquiry;
  const isFresh = now.getTime() - submittedAt.getTime() <= maxInquiryAgeMs;
  return email !== "" && !isTest && !isUntimed && isFresh;
}
