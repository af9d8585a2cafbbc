// Texts between a practice and its leads, from and to the practice's own number.
import { z } from "zod";
import { instant, line, requiredLine, requiredWords, uuid } from "./fields.ts";
import { Language } from "./languages.ts";
import { personLimits } from "./leads.ts";
import { segmentsOf } from "./text-segments.ts";

/** `in`: the person wrote it. `out`: the practice did. */
export const textDirections = ["in", "out"] as const;

/**
 * `received`: the person's. `accepted`: the provider took it. `sent`: the person's carrier did.
 * `unknown`: the process ended, or the response was lost, while sending; it may have been sent.
 * `undone`: its writer took it back before it was sent.
 */
export const textStates = [
  ...(["received", "queued", "sending", "unknown"] as const),
  ...(["accepted", "sent", "delivered", "failed", "undone"] as const),
] as const;
export type TextState = (typeof textStates)[number];

/**
 * Why a text wasn't delivered. `number`: it isn't a mobile number. `unreachable`: the phone is off.
 * `filtered`: the carrier took it for spam. `unregistered`: the practice's number isn't registered
 * for texts. `late`: it could not be sent while it was still allowed. `failed`: the problem is ours.
 */
export const textProblems = [
  ...(["opted_out", "number", "unreachable", "filtered", "unregistered"] as const),
  ...(["late", "failed", "erased"] as const),
] as const;
export type TextProblem = (typeof textProblems)[number];

/**
 * How a person opted out. `keyword`: a word that the provider knows, such as STOP. `words`: they
 * said it in their own words. `provider`: the provider rejected a text, because they had opted out
 * there.
 */
export const textStopReasons = ["keyword", "words", "provider"] as const;
export type TextStopReason = (typeof textStopReasons)[number];

/** Why a lead can't be texted now. `number`: no valid US number, or one that can't get texts. */
export const textRefusals = [
  ...(["off", "test", "opted_out", "do_not_call"] as const),
  ...(["number", "no_consent", "hours"] as const),
] as const;
export type TextRefusal = (typeof textRefusals)[number];

/** Four segments of plain text, or eight with an emoji. */
export const maxTextLength = 480;

/** The kinds of pictures and files that can be opened. */
export const textMediaTypes = [
  ...(["image/jpeg", "image/png", "image/gif", "image/webp", "image/heic"] as const),
  "application/pdf",
] as const;
export const TextMediaType = z.enum(textMediaTypes);
export type TextMediaType = z.infer<typeof TextMediaType>;

/** As it is stored: the provider's id. */
export type TextMedia = { id: string; type: TextMediaType };

export const maxTextMedia = 10;

/** For how many seconds the desk offers to undo a text. */
export const undoTextSeconds = 6;

/** `POST /api/leads/{id}/texts`. Idempotent by submission id, which becomes the text's id. */
export const NewText = z.object({ submissionId: uuid, body: requiredWords(maxTextLength) });
export type NewText = z.infer<typeof NewText>;

export const Text = z.object({
  _id: uuid,
  direction: z.enum(textDirections),
  body: z.string(),
  state: z.enum(textStates),
  problem: z.enum(textProblems).nullable(),
  /** How many pictures or files came with it. They aren't stored. */
  mediaCount: z.int(),
  /** The kinds of those that can be opened, in the order of their indexes. */
  media: z.array(TextMediaType),
  /** Whether the person wrote it and nobody has opened it. */
  isUnread: z.boolean(),
  /** When it was received, or written. */
  at: instant,
  /** Who wrote it at the practice, or null. */
  by: z.string().nullable(),
});
export type Text = z.infer<typeof Text>;

/** `GET /api/leads/{id}/texts` */
export const LeadTexts = z.object({
  /** Oldest first; the newest ones if there are very many. */
  texts: z.array(Text),
  /** Why the lead can't be texted now, or null if they can. */
  refusal: z.enum(textRefusals).nullable(),
});
export type LeadTexts = z.infer<typeof LeadTexts>;

/** The response to every change of a lead's texts. */
export const LeadTextsChanged = z.object({ texts: LeadTexts, message: z.string() });

/** `GET /api/leads/{id}/texts/templates`: filled in with the lead's details, by title. */
export const TextTemplates = z.object({
  templates: z.array(
    z.object({ _id: uuid, title: z.string(), language: Language, body: z.string() }),
  ),
});
export type TextTemplates = z.infer<typeof TextTemplates>;

/** All texts with one lead, or with one number that is no lead's. */
export const TextThread = z.object({
  leadId: uuid.nullable(),
  /** The lead's name, or empty. */
  name: z.string(),
  /** E.164. */
  phone: z.string(),
  last: Text,
  /** How many of the person's texts nobody has opened. */
  unread: z.int(),
});
export type TextThread = z.infer<typeof TextThread>;

export const textThreadPage = 50;

/** `GET /api/texts`. `cursor`: from the page before. */
export const TextThreadQuery = z.object({ cursor: instant.optional() });

/** A lead in any state whose newest call was missed, and whom nobody has called or texted since. */
export const MissedCall = z.object({
  leadId: uuid,
  name: z.string(),
  /** E.164. */
  phone: z.string(),
  at: instant,
});
export type MissedCall = z.infer<typeof MissedCall>;

/** For how many days a missed call is listed. */
export const missedCallDays = 30;

export const TextThreads = z.object({
  /** Newest first. */
  threads: z.array(TextThread),
  /** Newest first, with the first page only. */
  missedCalls: z.array(MissedCall),
  nextCursor: instant.nullable(),
});
export type TextThreads = z.infer<typeof TextThreads>;

/** `POST /api/texts/leads`: adds the person behind an unassigned thread as a lead, untimed. */
export const NewTextLead = z.object({
  /** The thread's number, as listed. */
  phone: requiredLine(40),
  firstName: requiredLine(personLimits.name),
  lastName: line(personLimits.name).default(""),
});
export type NewTextLead = z.infer<typeof NewTextLead>;

export const TextLeadAdded = z.object({ leadId: uuid, message: z.string() });

/** `GET /api/texts/settings` */
export const TextSettings = z.object({
  /** Whether there are a provider and a number. If not, no screen mentions texts to leads. */
  isPossible: z.boolean(),
  /** The practice's own number in E.164, or null. */
  number: z.string().nullable(),
  isOn: z.boolean(),
  /** The text that answers a missed call, on or off, in the practice's own words or the usual ones. */
  missedCall: z.object({
    isOn: z.boolean(),
    /** Whether one is also sent while the practice is closed, which then says when it opens. */
    isOnWhenClosed: z.boolean(),
    text: z.string(),
  }),
});
export type TextSettings = z.infer<typeof TextSettings>;

/** `PUT /api/texts/settings` */
export const TextSwitch = z.object({ isOn: z.boolean("invalid") });

/** A single segment of plain text. */
export const maxMissedCallText = 160;

/** `PUT /api/texts/settings/missed-calls`. The default words are stored as null. */
export const MissedCallText = z.object({
  isOn: z.boolean("invalid"),
  /** Without it, the practice's choice stays. */
  isOnWhenClosed: z.boolean("invalid").optional(),
  text: requiredLine(maxMissedCallText)
    .refine((text) => segmentsOf(text).segments <= 1, "too_long")
    .refine((text) => /\bSTOP\b/.test(text), "no_opt_out"),
});
export type MissedCallText = z.infer<typeof MissedCallText>;

export const TextSettingsChanged = z.object({ settings: TextSettings, message: z.string() });
export type TextSettingsChanged = z.infer<typeof TextSettingsChanged>;
