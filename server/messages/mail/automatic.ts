// Rechecks an automatic email when it is sent, because anything may have changed since the inquiry
// arrived.
import { and, count, eq, gt, sql } from "drizzle-orm";
import { notSentMessages } from "#content/messages.ts";
import { dayMs } from "#contract/durations.ts";
import { afterOpenMinutes, isOpenAt } from "#contract/open-time.ts";
import type { Transaction } from "#server/db/database.ts";
import { mails } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { safeGreetingName, safePhone } from "#server/documents/greeting/safe-greeting.ts";
import type { MergeValues } from "#server/messages/merge-fields/merge-fields.ts";
import { getOpenHours } from "#server/people/open-hours.ts";
import { answerLanguage, isForHours } from "./automatic-language.ts";
import { findRecipient } from "./automatic-recipient.ts";
import { findActive } from "./automatic-templates.ts";
import { composeEmail, getSender, valuesOf } from "./compose-email.ts";
import { findMailStop } from "./mail-stops.ts";
import { unsubscribeUrl } from "./unsubscribe-token.ts";

/** The daily limit per address, across practices: anyone can enter any address into a form. */
export const maxDailyPerAddress = 3;
/** Another machine's clock may be ahead, so a job may start slightly early. */
const earlyMs = 60_000;

type QueuedMail = typeof mails.$inferSelect;

export type Decision =
  | { email: { subject: string; html: string; text: string } }
  /** `needsJob`: no other job will run at that time. */
  | { leaveAt: Date; needsJob: boolean }
  /**
   * Why it is never sent, as text. `isOtherLanguage`: emails in another language may be sent
   * instead.
   */
  | { notSentReason: string; isOtherLanguage?: true };

/** Decides about a queued email, whose row is locked, and renders it from the current data. */
export async function decideAutomatic(
  deps: Deps,
  tx: Transaction,
  mail: QueuedMail,
): Promise<Decision> {
  const now = deps.now();
  const dueAt = mail.dueAt ?? mail.createdAt;
  if (dueAt.getTime() - now.getTime() > earlyMs) return { leaveAt: dueAt, needsJob: false };
  const active = await findActive(tx, mail.clientId);
  const template = active.find(({ id }) => id === mail.templateId);
  if (!template) return { notSentReason: notSentMessages.off };
  const recipient = mail.inquiryId ? await findRecipient(tx, mail.clientId, mail.inquiryId) : null;
  if (!recipient?.email) return { notSentReason: notSentMessages.gone };
  if (recipient.email !== mail.to) return { notSentReason: notSentMessages.otherAddress };
  const { receivedAt } = recipient.inquiry;
  const hours = await getOpenHours({ db: tx }, mail.clientId, receivedAt);
  const asked = { ...recipient, wasOpen: isOpenAt(receivedAt, hours) };
  if (!isForHours(template, asked)) return { notSentReason: notSentMessages.otherHours };
  if (template.language !== answerLanguage(active, asked)) {
    return { notSentReason: notSentMessages.otherLanguage, isOtherLanguage: true };
  }
  const stop = await findStop({ ...deps, db: tx }, mail, recipient.leadEmail);
  if (stop) return { notSentReason: notSentMessages[stop.reason] };
  if (template.isInOpenHoursOnly) {
    const openAt = await nextOpenAt(tx, mail.clientId, now);
    if (!openAt) return { notSentReason: notSentMessages.neverOpen };
    if (openAt > now) return { leaveAt: openAt, needsJob: true };
  }
  if (now.getTime() - dueAt.getTime() > dayMs) return { notSentReason: notSentMessages.tooLate };
  if (await hasReachedDailyLimit(tx, mail, now)) return { notSentReason: notSentMessages.tooMany };
  const sender = await getSender({ db: tx }, mail.clientId);
  const values = valuesOf(recipient, recipient.campaign, sender);
  const stopUrl = unsubscribeUrl(deps.config, mail);
  return { email: await composeEmail(template, withSafeNames(values), sender, stopUrl) };
}

/**
 * Unsubscribes and mail server rejections apply to one address. A practice's stop applies to all of
 * the lead's addresses.
 */
async function findStop(
  tools: Pick<Deps, "config"> & { db: Transaction },
  { clientId, to }: QueuedMail,
  leadsEmail: string,
) {
  const stop = await findMailStop(tools, clientId, to);
  if (stop || to === leadsEmail) return stop;
  const ofLead = await findMailStop(tools, clientId, leadsEmail);
  return ofLead?.reason === "desk" ? ofLead : null;
}

/** Returns when the practice opens next, or null if it never does. */
export async function nextOpenAt(tx: Transaction, clientId: string, from: Date) {
  return afterOpenMinutes(from, 0, await getOpenHours({ db: tx }, clientId, from));
}

/**
 * Keeps only plain names in the greeting, because no one checks these emails before they are sent,
 * and anyone can enter anyone's address.
 */
export function withSafeNames(values: MergeValues): MergeValues {
  const name = (typed: string) => safeGreetingName(typed) ?? "";
  return {
    ...values,
    "lead.firstName": name(values["lead.firstName"]),
    "lead.lastName": name(values["lead.lastName"]),
    "lead.fullName": name(values["lead.fullName"]),
    "lead.phone": safePhone(values["lead.phone"]),
  };
}

/** Locks the address, so that two emails are counted one after the other. */
async function hasReachedDailyLimit(
  tx: Transaction,
  { to }: QueuedMail,
  now: Date,
): Promise<boolean> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`automatic ${to}`}, 0))`);
  const [had] = await tx
    .select({ mails: count() })
    .from(mails)
    .where(
      and(
        eq(mails.to, to),
        eq(mails.kind, "auto"),
        gt(mails.sendingAt, new Date(now.getTime() - dayMs)),
        sql`${mails.state} in ('sending', 'sent', 'unknown')`,
      ),
    );
  return (had?.mails ?? 0) >= maxDailyPerAddress;
}
