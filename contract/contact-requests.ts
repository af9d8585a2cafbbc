// What a visitor sends from the two public sites, and how the owner reads it.
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

/** A record whose names are counted before any of its entries is looked at. */
const countedRecord = z.record(z.string(), z.unknown());
const attributionSide = countedRecord
  .refine((fields) => Object.keys(fields).length <= 12, "too_long")
  .pipe(z.record(z.string().max(40), line(300)));

const common = {
  /** The solved challenge; ignored when the captcha is switched off. */
  captcha: z.string().max(8000).optional(),
  /** Made when the form opens: the same again gets the first answer and changes nothing. */
  submissionId: uuid.optional(),
  /** Where the visitor came from, first and last touch, at most 12 short texts each. */
  attribution: z
    .object({ first: attributionSide.optional(), last: attributionSide.optional() })
    .optional(),
  /** The consent sentence that stood beside the form. */
  consent: line(500).optional(),
};

const message = {
  fullName: requiredLine(contactRequestLimits.name),
  email: emailAddress,
  /** Any non-empty text, kept as typed. */
  phone: requiredLine(contactRequestLimits.phone),
  message: requiredWords(contactRequestLimits.message),
  test: z.boolean().default(false),
};

/** The portfolio's contact form. */
export const PersonalMessage = z.object({ ...message, page: z.literal("Personal"), ...common });
/** The marketing site's contact form. */
export const MarketingMessage = z.object({ ...message, page: z.literal("Marketing"), ...common });

/** The free 'Marketing Makeover' presentation. */
export const MakeoverRequest = z.object({
  name: requiredLine(contactRequestLimits.name),
  email: emailAddress,
  makeOver: z.literal(true),
  test: z.boolean().default(false),
  ...common,
});

const answer = countedRecord
  .refine((pair) => Object.keys(pair).length === 1, "invalid")
  .pipe(z.record(line(200), words(contactRequestLimits.answer)));

/** The get-started questionnaire. Its `page` is spelled as the product always spelled it. */
export const Questionnaire = z.object({
  fullName: requiredLine(contactRequestLimits.name),
  email: emailAddress,
  phone: requiredLine(contactRequestLimits.phone),
  page: z.literal("Questionairre"),
  /** Pairs of one question and its answer; the last one is the package selected, or `none`. */
  questions: z.array(answer).max(contactRequestLimits.answers, "too_long"),
  /** The moment that was chosen for the call, for the answer; the owner reads it in `questions`. */
  contactAt: instant.optional(),
  /** The form always sends true; it is a real submission all the same. */
  test: z.boolean().default(true),
  /** True for its first step; the submission with the same `submissionId` replaces it. */
  unfinished: z.literal(true).optional(),
  ...common,
});

export type Questionnaire = z.infer<typeof Questionnaire>;

export const NewContactRequest = z.union([
  PersonalMessage,
  MarketingMessage,
  MakeoverRequest,
  Questionnaire,
]);
export type NewContactRequest = z.infer<typeof NewContactRequest>;

/** What was kept, as its sender may see it. */
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

/** What is sent to a contact request's sender. */
export const NewContactRequestReply = z.object({
  /** Made when the form opens: the same again sends nothing. */
  submissionId: uuid,
  text: requiredWords(contactRequestLimits.message),
});
export type NewContactRequestReply = z.infer<typeof NewContactRequestReply>;

export const contactRequestKinds = ["personal", "marketing", "makeover", "questionnaire"] as const;

/** `new` until somebody answered, `closed` when nothing is left to do, whether answered or not. */
export const contactRequestStates = ["new", "answered", "closed"] as const;
export type ContactRequestState = (typeof contactRequestStates)[number];

/** A reply by e-mail; what became of it says `state`, see the mail log. */
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
  /** Null: only the first step of the questionnaire arrived. */
  finishedAt: instant.nullable(),
  answeredAt: instant.nullable(),
  closedAt: instant.nullable(),
});
export type ContactRequest = z.infer<typeof ContactRequest>;

/** How a list is paged: `cursor` is the last answer's `nextCursor`. */
export const ContactRequestQuery = z.object({
  cursor: uuid.optional(),
  state: z.enum(contactRequestStates, "invalid").optional(),
});
export type ContactRequestQuery = z.infer<typeof ContactRequestQuery>;
export const ContactRequestList = z.object({
  contactRequests: z.array(ContactRequest),
  /** Of those asked for. */
  total: z.int(),
  /** Of all, by state. */
  counts: z.object({ new: z.int(), answered: z.int(), closed: z.int() }),
  nextCursor: uuid.nullable(),
});
export type ContactRequestList = z.infer<typeof ContactRequestList>;
