// Messages from visitors of the two public sites. What the owner does with them is in
// contact-request-work.ts, so that these sites don't download it.
import { z } from "zod";
import { emailAddress, instant, line, requiredLine, requiredWords, uuid, words } from "./fields.ts";

export const contactRequestLimits = {
  name: 120,
  phone: 40,
  message: 5000,
  answers: 20,
  answer: 1000,
  note: 2000,
  nextStep: 120,
} as const;

/** A record of any values. Its keys are counted before any value is validated. */
const countedRecord = z.record(z.string(), z.unknown());
const attributionSide = countedRecord
  .refine((fields) => Object.keys(fields).length <= 12, "too_long")
  .pipe(z.record(z.string().max(40), line(300)));

const common = {
  /** The solution of the captcha. It's ignored if the captcha is off. */
  captcha: z.string().max(8000).optional(),
  /** Generated when the form opens, so that the submission is idempotent. */
  submissionId: uuid.optional(),
  /**
   * Where the visitor came from at the first and at the last visit. Each has at most 12 short
   * texts.
   */
  attribution: z
    .object({ first: attributionSide.optional(), last: attributionSide.optional() })
    .optional(),
  /** The consent sentence shown next to the form. */
  consent: line(500).optional(),
};

/** The choice of a language in the marketing site's English forms. */
const languageChoice = {
  /** Whether the visitor prefers an answer in Spanish. The request then counts as a Spanish one. */
  prefersSpanish: z.boolean().optional(),
};

const message = {
  fullName: requiredLine(contactRequestLimits.name),
  email: emailAddress,
  /** The phone number, which can be any non-empty text and is stored as typed. */
  phone: requiredLine(contactRequestLimits.phone),
  message: requiredWords(contactRequestLimits.message),
  test: z.boolean().default(false),
};

/** The portfolio's contact form. */
export const PersonalMessage = z.object({ ...message, page: z.literal("Personal"), ...common });
/** The marketing site's contact form. */
export const MarketingMessage = z.object({
  ...message,
  page: z.literal("Marketing"),
  ...languageChoice,
  ...common,
});

/**
 * An enum whose schema has no literals, because an invalid value must not make the request look
 * like another kind.
 */
const oneOf = <Choice extends string>(choices: readonly Choice[]) =>
  z.string().refine((text): text is Choice => choices.some((one) => one === text), "invalid");

/**
 * The kinds of practices that the makeover presentation can be for. All fields are optional, and
 * unknown values are rejected.
 */
export const makeoverSpecialties = [
  "dentist",
  "orthodontist",
  "chiropractor",
  "doctor",
  "other",
] as const;
export const makeoverWorries = ["boosted", "waiting", "map", "results", "website"] as const;
export const makeoverDelays = ["minutes", "hour", "sameDay", "nextDay"] as const;

export type MakeoverSpecialty = (typeof makeoverSpecialties)[number];
export type MakeoverWorry = (typeof makeoverWorries)[number];
export type MakeoverDelay = (typeof makeoverDelays)[number];

/** The free 'Marketing Makeover' presentation. */
export const MakeoverRequest = z.object({
  name: requiredLine(contactRequestLimits.name),
  email: emailAddress,
  makeOver: z.literal(true),
  test: z.boolean().default(false),
  /** The practice's name. */
  practice: line(contactRequestLimits.name).optional(),
  city: line(contactRequestLimits.name).optional(),
  specialty: oneOf(makeoverSpecialties).optional(),
  /** What worries the practice most. */
  worry: oneOf(makeoverWorries).optional(),
  /** How soon the practice calls web inquiries back. */
  delay: oneOf(makeoverDelays).optional(),
  ...languageChoice,
  ...common,
});

const answer = countedRecord
  .refine((pair) => Object.keys(pair).length === 1, "invalid")
  .pipe(z.record(line(200), words(contactRequestLimits.answer)));

/** The get-started questionnaire. Its `page` keeps the old product's spelling. */
export const Questionnaire = z.object({
  fullName: requiredLine(contactRequestLimits.name),
  email: emailAddress,
  phone: requiredLine(contactRequestLimits.phone),
  page: z.literal("Questionairre"),
  /** The questions with their answers. The last one is the chosen package or `none`. */
  questions: z.array(answer).max(contactRequestLimits.answers, "too_long"),
  /**
   * The requested time for a call, for the confirmation email. The owner reads the time in
   * `questions`.
   */
  contactAt: instant.optional(),
  /**
   * The free slot (`GET /api/call-slots`) to book. If it's no longer free, the response is 409 with
   * an error for `slot`, and the data is stored as unfinished until the same `submissionId` is sent
   * again with a different slot or without one.
   */
  slot: instant.optional(),
  /** The visitor's IANA time zone, in which the confirmation states the slot's time. */
  timeZone: line(80).optional(),
  /** The form always sends true, although it's a real submission. */
  test: z.boolean().default(true),
  /**
   * True for the form's first step. The final submission has the same `submissionId` and replaces
   * it.
   */
  unfinished: z.literal(true).optional(),
  ...languageChoice,
  ...common,
});

export type Questionnaire = z.infer<typeof Questionnaire>;
export type MakeoverRequest = z.infer<typeof MakeoverRequest>;

export const NewContactRequest = z.union([
  PersonalMessage,
  MarketingMessage,
  MakeoverRequest,
  Questionnaire,
]);
export type NewContactRequest = z.infer<typeof NewContactRequest>;

/** The stored data, as far as the sender may see it. */
export const Contact = z.object({
  _id: uuid,
  fullName: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  message: z.string().nullable(),
  page: z.enum(["Personal", "Marketing", "Questionairre"]),
  makeOver: z.boolean(),
  test: z.boolean(),
});
export type Contact = z.infer<typeof Contact>;

export const ContactAnswer = z.object({ contact: Contact, message: z.string() });
export type ContactAnswer = z.infer<typeof ContactAnswer>;
