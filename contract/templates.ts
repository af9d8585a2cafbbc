// A practice's templates: notes, emails, and automatic emails.
import { z } from "zod";
import { emailAddress, instant, line, requiredLine, requiredWords, uuid } from "./fields.ts";
import { Language } from "./languages.ts";

/** `note`: text for a lead's notes. `email`: sent by hand. `auto`: sent after an inquiry. */
export const templateKinds = ["note", "email", "auto"] as const;
export const TemplateKind = z.enum(templateKinds);
export type TemplateKind = z.infer<typeof TemplateKind>;

export const templateLimits = {
  /** The most templates of one kind per practice. */
  perKind: 200,
  title: 120,
  subject: 200,
  note: 5000,
  /** Rich text including its markup. Gmail clips emails of more than 102 KB. */
  body: 40_000,
  /**
   * The most tags in the body. Preparing thousands of elements blocks the process for a tenth of a
   * second.
   */
  tags: 3000,
  /** One week. */
  delayMinutes: 7 * 24 * 60,
  campaigns: 100,
} as const;

/** The merge fields: `{{ lead.firstName | default: "there" }}`. */
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

/** Filters that can be applied to a merge field. */
export const mergeFilters = ["default", "capitalize", "upcase", "downcase"] as const;

/** Rich text from an editor, which the server sanitizes. */
const body = requiredWords(templateLimits.body);
const title = requiredLine(templateLimits.title);
const subject = requiredLine(templateLimits.subject);
/** The language of an email. */
const language = Language.default("en");

const note = z.object({
  kind: z.literal("note"),
  title,
  body: requiredWords(templateLimits.note),
});
const email = z.object({ kind: z.literal("email"), title, subject, body, language });
const auto = z.object({
  kind: z.literal("auto"),
  title,
  subject,
  body,
  /**
   * A Spanish automatic email goes only to leads who speak Spanish, instead of the English ones.
   */
  language,
  isActive: z.boolean("invalid").default(false),
  /** Minutes after the inquiry was received. */
  delayMinutes: z
    .int("invalid")
    .min(0, "invalid")
    .max(templateLimits.delayMinutes, "invalid")
    .default(0),
  isInOpenHoursOnly: z.boolean("invalid").default(false),
  /** The campaigns whose leads get it. Empty means all leads, even those without a campaign. */
  campaigns: z.array(uuid).max(templateLimits.campaigns, "too_long").default([]),
});

/** What people can enter in a template, by kind. */
export const templateShapes = { note, email, auto } as const;

/** `POST /api/templates` */
export const TemplateInput = z.discriminatedUnion("kind", [note, email, auto]);
export type TemplateInput = z.output<typeof TemplateInput>;

/**
 * The `changedAt` that was read. If the template has changed since, nothing is saved and the
 * response is 409 `stale`. If omitted, the change is always saved.
 */
const readVersion = { changedAt: instant.optional() };

/** `PUT /api/templates/{id}`: replaces the whole template. */
export const TemplateChange = z.discriminatedUnion("kind", [
  note.extend(readVersion),
  email.extend(readVersion),
  auto.extend(readVersion),
]);
export type TemplateChange = z.output<typeof TemplateChange>;

/** A template's text, language and delay. An update of a set replaces only these. */
export const TemplateWords = z.object({
  /** Empty for a note. */
  subject: z.string(),
  /** A note's text, or else sanitized HTML. */
  body: z.string(),
  /** Always English for a note. */
  language: Language,
  delayMinutes: z.int(),
  isInOpenHoursOnly: z.boolean(),
});
export type TemplateWords = z.infer<typeof TemplateWords>;

/** The words that an update replaced, and when. `setVersion` is the version they came from. */
export type EarlierTemplate = StoredWords & { setVersion: number; replacedAt: string };

/** The words as stored in a document. Words from before templates had a language don't have one. */
export type StoredWords = Omit<TemplateWords, "language"> & { language?: Language };

export const Template = TemplateWords.extend({
  _id: uuid,
  kind: TemplateKind,
  title: z.string(),
  isActive: z.boolean(),
  campaigns: z.array(uuid),
  /** Time of the last change. Send it back with the next change. */
  changedAt: instant,
  /** The words that an update of its set replaced and when, or null if there are none. */
  earlier: TemplateWords.extend({ replacedAt: instant }).nullable(),
});
export type Template = z.infer<typeof Template>;

/** `GET /api/templates`: filtered by kind and by title or subject. */
export const TemplateQuery = z.object({
  kind: TemplateKind.optional(),
  search: line(100).optional(),
});
export type TemplateQuery = z.infer<typeof TemplateQuery>;

/** All templates, sorted by title. A practice has at most `templateLimits.perKind` of each kind. */
export const TemplateList = z.object({
  templates: z.array(Template),
  /** The campaigns that an automatic email can be limited to. */
  campaigns: z.array(z.object({ _id: uuid, name: z.string() })),
});
export type TemplateList = z.infer<typeof TemplateList>;

export const TemplateAnswer = z.object({ template: Template, message: z.string() });

/**
 * `POST /api/templates/{id}/earlier`: swaps the earlier words with the current ones. Returns 409
 * `stale` if it has changed since `changedAt`.
 */
export const EarlierRequest = z.object({ changedAt: instant });

/** `POST /api/templates/starters`. Notes are available in English only. */
export const StarterRequest = z.object({ kind: TemplateKind, language });
export const StarterAnswer = z.object({ templates: z.array(Template), message: z.string() });

/**
 * `POST /api/templates/test-sends`: sends what a lead would read. Without `leadId`, it uses a
 * made-up lead.
 */
export const TestRequest = z.object({
  kind: z.enum(["email", "auto"]),
  subject,
  body,
  language,
  leadId: uuid.optional(),
});
export type TestRequest = z.output<typeof TestRequest>;

/** `POST /api/templates/previews`. `to` is one of the lead's email addresses, as for sending. */
export const PreviewRequest = TestRequest.extend({ to: emailAddress.optional() });
export type PreviewRequest = z.output<typeof PreviewRequest>;

export const Preview = z.object({
  subject: z.string(),
  /** A complete document, for a frame without scripts. */
  html: z.string(),
  text: z.string(),
  from: z.string(),
  replyTo: z.string(),
  to: z.string(),
});
export type Preview = z.infer<typeof Preview>;
