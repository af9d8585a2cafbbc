// The emails with numbers that managers and owners get on a schedule, and their switches.
import { z } from "zod";

/** Last week's numbers on Monday, last month's report on the first, and yesterday's numbers. */
export const regularMails = ["monday", "month", "yesterday"] as const;
export type RegularMail = (typeof regularMails)[number];

/** `GET /api/clients/me/monday-mail`, and the others of a person, and of a practice for the owner. */
export const MailSwitch = z.object({
  isOn: z.boolean(),
  /** Whether the email is off anyway: for the practice, or for all practices. */
  isOffAbove: z.boolean(),
});
export type MailSwitch = z.infer<typeof MailSwitch>;

export const MailSwitchChange = z.object({ isOn: z.boolean("invalid") });
export const MailSwitchAnswer = MailSwitch.extend({ message: z.string() });
