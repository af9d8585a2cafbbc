// The mail log.
import { z } from "zod";
import { instant, line, requiredLine, requiredWords, uuid } from "./fields.ts";
import { templateLimits } from "./templates.ts";

/**
 * `queued`: waiting for its job. `sending`: being handed to the mail server. `sent`: taken by it.
 * `failed`: refused for good. `unknown`: nobody can tell whether it left; resent only by hand.
 * `stopped`: it would have left by itself, and something that was asked for kept it here.
 */
export const mailStates = ["queued", "sending", "sent", "failed", "unknown", "stopped"] as const;
export type MailState = (typeof mailStates)[number];

/**
 * Why automatic e-mails no longer go to an address: its reader stopped them, the mail server refused
 * it for good, or the desk was asked to.
 */
export const mailStopReasons = ["unsubscribed", "refused", "desk"] as const;
export type MailStopReason = (typeof mailStopReasons)[number];

/** What a mail may carry; made when it is sent. */
export const mailAttachments = ["makeover-presentation"] as const;
export type MailAttachment = (typeof mailAttachments)[number];

export const Mail = z.object({
  _id: uuid,
  kind: z.string(),
  /** In whose name it is; null: the agency's own. */
  practice: z.object({ _id: uuid, name: z.string() }).nullable(),
  to: z.string(),
  subject: z.string(),
  /** Null: a practice's, whose words are read one by one (`GET /api/admin/mail/{id}`). */
  text: z.string().nullable(),
  attachment: z.enum(mailAttachments).nullable(),
  state: z.enum(mailStates),
  attempts: z.int(),
  problem: z.string().nullable(),
  createdAt: instant,
  sentAt: instant.nullable(),
});
export type Mail = z.infer<typeof Mail>;

/** `GET /api/admin/mail`: of one state, of one practice, to one address. */
export const MailQuery = z.object({
  state: z.enum(mailStates).optional(),
  practice: uuid.optional(),
  to: line(254).optional(),
  cursor: uuid.optional(),
});
export type MailQuery = z.infer<typeof MailQuery>;
export const MailList = z.object({
  mails: z.array(Mail),
  total: z.int(),
  nextCursor: uuid.nullable(),
  /** False: no mail server is configured, and everything waits in the outbox. */
  isSending: z.boolean(),
});
export type MailList = z.infer<typeof MailList>;

/** `GET /api/admin/mail/{id}`; empty: its words are filled in when it leaves. */
export const MailText = z.object({ text: z.string() });
export type MailText = z.infer<typeof MailText>;

// ── A practice's e-mails to its leads ───────────────────────────────────────────────────────────

/** By hand, or by itself after an inquiry. */
export const leadEmailKinds = ["lead", "auto"] as const;

export const LeadEmail = z.object({
  _id: uuid,
  kind: z.enum(leadEmailKinds),
  leadId: uuid,
  to: z.string(),
  subject: z.string(),
  state: z.enum(mailStates),
  /** What the mail server said, or what kept it here. */
  problem: z.string().nullable(),
  attempts: z.int(),
  createdAt: instant,
  /** One that leaves by itself: not before this. */
  dueAt: instant.nullable(),
  sentAt: instant.nullable(),
  /** Who sent it; null: it left by itself. */
  by: z.string().nullable(),
});
export type LeadEmail = z.infer<typeof LeadEmail>;

/** Why automatic e-mails no longer go to an address, and since when. */
export const MailStop = z.object({ reason: z.enum(mailStopReasons), at: instant });
export type MailStop = z.infer<typeof MailStop>;

/** `GET /api/leads/{id}/emails`: newest first, the newest 100. */
export const LeadEmailList = z.object({
  emails: z.array(LeadEmail),
  stop: MailStop.nullable(),
  /** False: no mail server is configured, and everything waits. */
  isSending: z.boolean(),
});
export type LeadEmailList = z.infer<typeof LeadEmailList>;

/** `POST /api/leads/{id}/emails`: sent twice with the same id it is one. */
export const LeadEmailRequest = z.object({
  submissionId: uuid,
  templateId: uuid.optional(),
  subject: requiredLine(templateLimits.subject),
  body: requiredWords(templateLimits.body),
});
export type LeadEmailRequest = z.output<typeof LeadEmailRequest>;

export const LeadEmailAnswer = z.object({ email: LeadEmail, message: z.string() });

/** `GET /api/leads/{id}/emails/{emailId}`: as it left, or is to leave. */
export const EmailLayout = z.object({
  subject: z.string(),
  /** Empty: it is written when it leaves. */
  html: z.string(),
  text: z.string(),
  from: z.string(),
  replyTo: z.string(),
  to: z.string(),
});
export type EmailLayout = z.infer<typeof EmailLayout>;

export const MailStopAnswer = z.object({ stop: MailStop.nullable(), message: z.string() });

/** `GET /api/mail`: what a practice sent to its leads, newest first. */
export const PracticeMailQuery = z.object({
  state: z.enum(mailStates).optional(),
  cursor: uuid.optional(),
});
export const PracticeMailList = z.object({
  emails: z.array(LeadEmail.extend({ leadName: z.string() })),
  nextCursor: uuid.nullable(),
});
export type PracticeMailList = z.infer<typeof PracticeMailList>;

/** `GET /api/mail/alarm`: what went wrong with e-mails to leads in the last seven days. */
export const MailAlarm = z.object({
  failed: z.int(),
  unknown: z.int(),
  /** Due for more than ten minutes. */
  waiting: z.int(),
});
export type MailAlarm = z.infer<typeof MailAlarm>;

/** The token of a link that stops automatic e-mails. */
export const UnsubscribeQuery = z.object({ t: z.string().max(200, "too_long") });
export const Unsubscribing = z.object({
  practice: z.string(),
  /** Enough of the address to know it again: m…@example.com. */
  address: z.string(),
  isStopped: z.boolean(),
});
export type Unsubscribing = z.infer<typeof Unsubscribing>;
