// A practice's templates: notes, emails, texts, and automatic emails.
import { z } from "zod";
import { emailAddress, instant, line, requiredLine, requiredWords, uuid } from "./fields.ts";
import { Language } from "./languages.ts";
import { maxTextLength } from "./texts.ts";

/**
 * `note`: for the notes about a lead. `email`, `text`: sent by hand. `auto`: an email that is sent
 * after an inquiry.
 */
export const templateKinds = ["note", "email", "text", "auto"] as const;
export const TemplateKind = z.enum(templateKinds);
export type TemplateKind = z.infer<typeof TemplateKind>;

/**
 * Which inquiries an automatic email answers: all, or only those received while the practice was
 * open, or while it was closed.
 */
export const receivedWhileValues = ["any", "open", "closed"] as const;
const receivedWhile = z.enum(receivedWhileValues, "invalid");
export type ReceivedWhile = z.infer<typeof receivedWhile>;

export const templateLimits = {
  /** The maximum number of templates of each kind per practice. */
  perKind: 200,
  title: 120,
  subject: 200,
  note: 5000,
  text: maxTextLength,
  /**
   * The maximum length of rich text, including its markup. Gmail clips emails of more than 102 KB.
   */
  body: 40_000,
  /**
   * The maximum number of tags in the body. Preparing thousands of elements blocks the process for
   * a tenth of a second.
   */
  tags: 3000,
  /** The longest delay, which is a week. */
  delayMinutes: 7 * 24 * 60,
  campaigns: 100,
} as const;

/** The merge fields, which are used as in `{{ lead.firstName | default: "there" }}`. */
export const mergeFields = [
  "lead.firstName",
  "lead.lastName",
  "lead.fullName",
  "lead.email",
  "lead.phone",
  "lead.campaign",
  "practice.name",
  "practice.phone",
  "practice.address",
  "practice.email",
] as const;
export type MergeField = (typeof mergeFields)[number];

/** The filters that can be applied to a merge field. */
export const mergeFilters = ["default", "capitalize", "upcase", "downcase"] as const;

/** Rich text from an editor, which the server sanitizes. */
const body = requiredWords(templateLimits.body);
const title = requiredLine(templateLimits.title);
const subject = requiredLine(templateLimits.subject);
/** The language of an email or a text. */
const language = Language.default("en");

const note = z.object({
  kind: z.literal("note"),
  title,
  body: requiredWords(templateLimits.note),
});
const email = z.object({ kind: z.literal("email"), title, subject, body, language });
const text = z.object({
  kind: z.literal("text"),
  title,
  /** Plain text with merge fields. */
  body: requiredWords(templateLimits.text),
  language,
});
const auto = z.object({
  kind: z.literal("auto"),
  title,
  subject,
  body,
  /**
   * The language. A Spanish automatic email goes only to leads who speak Spanish, and replaces the
   * English ones.
   */
  language,
  isActive: z.boolean("invalid").default(false),
  /** The delay in minutes after the inquiry was received. */
  delayMinutes: z
    .int("invalid")
    .min(0, "invalid")
    .max(templateLimits.delayMinutes, "invalid")
    .default(0),
  /** Whether the email waits until the practice opens if it's due while the practice is closed. */
  isInOpenHoursOnly: z.boolean("invalid").default(false),
  /**
   * By the business hours when the inquiry was received. With one email for `open` and one for
   * `closed`, each inquiry gets one of the two.
   */
  receivedWhile: receivedWhile.default("any"),
  /**
   * The campaigns whose leads get the email. If it's empty, all leads get it, even those without a
   * campaign.
   */
  campaigns: z.array(uuid).max(templateLimits.campaigns, "too_long").default([]),
});

/** The fields that people can enter in a template, by its kind. */
export const templateShapes = { note, email, text, auto } as const;

/** `POST /api/templates` */
export const TemplateInput = z.discriminatedUnion("kind", [note, email, text, auto]);
export type TemplateInput = z.output<typeof TemplateInput>;

/**
 * The `changedAt` that was read. If the template has changed since then, nothing is saved and the
 * response is 409 `stale`. If it's omitted, the change is always saved.
 */
const readVersion = { changedAt: instant.optional() };

/** `PUT /api/templates/{id}`: replaces the whole template. */
export const TemplateChange = z.discriminatedUnion("kind", [
  note.extend(readVersion),
  email.extend(readVersion),
  text.extend(readVersion),
  auto.extend(readVersion),
]);
export type TemplateChange = z.output<typeof TemplateChange>;

/** A template's text, language and times. An update of a set replaces only these. */
export const TemplateWords = z.object({
  /** The subject, which is empty unless it's an email. */
  subject: z.string(),
  /** Plain text for a note or a text, or else sanitized HTML. */
  body: z.string(),
  /** The language, which is always English for a note. */
  language: Language,
  delayMinutes: z.int(),
  isInOpenHoursOnly: z.boolean(),
  receivedWhile,
});
export type TemplateWords = z.infer<typeof TemplateWords>;

/**
 * The words that an update replaced, and when. `setVersion` is the version that the words came
 * from.
 */
export type EarlierTemplate = StoredWords & { setVersion: number; replacedAt: string };

type LaterWord = "language" | "receivedWhile";
/**
 * The words as a document stores them. A value is missing if the words are from before templates
 * had it.
 */
export type StoredWords = Omit<TemplateWords, LaterWord> & Partial<Pick<TemplateWords, LaterWord>>;

export const Template = TemplateWords.extend({
  _id: uuid,
  kind: TemplateKind,
  title: z.string(),
  isActive: z.boolean(),
  campaigns: z.array(uuid),
  /** When the template was last changed. Send it back with the next change. */
  changedAt: instant,
  /** The words that an update of the set replaced, and when. Null if there are none. */
  earlier: TemplateWords.extend({ replacedAt: instant }).nullable(),
});
export type Template = z.infer<typeof Template>;

/** `GET /api/templates`: filters by kind, and by title or subject. */
export const TemplateQuery = z.object({
  kind: TemplateKind.optional(),
  search: line(100).optional(),
});
export type TemplateQuery = z.infer<typeof TemplateQuery>;

/** All templates, sorted by title. A practice has at most `templateLimits.perKind` of each kind. */
export const TemplateList = z.object({
  templates: z.array(Template),
  /** The campaigns to which an automatic email can be limited. */
  campaigns: z.array(z.object({ _id: uuid, name: z.string() })),
});
export type TemplateList = z.infer<typeof TemplateList>;

export const TemplateAnswer = z.object({ template: Template, message: z.string() });

/**
 * `POST /api/templates/{id}/earlier`: swaps the current words with the ones that an update
 * replaced. Returns 409 `stale` if the template has changed since `changedAt`.
 */
export const EarlierRequest = z.object({ changedAt: instant });

/** `POST /api/templates/starters`. Note templates are available only in English. */
export const StarterRequest = z.object({ kind: TemplateKind, language });
export const StarterAnswer = z.object({ templates: z.array(Template), message: z.string() });

/**
 * `POST /api/templates/test-sends`: sends what a lead would read. If there is no `leadId`, the lead
 * is made up.
 */
export const TestRequest = z.object({
  kind: z.enum(["email", "auto"]),
  subject,
  body,
  language,
  leadId: uuid.optional(),
});
export type TestRequest = z.output<typeof TestRequest>;

/** `POST /api/templates/previews`. `to` is one of the lead's email addresses, as when sending. */
export const PreviewRequest = TestRequest.extend({ to: emailAddress.optional() });
export type PreviewRequest = z.output<typeof PreviewRequest>;

export const Preview = z.object({
  subject: z.string(),
  /** A complete HTML document for a frame that doesn't run scripts. */
  html: z.string(),
  text: z.string(),
  from: z.string(),
  replyTo: z.string(),
  to: z.string(),
});
export type Preview = z.infer<typeof Preview>;
