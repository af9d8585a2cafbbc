// Inquiries: each time a lead asks. An inquiry has a clock.
import { z } from "zod";
import { emailAddress, instant, line, requiredLine, uuid, words } from "./fields.ts";
import { personLimits } from "./leads.ts";

/**
 * How much of a form's answers is stored; the rest is cut with a mark. `bytes`: of all answers
 * together, in UTF-8.
 */
export const answerLimits = {
  name: 200,
  characters: 2000,
  values: 20,
  answers: 60,
  bytes: 32 * 1024,
} as const;

/** The click IDs that ad platforms add to a landing page's URL. */
export const clickIds = ["gclid", "gbraid", "wbraid", "fbclid", "msclkid", "ttclid"] as const;
export type ClickId = (typeof clickIds)[number];

/** Which ad an inquiry came from, as its form passed it on. Empty: not stated. */
export const Attribution = z.object({
  source: z.string(),
  medium: z.string(),
  campaign: z.string(),
  term: z.string(),
  content: z.string(),
  clickId: z.object({ name: z.enum(clickIds), value: z.string() }).nullable(),
});
export type Attribution = z.infer<typeof Attribution>;

/** A person as a source delivers them. */
export const IncomingLead = z.object({
  firstName: line(personLimits.name).default(""),
  lastName: line(personLimits.name).default(""),
  email: z.union([emailAddress, z.literal("")]).default(""),
  phone: line(personLimits.phone).default(""),
  answers: z
    .array(
      z.object({
        name: requiredLine(answerLimits.name),
        values: z.array(words(answerLimits.characters)).max(answerLimits.values),
      }),
    )
    .max(answerLimits.answers)
    .default([]),
});
export type IncomingLead = z.infer<typeof IncomingLead>;

/** One inquiry of a lead, with the timestamps of each step until the first call. */
export const Inquiry = z.object({
  _id: uuid,
  /** The name on this inquiry; the lead keeps the first one it had. */
  firstName: z.string(),
  lastName: z.string(),
  /** Empty: not given. */
  email: z.string(),
  /** E.164, or as typed when it is not a valid number. Empty: not given. */
  phone: z.string(),
  source: z.string().nullable(),
  campaign: z.string().nullable(),
  answers: z.array(z.object({ name: z.string(), values: z.array(z.string()) })),
  consent: z.string().nullable(),
  /** The ad, or null if the source didn't name one. */
  attribution: Attribution.nullable(),
  isTest: z.boolean(),
  /**
   * Null if it has no clock of its own (a test, entered by hand, or sent while an older clock was
   * running).
   */
  clockStartedAt: instant.nullable(),
  submittedAt: instant,
  receivedAt: instant,
  alertedAt: instant.nullable(),
  firstSeenAt: instant.nullable(),
  firstCalledAt: instant.nullable(),
  /** True when the first call was logged after the fact. */
  isFirstCallEnteredLater: z.boolean(),
  firstSpokeAt: instant.nullable(),
});
export type Inquiry = z.infer<typeof Inquiry>;
