// What a visitor sends from the two public sites, and how the owner reads it.
import { z } from "zod";
import { emailAddress, instant, line, requiredLine, requiredWords, uuid, words } from "./fields.ts";

export const inquiryLimits = {
  name: 120,
  phone: 40,
  message: 5000,
  answers: 20,
  answer: 1000,
} as const;

const attributionSide = z
  .record(z.string().max(40), line(300))
  .refine((fields) => Object.keys(fields).length <= 12, "too_long");

const common = {
  /** The solved challenge; ignored when the captcha is switched off. */
  captcha: z.string().max(4000).optional(),
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
  fullName: requiredLine(inquiryLimits.name),
  email: emailAddress,
  /** Any non-empty text, kept as typed. */
  phone: requiredLine(inquiryLimits.phone),
  message: requiredWords(inquiryLimits.message),
  test: z.boolean().default(false),
};

/** The portfolio's contact form. */
export const PersonalMessage = z.object({ ...message, page: z.literal("Personal"), ...common });
/** The marketing site's contact form. */
export const MarketingMessage = z.object({ ...message, page: z.literal("Marketing"), ...common });

/** The free 'Marketing Makeover' presentation. */
export const MakeoverRequest = z.object({
  name: requiredLine(inquiryLimits.name),
  email: emailAddress,
  makeOver: z.literal(true),
  test: z.boolean().default(false),
  ...common,
});

const answer = z
  .record(line(200), words(inquiryLimits.answer))
  .refine((pair) => Object.keys(pair).length === 1, "invalid");

/** The get-started questionnaire. Its `page` is spelled as the product always spelled it. */
export const Questionnaire = z.object({
  fullName: requiredLine(inquiryLimits.name),
  email: emailAddress,
  phone: requiredLine(inquiryLimits.phone),
  page: z.literal("Questionairre"),
  /** Pairs of one question and its answer; the last one is the package selected, or `none`. */
  questions: z.array(answer).max(inquiryLimits.answers, "too_long"),
  /** The form always sends true; it is a real submission all the same. */
  test: z.boolean().default(true),
  /** True for its first step; the submission with the same `submissionId` replaces it. */
  unfinished: z.literal(true).optional(),
  ...common,
});

export type Questionnaire = z.infer<typeof Questionnaire>;

export const ContactRequest = z.union([
  PersonalMessage,
  MarketingMessage,
  MakeoverRequest,
  Questionnaire,
]);
export type ContactRequest = z.infer<typeof ContactRequest>;

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

export const inquiryKinds = ["personal", "marketing", "makeover", "questionnaire"] as const;

/** An inquiry as the owner sees it. */
export const Inquiry = z.object({
  _id: uuid,
  kind: z.enum(inquiryKinds),
  fullName: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  message: z.string().nullable(),
  questions: z.array(z.record(z.string(), z.string())),
  receivedAt: instant,
  /** Null: only the first step of the questionnaire arrived. */
  finishedAt: instant.nullable(),
});
export type Inquiry = z.infer<typeof Inquiry>;

/** How a list is paged: `cursor` is the last answer's `nextCursor`. */
export const InquiryQuery = z.object({ cursor: uuid.optional() });
export const InquiryList = z.object({
  inquiries: z.array(Inquiry),
  total: z.int(),
  nextCursor: uuid.nullable(),
});
export type InquiryList = z.infer<typeof InquiryList>;
