// Inquiries. Each time a lead asks, there is a new inquiry, which can have a clock.
import { z } from "zod";
import { emailAddress, instant, line, requiredLine, uuid, words } from "./fields.ts";
import { personLimits } from "./leads.ts";

/**
 * How much of a form's answers is stored. The rest is cut off, and the cut is marked. `bytes` is
 * the limit for all answers together, in UTF-8.
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

/**
 * The ad that an inquiry came from, as reported by its form. Values that weren't reported are
 * empty.
 */
export const Attribution = z.object({
  source: z.string(),
  medium: z.string(),
  campaign: z.string(),
  term: z.string(),
  content: z.string(),
  clickId: z.object({ name: z.enum(clickIds), value: z.string() }).nullable(),
});
export type Attribution = z.infer<typeof Attribution>;

/** A person's data as a source delivers it. */
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

/** One inquiry of a lead, with the time of each step until the first call. */
export const Inquiry = z.object({
  _id: uuid,
  /** The name on this inquiry. The lead keeps the name from its first inquiry. */
  firstName: z.string(),
  lastName: z.string(),
  /** The email address, which is empty if it wasn't given. */
  email: z.string(),
  /** The phone number in E.164, or as typed if it isn't valid. It's empty if it wasn't given. */
  phone: z.string(),
  source: z.string().nullable(),
  campaign: z.string().nullable(),
  answers: z.array(z.object({ name: z.string(), values: z.array(z.string()) })),
  consent: z.string().nullable(),
  /** The ad that the inquiry came from, or null if the source didn't report one. */
  attribution: Attribution.nullable(),
  isTest: z.boolean(),
  /**
   * When the inquiry's own clock started. Null if it has none, because it's a test, was entered by
   * hand, or was sent while an earlier clock was running.
   */
  clockStartedAt: instant.nullable(),
  submittedAt: instant,
  receivedAt: instant,
  alertedAt: instant.nullable(),
  firstSeenAt: instant.nullable(),
  firstCalledAt: instant.nullable(),
  /** True if the first call was logged after the fact. */
  isFirstCallEnteredLater: z.boolean(),
  firstSpokeAt: instant.nullable(),
});
export type Inquiry = z.infer<typeof Inquiry>;
