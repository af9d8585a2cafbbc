// A practice's own words: notes, e-mails, and e-mails that leave by themselves.
import { z } from "zod";
import { instant, line, requiredLine, requiredWords, uuid } from "./fields.ts";

/** `note`: text for a lead's notes. `email`: sent by hand. `auto`: leaves after an inquiry. */
export const templateKinds = ["note", "email", "auto"] as const;
export const TemplateKind = z.enum(templateKinds);
export type TemplateKind = z.infer<typeof TemplateKind>;

export const templateLimits = {
  /** Of one kind in a practice. */
  perKind: 200,
  title: 120,
  subject: 200,
  note: 5000,
  /** Rich text with its markup; a mail of more than 102 KB is cut off by Gmail. */
  body: 40_000,
  /** Tags in it: preparing thousands of elements takes a tenth of a second of everybody's time. */
  tags: 3000,
  /** A week. */
  delayMinutes: 7 * 24 * 60,
  campaigns: 100,
} as const;

/** What may be filled in: `{{ lead.firstName | default: "there" }}`. */
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

/** What may be done to a field before it is filled in. */
export const mergeFilters = ["default", "capitalize", "upcase", "downcase"] as const;

/** Rich text as it comes from an editor; the server keeps of it what it knows. */
const body = requiredWords(templateLimits.body);
const title = requiredLine(templateLimits.title);
const subject = requiredLine(templateLimits.subject);

const note = z.object({
  kind: z.literal("note"),
  title,
  body: requiredWords(templateLimits.note),
});
const email = z.object({ kind: z.literal("email"), title, subject, body });
const auto = z.object({
  kind: z.literal("auto"),
  title,
  subject,
  body,
  isActive: z.boolean("invalid").default(false),
  /** Minutes after the inquiry came in. */
  delayMinutes: z
    .int("invalid")
    .min(0, "invalid")
    .max(templateLimits.delayMinutes, "invalid")
    .default(0),
  isInOpenHoursOnly: z.boolean("invalid").default(false),
  /** Leads of these campaigns; none named: of every one, and of none. */
  campaigns: z.array(uuid).max(templateLimits.campaigns, "too_long").default([]),
});

/** `POST /api/templates` */
export const TemplateInput = z.discriminatedUnion("kind", [note, email, auto]);
export type TemplateInput = z.output<typeof TemplateInput>;

/**
 * The `changedAt` that was read: when the template has been changed since, the answer is 409 `stale`
 * and nothing is saved. Left out, the change is saved whatever stands there.
 */
const readVersion = { changedAt: instant.optional() };

/** `PUT /api/templates/{id}`: the whole template again. */
export const TemplateChange = z.discriminatedUnion("kind", [
  note.extend(readVersion),
  email.extend(readVersion),
  auto.extend(readVersion),
]);
export type TemplateChange = z.output<typeof TemplateChange>;

export const Template = z.object({
  _id: uuid,
  kind: TemplateKind,
  title: z.string(),
  /** Empty for a note. */
  subject: z.string(),
  /** A note's text; else sanitized HTML. */
  body: z.string(),
  isActive: z.boolean(),
  delayMinutes: z.int(),
  isInOpenHoursOnly: z.boolean(),
  campaigns: z.array(uuid),
  /** The last change of its words or rules; send it back with the next one. */
  changedAt: instant,
});
export type Template = z.infer<typeof Template>;

/** `GET /api/templates`: what its title or subject contains. */
export const TemplateQuery = z.object({
  kind: TemplateKind.optional(),
  search: line(100).optional(),
});
export type TemplateQuery = z.infer<typeof TemplateQuery>;

/** All of them, by title: a practice has at most `templateLimits.perKind` of a kind. */
export const TemplateList = z.object({
  templates: z.array(Template),
  /** Campaigns that an automatic e-mail can be for. */
  campaigns: z.array(z.object({ _id: uuid, name: z.string() })),
});
export type TemplateList = z.infer<typeof TemplateList>;

export const TemplateAnswer = z.object({ template: Template, message: z.string() });

/** `POST /api/templates/starters` */
export const StarterRequest = z.object({ kind: TemplateKind });
export const StarterAnswer = z.object({ templates: z.array(Template), message: z.string() });

/** `POST /api/templates/previews`: what a lead would read. Without `leadId` somebody made up. */
export const PreviewRequest = z.object({
  kind: z.enum(["email", "auto"]),
  subject,
  body,
  leadId: uuid.optional(),
});
export type PreviewRequest = z.output<typeof PreviewRequest>;

export const Preview = z.object({
  subject: z.string(),
  /** A whole document; to be shown in a frame without scripts. */
  html: z.string(),
  text: z.string(),
  from: z.string(),
  replyTo: z.string(),
  to: z.string(),
});
export type Preview = z.infer<typeof Preview>;
