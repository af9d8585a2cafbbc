// The mail log.
import { z } from "zod";
import { instant, uuid } from "./fields.ts";

/**
 * `queued`: waiting for its job. `sending`: being handed to the mail server. `sent`: taken by it.
 * `failed`: refused for good. `unknown`: nobody can tell whether it left; resent only by hand.
 */
export const mailStates = ["queued", "sending", "sent", "failed", "unknown"] as const;
export type MailState = (typeof mailStates)[number];

/** What a mail may carry; made when it is sent. */
export const mailAttachments = ["makeover-presentation"] as const;
export type MailAttachment = (typeof mailAttachments)[number];

export const Mail = z.object({
  _id: uuid,
  kind: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  attachment: z.enum(mailAttachments).nullable(),
  state: z.enum(mailStates),
  attempts: z.int(),
  problem: z.string().nullable(),
  createdAt: instant,
  sentAt: instant.nullable(),
});
export type Mail = z.infer<typeof Mail>;

export const MailQuery = z.object({ cursor: uuid.optional() });
export const MailList = z.object({
  mails: z.array(Mail),
  total: z.int(),
  nextCursor: uuid.nullable(),
  /** False: no mail server is configured, and everything waits in the outbox. */
  isSending: z.boolean(),
});
export type MailList = z.infer<typeof MailList>;
