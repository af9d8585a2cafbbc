// Sends a queued email. Claims its row first, so that it is sent once.
import { and, eq, sql } from "drizzle-orm";
import { mailMessages, notSentMessages } from "#content/messages.ts";
import { site } from "#content/site.ts";
import type { Transaction } from "#server/db/database.ts";
import { hasEnded, isDemoPractice } from "#server/db/real-practices.ts";
import { agencyClientId, mails } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { makeMonthReport } from "#server/desk/reports/month-report.ts";
import { makePresentation } from "#server/documents/presentation/presentation.ts";
import { attachmentsOf } from "#server/messages/pictures/pictures.ts";
import type { OutgoingMail } from "#server/outside/mail.ts";
import { listAdminAddresses } from "#server/people/accounts.ts";
import { fillToken } from "#server/people/mailed-links.ts";
import { isStillNeeded } from "./alert-mail.ts";
import { type Decision, decideAutomatic } from "./automatic.ts";
import { isBookingMailTrue, makeBookingCalendar } from "./booking-mail.ts";
import { makeCallInvite } from "./call-invite.ts";
import { thisMail } from "./mail.ts";
import { stopMail } from "./mail-stops.ts";
import { queueAutomaticMails } from "./queue-automatic.ts";
import { recordMailState } from "./record-mail-state.ts";
import { fillRegularMail, mayReadReport, regularKind, whyNotWanted } from "./regular-mail.ts";
import { type MailChange, settleMail } from "./settle-mail.ts";
import { unsubscribeHeaders } from "./unsubscribe-token.ts";

/**
 * Sends one queued email. Commits the row as `sending` before the handoff; if the process dies in
 * between, `markLostHandoffs` makes it `unknown`. Throws if the mail server couldn't accept it yet,
 * so that the job is retried.
 */
export async function sendMail(
  deps: Deps,
  key: { clientId: string; mailId: string },
  isLastAttempt: boolean,
): Promise<void> {
  if (await isDemoPractice(deps, key.clientId)) return showInDemo(deps, key);
  // The settings may change during the send.
  const { mailServer } = deps;
  if (!mailServer) return hold(deps, key);
  // Done before claiming the email, so that a failure here means it wasn't sent.
  const attachments = await makeAttachments(deps, key, isLastAttempt);
  if (!attachments) return;
  const claimed = await claim(deps, key);
  if (!claimed) return;
  const { pictures } = claimed;
  const mail = fillRegularMail(deps.config, claimed.mail);
  const delivery = await mailServer.deliver({
    messageId: `<${mail.id}@${new URL(deps.config.origin).hostname}>`,
    from: sender(deps, mail.fromName),
    replyTo: mail.replyTo,
    to: mail.to,
    subject: mail.subject,
    text: mail.linkId ? fillToken(mail.text, deps.config.secret, mail.linkId) : mail.text,
    html: mail.html,
    attachments: [...attachments, ...pictures],
    headers: isAutomatic(mail) ? unsubscribeHeaders(deps.config, mail) : undefined,
  });
  if (delivery.result === "sent") {
    await settle(deps, key, { state: "sent", sentAt: deps.now(), problem: null });
    return;
  }
  const { problem } = delivery;
  if (delivery.result === "later" && !isLastAttempt) {
    await settle(deps, key, { state: "queued", problem });
    throw new Error("The mail server cannot accept it yet");
  }
  await settle(deps, key, { state: delivery.result === "unknown" ? "unknown" : "failed", problem });
  if (delivery.result === "refused" && delivery.isOfAddress && mail.leadId) {
    await stopMail(deps, { ...mail, email: mail.to, reason: "refused" });
  }
}

/**
 * A demo's email isn't delivered: the demo's outbox shows it as sent. Without `sendingAt` it
 * doesn't count toward an address's limit, which real practices share.
 */
async function showInDemo(deps: Deps, key: { clientId: string; mailId: string }) {
  const claimed = await claim(deps, key);
  if (!claimed) return;
  const sent = { state: "sent", sentAt: deps.now(), sendingAt: null, problem: null } as const;
  await settle(deps, key, sent);
}

/** Leaves an email in the outbox until `queueOutbox`. */
async function hold(deps: Deps, key: { clientId: string; mailId: string }) {
  await deps.db
    .update(mails)
    .set({ heldAt: deps.now() })
    .where(and(thisMail(key), eq(mails.state, "queued")));
}

/** Returns null if the email is no longer queued, or its attachment can't be rendered. */
async function makeAttachments(
  deps: Deps,
  key: { clientId: string; mailId: string },
  isLastAttempt: boolean,
): Promise<OutgoingMail["attachments"] | null> {
  const [mail] = await deps.db
    .select({
      attachment: mails.attachment,
      contactRequestId: mails.contactRequestId,
      reportMonth: mails.reportMonth,
    })
    .from(mails)
    .where(and(thisMail(key), eq(mails.state, "queued")));
  if (!mail) return null;
  const { attachment, contactRequestId, reportMonth } = mail;
  try {
    if (attachment === "makeover-presentation" && contactRequestId) {
      return [await makePresentation(deps, contactRequestId)];
    }
    if (attachment === "call-invite" && contactRequestId) {
      return [await makeCallInvite(deps, contactRequestId)];
    }
    if ((attachment === "booked-call" || attachment === "canceled-call") && contactRequestId) {
      return [await makeBookingCalendar(deps, contactRequestId, attachment === "canceled-call")];
    }
    if (attachment === "month-report" && reportMonth) {
      return [await makeMonthReport(deps, key.clientId, reportMonth)];
    }
    return [];
  } catch (error) {
    const problem = mailMessages.noAttachment;
    await settle(deps, key, { state: isLastAttempt ? "failed" : "queued", problem });
    if (!isLastAttempt) throw error;
    return null;
  }
}

/** Exactly one caller gets a queued email. Automatic emails and alerts are rechecked first. */
async function claim(deps: Deps, key: { clientId: string; mailId: string }) {
  return deps.db.transaction(async (tx) => {
    const [queued] = await tx
      .select()
      .from(mails)
      .where(and(thisMail(key), eq(mails.state, "queued")))
      .for("update");
    if (!queued) return null;
    const decision = await decide(deps, tx, queued);
    if (decision && "leaveAt" in decision) {
      await tx.update(mails).set({ dueAt: decision.leaveAt }).where(thisMail(key));
      if (decision.needsJob) {
        await deps.jobs.enqueue(tx, "send-mail", key, { startAfter: decision.leaveAt });
      }
      return null;
    }
    if (decision && "notSentReason" in decision) {
      const kept = { state: "stopped", problem: decision.notSentReason } as const;
      await tx.update(mails).set(kept).where(thisMail(key));
      await recordMailState(deps, tx, queued, "stopped");
      if (decision.isOtherLanguage) await queueInOtherLanguage(deps, tx, queued);
      return null;
    }
    const [mail] = await tx
      .update(mails)
      .set({
        ...decision?.email,
        state: "sending",
        sendingAt: deps.now(),
        attempts: sql`${mails.attempts} + 1`,
      })
      .where(thisMail(key))
      .returning();
    if (!mail) return null;
    await recordMailState(deps, tx, mail, "sending");
    return { mail, pictures: await attachmentsOf({ db: tx }, mail.clientId, mail.html) };
  });
}

/** Queues the emails again in the language that the practice has since set for the lead. */
async function queueInOtherLanguage(
  deps: Deps,
  tx: Transaction,
  { clientId, inquiryId, createdAt }: typeof mails.$inferSelect,
) {
  if (!inquiryId) return;
  await queueAutomaticMails(deps, tx, { clientId, inquiryIds: [inquiryId], askedAt: createdAt });
}

async function decide(
  deps: Deps,
  tx: Transaction,
  queued: typeof mails.$inferSelect,
): Promise<Decision | null> {
  if (await isOfEnded(tx, queued)) return { notSentReason: notSentMessages.ended };
  if (queued.kind === "auto") return decideAutomatic(deps, tx, queued);
  const regular = regularKind(queued);
  if (regular) {
    const notSentReason = await whyNotWanted(tx, regular, queued, deps.now());
    return notSentReason ? { notSentReason } : null;
  }
  if (queued.kind === "month-report" && !(await mayReadReport(tx, queued))) {
    return { notSentReason: notSentMessages.noReader };
  }
  if (!(await isBookingMailTrue(tx, queued, deps.now()))) {
    return { notSentReason: notSentMessages.changed };
  }
  if (await isStillNeeded(tx, queued, deps.now())) return null;
  return { notSentReason: notSentMessages.over };
}

/** The owners still get emails about what is sent to the practice's sources. */
async function isOfEnded(tx: Transaction, { clientId, to }: typeof mails.$inferSelect) {
  if (clientId === agencyClientId || !(await hasEnded({ db: tx }, clientId))) return false;
  return to !== site.email && !(await listAdminAddresses(tx)).includes(to);
}

/** An email that came back before the mail server's answer was recorded stays failed. */
async function settle(deps: Deps, key: { clientId: string; mailId: string }, change: MailChange) {
  await deps.db.transaction((tx) =>
    settleMail(deps, tx, key, change, ({ state }) => state !== "failed"),
  );
}

/** Checks whether no one requested this email individually, so it needs an unsubscribe header. */
function isAutomatic(mail: typeof mails.$inferSelect): boolean {
  return mail.kind === "auto" || regularKind(mail) !== null;
}

function sender(deps: Deps, name: string | null) {
  return { name: name ?? site.mailName, address: deps.config.mailFrom ?? site.email };
}
