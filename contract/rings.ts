// "Connect call": a practice's own phones ring for a new lead, and a key connects them.
import { z } from "zod";
import { requiredLine, uuid } from "./fields.ts";

/**
 * Why the provider doesn't call a practice's phone. `blocked`: the account or the number is
 * blocked.
 */
export const officePhoneProblems = ["number", "country", "blocked"] as const;

/** The most phones of a practice that can ring. */
export const maxOfficePhones = 6;

/** `POST /api/office-phones` */
export const NewOfficePhone = z.object({
  /** The practice's name for it, such as "Front desk". */
  name: requiredLine(40),
  phone: requiredLine(40),
});
export type NewOfficePhone = z.infer<typeof NewOfficePhone>;

/** `PUT /api/office-phones/order`: the phones, in the order in which they ring. */
export const OfficePhoneOrder = z.object({ phoneIds: z.array(uuid).max(maxOfficePhones) });

/** `GET /api/office-phones` */
export const OfficePhones = z.object({
  /** Whether a voice provider is configured. If not, no screen mentions these phones. */
  hasCalls: z.boolean(),
  /** In the order in which they ring. */
  phones: z.array(
    z.object({
      _id: uuid,
      name: z.string(),
      /** E.164. */
      phone: z.string(),
      /** Whether its code was entered. Only confirmed phones ring. */
      isConfirmed: z.boolean(),
      problem: z.enum(officePhoneProblems).nullable(),
    }),
  ),
});
export type OfficePhones = z.infer<typeof OfficePhones>;

/** The response to every change: all current phones. */
export const OfficePhonesChanged = z.object({ office: OfficePhones, message: z.string() });
