// The switches of the Monday email.
import { z } from "zod";

/** `GET /api/clients/me/monday-mail`, and the same of an owner, and of a practice for the owner. */
export const MondayMail = z.object({
  isOn: z.boolean(),
  /** It is off anyway: for the practice, or for all practices. */
  isOffAbove: z.boolean(),
});
export type MondayMail = z.infer<typeof MondayMail>;

export const MondayMailChange = z.object({ isOn: z.boolean("invalid") });
export const MondayMailAnswer = MondayMail.extend({ message: z.string() });
