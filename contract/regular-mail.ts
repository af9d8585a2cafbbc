// Scheduled emails with figures for managers and owners, and the switches for these emails.
import { z } from "zod";

/** Last week's figures on Monday, last month's report on the first, and yesterday's figures. */
export const regularMails = ["monday", "month", "yesterday"] as const;
export type RegularMail = (typeof regularMails)[number];

/**
 * `GET /api/clients/me/monday-mail`, and the same for a person's other emails, and for a practice's
 * (owners only).
 */
export const MailSwitch = z.object({
  isOn: z.boolean(),
  /** Whether the email is off at a higher level: for the practice or for all practices. */
  isOffAbove: z.boolean(),
});
export type MailSwitch = z.infer<typeof MailSwitch>;

export const MailSwitchChange = z.object({ isOn: z.boolean("invalid") });
export const MailSwitchAnswer = MailSwitch.extend({ message: z.string() });
