// Messages from visitors of the two public sites, and how the owner reads them.
import { z } from "zod";
import { emailAddress, instant, line, requiredLine, requiredWords, uuid, words } from "./fields.ts";
import { mailStates } from "./mail.ts";

export const contactRequestLimits = {
  name: 120,
  phone: 40,
  message: 5000,
  answers: 20,
  answer: 1000,
} as const;

const touch = z.record(z.string(), z.string());

/** The number of keys is checked before any value is validated. */
const countedRecord = z.record(z.string(), z.unknown());
const attributionSide = countedRecord
  .refine((fields) => Object.keys(fields).length <= 12, "too_long")
  .pipe(z.record(z.string().max(40), line(300)));

const common = {
  /** The solved challenge; ignored when the captcha is off. */
  captcha: z.string().max(8000).optional(),
  /** Generated when the form opens. Makes the submission idempotent. */
  submissionId: uuid.optional(),
  /** Where the visitor came from, first and last touch, at most 12 short texts each. */
  attribution: z
    .object({ first: attributionSide.optional(), last: attributionSide.optional() })
    .optional(),
  /** The consent sentence shown next to the form. */
  consent: line(500).optional(),
};

const message = {
  fullName: requiredLine(contactRequestLimits.name),
  email: emailAddress,
  /** Any non-empty text, stored as typed. */
  phone: requiredLine(contactRequestLimits.phone),
  message: requiredWords(contactRequestLimits.message),
  test: z.boolean().default(false),
};

/** The portfolio's contact form. */
export const PersonalMessage = z.object({ ...message, page: z.literal("Personal"), ...common });
/** The marketing site's contact form. */
export const MarketingMessage = z.object({ ...message, page: z.literal("Marketing"), ...common });

/** An enum whose refusal does not read as another kind of request: those differ by their literals. */
const oneOf = <Choice extends string>(choices: readonly Choice[]) =>
  z.string().refine((text): text is Choice => choices.some((one) => one === text), "invalid");

/** What the makeover presentation is made for. Each is optional; unknown values are refused. */
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
  /** What bothers the practice most. */
  worry: oneOf(makeoverWorries).optional(),
  /** How soon it calls web inquiries back. */
  delay: oneOf(makeoverDelays).optional(),
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
  /** Pairs of question and answer; the last one is the selected package, or `none`. */
  questions: z.array(answer).max(contactRequestLimits.answers, "too_long"),
  /** The chosen time of the call, for the confirmation email. The owner reads it in `questions`. */
  contactAt: instant.optional(),
  /** The form always sends true; it is a real submission anyway. */
  test: z.boolean().default(true),
  /**
   * True for the form's first step; the final submission with the same `submissionId` replaces it.
   */
  unfinished: z.literal(true).optional(),
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

/** What was stored, as the sender may see it. */
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

/** The owner's reply to a contact request. */
export const NewContactRequestReply = z.object({
  /** Generated when the form opens. Makes sending idempotent. */
  submissionId: uuid,
  text: requiredWords(contactRequestLimits.message),
});
export type NewContactRequestReply = z.infer<typeof NewContactRequestReply>;

export const contactRequestKinds = ["personal", "marketing", "makeover", "questionnaire"] as const;

/** `new` until answered; `closed` when nothing is left to do, answered or not. */
export const contactRequestStates = ["new", "answered", "closed"] as const;
export type ContactRequestState = (typeof contactRequestStates)[number];

/** A reply by email; `state` is its delivery state, see the mail log. */
export const ContactRequestReply = z.object({
  _id: uuid,
  text: z.string(),
  state: z.enum(mailStates),
  createdAt: instant,
});

/** A contact request as the owner sees it. */
export const ContactRequest = z.object({
  _id: uuid,
  kind: z.enum(contactRequestKinds),
  fullName: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  message: z.string().nullable(),
  questions: z.array(z.record(z.string(), z.string())),
  attribution: z.object({ first: touch.optional(), last: touch.optional() }).nullable(),
  state: z.enum(contactRequestStates),
  replies: z.array(ContactRequestReply),
  receivedAt: instant,
  /** Null: only the first step of the questionnaire was submitted. */
  finishedAt: instant.nullable(),
  answeredAt: instant.nullable(),
  closedAt: instant.nullable(),
});
export type ContactRequest = z.infer<typeof ContactRequest>;

/** Pagination: `cursor` is the last answer's `nextCursor`. */
export const ContactRequestQuery = z.object({
  cursor: uuid.optional(),
  state: z.enum(contactRequestStates, "invalid").optional(),
});
export type ContactRequestQuery = z.infer<typeof ContactRequestQuery>;
/** `GET /api/admin/contact-requests/export.csv` */
export const ContactRequestExportQuery = ContactRequestQuery.pick({ state: true });
export type ContactRequestExportQuery = z.infer<typeof ContactRequestExportQuery>;

export const ContactRequestList = z.object({
  contactRequests: z.array(ContactRequest),
  /** The number of matches. */
  total: z.int(),
  /** The number of all contact requests, by state. */
  counts: z.object({ new: z.int(), answered: z.int(), closed: z.int() }),
  nextCursor: uuid.nullable(),
});
export type ContactRequestList = z.infer<typeof ContactRequestList>;
