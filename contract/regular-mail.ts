// Scheduled emails with figures for managers and owners, and the switches that turn them off.
import { z } from "zod";

/**
 * `monday`: last week's figures. `month`: last month's report, on the first. `yesterday`:
 * yesterday's figures.
 */
export const regularMails = ["monday", "month", "yesterday"] as const;
export type RegularMail = (typeof regularMails)[number];

/**
 * `GET /api/clients/me/monday-mail`. The same switches exist for a person's other emails and, for
 * owners only, for a practice's emails.
 */
export const MailSwitch = z.object({
  isOn: z.boolean(),
  /** Whether the email is turned off at a higher level, which is the practice or all practices. */
  isOffAbove: z.boolean(),
});
export type MailSwitch = z.infer<typeof MailSwitch>;

export const MailSwitchChange = z.object({ isOn: z.boolean("invalid") });
export const MailSwitchAnswer = MailSwitch.extend({ message: z.string() });
