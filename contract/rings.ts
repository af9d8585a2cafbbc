// "Connect call": a practice's own phones ring for a new lead, and a key connects them.
import { z } from "zod";
import { instant, requiredLine, uuid } from "./fields.ts";

/**
 * Why the provider doesn't call a practice's phone. `blocked`: the account or the number is
 * blocked.
 */
export const officePhoneProblems = ["number", "country", "blocked"] as const;

/** The most phones of a practice that can ring. */
export const maxOfficePhones = 6;

/**
 * What a lead's ring does now. `ringing`: one of the practice's phones rings, or asks for a key.
 * `connecting`: a key was pressed, and the provider hasn't reported yet that the lead's line is being
 * dialed; only that counts as a call. `calling`: it has, and the line is ringing or open.
 */
export const LeadRing = z.object({
  step: z.enum(["ringing", "connecting", "calling"]),
  /** The practice's name of the phone. */
  phoneName: z.string(),
  /** When the phone was called, or from `connecting` on the moment of the key. */
  since: instant,
});
export type LeadRing = z.infer<typeof LeadRing>;

/** `POST /api/office-phones` */
export const NewOfficePhone = z.object({
  /** The practice's name for it, such as "Front desk". */
  name: requiredLine(40),
  phone: requiredLine(40),
});
export type NewOfficePhone = z.infer<typeof NewOfficePhone>;

/** `PUT /api/office-phones/order`: the phones, in the order in which they ring. */
export const OfficePhoneOrder = z.object({ phoneIds: z.array(uuid).max(maxOfficePhones) });

/** How long a person at the screen may be first. */
export const maxRingDelaySeconds = 120;

/** `PUT /api/office-phones/ringing`: whether the phones ring for new leads, and after how long. */
export const Ringing = z.object({
  isOn: z.boolean(),
  delaySeconds: z.int().min(0).max(maxRingDelaySeconds),
});
export type Ringing = z.infer<typeof Ringing>;

/** `GET /api/office-phones` */
export const OfficePhones = z.object({
  /** Whether a voice provider is configured. If not, no screen mentions these phones. */
  hasCalls: z.boolean(),
  /** The practice's own number in E.164, which leads see; null: the agency hasn't set it up yet. */
  number: z.string().nullable(),
  ringing: Ringing,
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

/** The phones of a practice as the owner sees them: `PracticeDetail`. */
export const PracticeRings = z.object({
  hasCalls: z.boolean(),
  /** The URLs to enter at the provider for the number's incoming calls and texts. */
  urls: z.object({ calls: z.string(), texts: z.string() }),
  /** E.164. */
  phoneNumber: z.string().nullable(),
  confirmedPhones: z.int(),
  isOn: z.boolean(),
});
export type PracticeRings = z.infer<typeof PracticeRings>;

/** How many months of a practice's use the owner sees, including the current one. */
export const usageMonths = 3;

/**
 * What a practice used of the voice and text provider in one month of its time zone. The provider's
 * prices aren't stored, so its bill decides what it cost.
 */
export const PhoneUsage = z.object({
  /** Such as "2026-03". */
  month: z.string(),
  /**
   * The minutes of the rings' lines, the phone's and the lead's. Each line's last minute counts in
   * full, as providers bill it.
   */
  minutes: z.int(),
  /** The segments of texts with leads, in both directions. */
  segments: z.int(),
});
export type PhoneUsage = z.infer<typeof PhoneUsage>;

/**
 * `PUT /api/admin/clients/{id}/phone-number`: a US number, as typed; null removes it, and its phones
 * stop ringing. 422 `number_taken` if another practice has it.
 */
export const PracticeNumber = z.object({ phoneNumber: requiredLine(40).nullable() });
export type PracticeNumber = z.infer<typeof PracticeNumber>;

export const PracticeNumberChanged = z.object({ rings: PracticeRings, message: z.string() });

/** The response to every change: all current phones. */
export const OfficePhonesChanged = z.object({ office: OfficePhones, message: z.string() });
