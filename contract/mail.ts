// The log of emails.
import { z } from "zod";
import { emailAddress, instant, line, requiredLine, requiredWords, uuid } from "./fields.ts";
import { Language } from "./languages.ts";
import { regularMails } from "./regular-mail.ts";
import { templateLimits } from "./templates.ts";

/**
 * `queued`: waiting for its job. `sending`: being handed to the mail server. `sent`: accepted by
 * the server. `failed`: permanently rejected. `unknown`: the email may have been delivered, so only
 * a person resends it. `stopped`: an automatic email that was canceled before it was sent.
 */
export const mailStates = ["queued", "sending", "sent", "failed", "unknown", "stopped"] as const;
export type MailState = (typeof mailStates)[number];

/**
 * Why an email address doesn't get automatic emails: the person unsubscribed, the mail server
 * permanently rejected the address, or the practice stopped them.
 */
export const mailStopReasons = ["unsubscribed", "refused", "desk"] as const;
export type MailStopReason = (typeof mailStopReasons)[number];

/** What can be attached to an email. The attachment is generated when the email is sent. */
export const mailAttachments = [
  "makeover-presentation",
  "month-report",
  "call-invite",
  "booked-call",
  "canceled-call",
] as const;
export type MailAttachment = (typeof mailAttachments)[number];

export const Mail = z.object({
  _id: uuid,
  kind: z.string(),
  /** The practice that sends the email, or null for the agency. */
  practice: z.object({ _id: uuid, name: z.string() }).nullable(),
  to: z.string(),
  subject: z.string(),
  /**
   * The text of the email. Null for a practice's email, because its text is read with `GET
   * /api/admin/mail/{id}`, one email at a time.
   */
  text: z.string().nullable(),
  attachment: z.enum(mailAttachments).nullable(),
  state: z.enum(mailStates),
  attempts: z.int(),
  problem: z.string().nullable(),
  createdAt: instant,
  sentAt: instant.nullable(),
  /**
   * When an owner dismissed the email's problem. Null if no one did, or if the email was sent
   * again.
   */
  dismissedAt: instant.nullable(),
});
export type Mail = z.infer<typeof Mail>;

/** The number above which counting stops. A list then only says that there are more. */
export const mostMailsCounted = 10_000;

/** What the log can be sorted by, each with its default direction. */
export const mailSorts = { state: "asc", time: "desc" } as const;
export type MailSort = keyof typeof mailSorts;

const filters = {
  state: z.enum(mailStates).optional(),
  practice: uuid.optional(),
  to: line(254).optional(),
  /** Searches the address and the subject. */
  search: line(100).optional(),
  /** Leaves out emails whose problem an owner has dismissed. */
  needsYou: z.literal("true", "invalid").optional(),
};

/** `GET /api/admin/mail`: 50 per page, newest first by default. */
export const MailQuery = z.object({
  ...filters,
  /** By `state`, emails with a problem come first, then those that wait. */
  sort: z.enum(Object.keys(mailSorts) as MailSort[], "invalid").optional(),
  order: z.enum(["asc", "desc"], "invalid").optional(),
  cursor: z.string().max(200).optional(),
});
export type MailQuery = z.infer<typeof MailQuery>;

/** `GET /api/admin/mail/export.csv`: exports all pages of the log, newest first. */
export const MailExportQuery = z.object(filters);
export type MailExportQuery = z.infer<typeof MailExportQuery>;

export const MailList = z.object({
  mails: z.array(Mail),
  /** The number of matching emails, up to one more than `mostMailsCounted`. */
  total: z.int(),
  nextCursor: z.string().nullable(),
  /** False if no mail server is configured. Then all emails wait in the outbox. */
  isSending: z.boolean(),
});
export type MailList = z.infer<typeof MailList>;

/** `GET /api/admin/mail/{id}`. The text is empty if it's filled in only when the email is sent. */
export const MailText = z.object({ text: z.string() });
export type MailText = z.infer<typeof MailText>;

// ── A practice's emails to its leads ────────────────────────────────────────────────────────────

/** `lead` emails are sent by hand, and `auto` emails are sent automatically after an inquiry. */
export const leadEmailKinds = ["lead", "auto"] as const;

export const LeadEmail = z.object({
  _id: uuid,
  kind: z.enum(leadEmailKinds),
  leadId: uuid,
  to: z.string(),
  subject: z.string(),
  state: z.enum(mailStates),
  /** The mail server's error, or the reason why the email wasn't sent. */
  problem: z.string().nullable(),
  attempts: z.int(),
  createdAt: instant,
  /** The earliest time to send an automatic email. */
  dueAt: instant.nullable(),
  sentAt: instant.nullable(),
  /** The name of the person who sent the email, or null if it was sent automatically. */
  by: z.string().nullable(),
});
export type LeadEmail = z.infer<typeof LeadEmail>;

/** Why an email address doesn't get automatic emails, and since when. */
export const MailStop = z.object({ reason: z.enum(mailStopReasons), at: instant });
export type MailStop = z.infer<typeof MailStop>;

/** The number of characters of an email's text that a conversation shows. */
export const longestEmailStart = 240;

/** One of a lead's emails, for the conversation on its page. */
export const ShownEmail = LeadEmail.extend({
  /** The start of the text as one line. It's empty for an automatic email that hasn't been sent. */
  firstWords: z.string(),
});
export type ShownEmail = z.infer<typeof ShownEmail>;

/** `GET /api/leads/{id}/emails`: lists the newest 100 emails, newest first. */
export const LeadEmailList = z.object({
  emails: z.array(ShownEmail),
  /**
   * The email addresses of the lead and its inquiries. The address from the latest inquiry comes
   * first.
   */
  addresses: z.array(z.string()),
  stop: MailStop.nullable(),
  /** False if no mail server is configured. Then all emails wait. */
  isSending: z.boolean(),
});
export type LeadEmailList = z.infer<typeof LeadEmailList>;

/** `POST /api/leads/{id}/emails`: idempotent by `submissionId`. */
export const LeadEmailRequest = z.object({
  submissionId: uuid,
  /** The recipient, which is one of the lead's `addresses`. By default, it's the first one. */
  to: emailAddress.optional(),
  templateId: uuid.optional(),
  subject: requiredLine(templateLimits.subject),
  body: requiredWords(templateLimits.body),
});
export type LeadEmailRequest = z.output<typeof LeadEmailRequest>;

export const LeadEmailAnswer = z.object({ email: LeadEmail, message: z.string() });

/** `GET /api/leads/{id}/emails/{emailId}`: returns the email as it was sent or will be sent. */
export const EmailLayout = z.object({
  subject: z.string(),
  /** The email as HTML. It's empty if it will be rendered when the email is sent. */
  html: z.string(),
  text: z.string(),
  from: z.string(),
  replyTo: z.string(),
  to: z.string(),
});
export type EmailLayout = z.infer<typeof EmailLayout>;

export const MailStopAnswer = z.object({ stop: MailStop.nullable(), message: z.string() });

/** `GET /api/mail`: lists a practice's emails to its leads, newest first. */
export const PracticeMailQuery = z.object({
  state: z.enum(mailStates).optional(),
  cursor: uuid.optional(),
});
export const PracticeMailList = z.object({
  emails: z.array(LeadEmail.extend({ leadName: z.string() })),
  nextCursor: uuid.nullable(),
});
export type PracticeMailList = z.infer<typeof PracticeMailList>;

/** `GET /api/mail/alarm`: counts problems with emails to leads in the last seven days. */
export const MailAlarm = z.object({
  failed: z.int(),
  unknown: z.int(),
  /** The number of emails that are overdue by more than ten minutes. */
  waiting: z.int(),
});
export type MailAlarm = z.infer<typeof MailAlarm>;

/** The token of an unsubscribe link. */
export const UnsubscribeQuery = z.object({ t: z.string().max(200, "too_long") });
export const Unsubscribing = z.object({
  /**
   * The emails that the link is about: a practice's automatic emails to leads, or one of the
   * scheduled emails.
   */
  about: z.enum(["automatic", ...regularMails]),
  /** The name of the sender, which is the practice or, for an owner's Monday email, the agency. */
  practice: z.string(),
  /** The language of the email. */
  language: Language,
  /** The email address in masked form, such as m…@example.com. */
  address: z.string(),
  isStopped: z.boolean(),
});
export type Unsubscribing = z.infer<typeof Unsubscribing>;
