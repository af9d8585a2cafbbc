// Writes alerts: one row per inquiry and recipient, and one message per recipient.
import { randomUUID } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { leadsUncalled, leadUncalled } from "#content/emails/lead-uncalled.ts";
import { leadsUnseen, leadUnseen } from "#content/emails/lead-unseen.ts";
import { demoPath } from "#contract/demos.ts";
import { minuteMs } from "#contract/durations.ts";
import { clockText, zonedClockText } from "#contract/moment-text.ts";
import { lateAfterMinutes } from "#contract/timeliness.ts";
import type { Transaction } from "#server/db/database.ts";
import { isDemoPractice } from "#server/db/real-practices.ts";
import { alerts } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import type { Step } from "#server/desk/leads/alert-verdict.ts";
import { plainName } from "#server/documents/greeting/safe-greeting.ts";
import { queueMail } from "#server/messages/mail/mail.ts";
import { queueOwnerNotice } from "#server/messages/mail/owner-notice.ts";
import type { DueAlert } from "./list-due.ts";
import { linkTo, type PracticeWords } from "./notification.ts";
import { type Recipient, recipientsOf } from "./recipients.ts";

type Group = {
  clientId: string;
  step: Exclude<Step, "text" | "missed_call" | "called">;
  due: DueAlert[];
  /**
   * The number of leads in the message, or null to send one message per lead, with the lead's name.
   */
  burstCount: number | null;
  practice: PracticeWords;
};

/**
 * Writes the step's alerts and the jobs that send them. A recipient never gets the same step of an
 * inquiry twice.
 */
export async function queueAlerts(deps: Deps, tx: Transaction, group: Group): Promise<void> {
  const recipients = await recipientsOf({ ...deps, db: tx }, group.clientId, group.step);
  if (recipients.length === 0 || group.due.length === 0) return;
  const messages =
    group.burstCount === null
      ? group.due.flatMap((one) => recipients.map((recipient) => ({ recipient, due: [one] })))
      : recipients.map((recipient) => ({ recipient, due: group.due }));
  const toSend: string[] = [];
  for (const message of messages) {
    const messageId = randomUUID();
    if (!(await insertAlerts(deps, tx, group, { ...message, messageId }))) continue;
    const { channel } = message.recipient;
    if (channel === "push" || channel === "text") toSend.push(messageId);
    else await queueAlertMail(deps, tx, group, { ...message, messageId });
  }
  const jobs = toSend.map((messageId) => ({ payload: { clientId: group.clientId, messageId } }));
  if (jobs.length > 0) await deps.jobs.enqueueAll(tx, "send-alert", jobs);
}

type Message = { recipient: Recipient; due: DueAlert[]; messageId: string };

/**
 * Inserts the alerts in one statement, for any number of inquiries. Returns false if all inquiries
 * were already alerted.
 */
async function insertAlerts(
  deps: Pick<Deps, "now">,
  tx: Transaction,
  { clientId, step, burstCount }: Group,
  { recipient, due, messageId }: Message,
): Promise<boolean> {
  const now = deps.now();
  const { rowCount } = await tx.execute(sql`
    insert into ${alerts} (client_id, message_id, lead_id, inquiry_id, step, occasion, channel,
      recipient_id, recipient, burst_count, created_at, expires_at)
    select ${clientId}::uuid, ${messageId}::uuid, lead_id, inquiry_id,
      ${step === "closed" ? "now" : step}, occasion, ${recipient.channel}, ${recipient.id}::uuid,
      ${recipient.name}, ${burstCount}::int, ${now.toISOString()}::timestamptz, expires_at
    from unnest(
      ${sql.param(due.map(({ leadId }) => leadId))}::uuid[],
      ${sql.param(due.map(({ inquiryId }) => inquiryId))}::uuid[],
      ${sql.param(due.map((one) => occasionOf(step, one)))}::text[],
      ${sql.param(due.map((one) => expiryOf(step, one, now).toISOString()))}::timestamptz[]
    ) as given (lead_id, inquiry_id, occasion, expires_at)
    on conflict do nothing`);
  return (rowCount ?? 0) > 0;
}

/** A callback promised for a different time is a separate alert. */
function occasionOf(step: Step, { lead }: DueAlert): string {
  return step === "callback" ? (lead.callBackAt?.toISOString() ?? "") : "";
}

/** The least time that a notification has to arrive, even after the lead's limit has passed. */
const leastMinutes = 10;

/**
 * Returns when an alert expires: at the lead's 60-minute limit, or an hour from now for a callback.
 */
function expiryOf(step: Step, { inquiry }: DueAlert, now: Date): Date {
  const hourAfter = new Date(now.getTime() + lateAfterMinutes * minuteMs);
  const limit = (step !== "callback" && inquiry.openLateAt) || hourAfter;
  const soonest = new Date(now.getTime() + leastMinutes * minuteMs);
  return limit > soonest ? limit : soonest;
}

async function queueAlertMail(
  deps: Deps,
  tx: Transaction,
  { clientId, burstCount, practice }: Group,
  { recipient, due, messageId }: Message,
) {
  const [first] = due;
  if (!first) return;
  const isOwner = recipient.channel === "owner";
  const root = (await isDemoPractice({ db: tx }, clientId)) ? demoPath : "";
  const [one, many] = isOwner ? [leadUncalled, leadsUncalled] : [leadUnseen, leadsUnseen];
  const about = burstCount === null ? { leadId: first.leadId } : {};
  const mail = {
    clientId,
    kind: isOwner ? "lead-uncalled" : "lead-unseen",
    words: burstCount === null ? one : many,
    fields: {
      practice: practice.name,
      count: burstCount,
      name: plainName(first.firstName),
      time: (isOwner ? zonedClockText : clockText)(first.inquiry.submittedAt, practice.timeZone),
      link: linkTo(deps.config.origin + root, about, isOwner ? clientId : null),
    },
    // This message's alerts are unique, so it gets one email.
    causeKey: `alert:${messageId}`,
  };
  const mailId = isOwner
    ? await queueOwnerNotice(deps, tx, mail)
    : await queueMail(deps, tx, { ...mail, to: recipient.name });
  await tx
    .update(alerts)
    .set({ mailId })
    .where(and(eq(alerts.clientId, clientId), eq(alerts.messageId, messageId)));
}
