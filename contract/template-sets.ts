// The owner's template sets: a draft, its published versions, the practices that copied it, and the
// updates that those practices are offered. A set may also carry settings of a practice.
import { z } from "zod";
import { AttemptPlan } from "./attempt-plan.ts";
import { instant, requiredLine, uuid } from "./fields.ts";
import { OpenWeek, PracticeWeek } from "./open-hours.ts";
import {
  type StoredWords,
  TemplateKind,
  TemplateWords,
  TestRequest,
  templateShapes,
} from "./templates.ts";

export const templateSetLimits = {
  sets: 100,
  name: 80,
  /** Templates of a set, of all kinds together. */
  templates: 60,
  /** What changed in a version. */
  note: 200,
  /** Practices that a set is copied to at once, and that its page lists. */
  practices: 50,
} as const;

const name = requiredLine(templateSetLimits.name);

// ── The draft ───────────────────────────────────────────────────────────────────────────────────

/** A template of a set. Its id stays the same in every version. */
export const SetTemplate = TemplateWords.extend({
  _id: uuid,
  kind: TemplateKind,
  title: z.string(),
});
export type SetTemplate = z.infer<typeof SetTemplate>;

/** A template of the draft, with its version for optimistic locking. */
export type DraftTemplate = SetTemplate & { changedAt: string };

/**
 * A template of a version. `firstIn`: the version that it came with. `changedIn`: the version that
 * last changed its words; a new title alone changes nothing for those who have it.
 */
export type PublishedTemplate = SetTemplate & { firstIn: number; changedIn: number };

/** A template as it's stored in a set's document. */
export type Stored<Template extends TemplateWords> = Omit<Template, "language"> & StoredWords;

/** What publishing the draft would change about a template. */
export const draftStates = ["published", "new", "changed"] as const;

const { note, email, auto } = templateShapes;
/** Each practice decides whether an automatic email is on, and for which campaigns. */
const shapes = { note, email, auto: auto.omit({ isActive: true, campaigns: true }) };
const shapesWith = <More extends z.ZodRawShape>(more: More) =>
  z.discriminatedUnion("kind", [
    shapes.note.extend(more),
    shapes.email.extend(more),
    shapes.auto.extend(more),
  ]);

/**
 * `POST /api/admin/template-sets/{id}/templates`. `_id` is made by the browser, so that the same
 * template sent twice is one, and a deleted one comes back as itself.
 */
export const NewSetTemplate = shapesWith({ _id: uuid });
export type NewSetTemplate = z.output<typeof NewSetTemplate>;

/** `PUT …/templates/{templateId}`. 409 `stale` when it has changed since `changedAt`. */
export const SetTemplateChange = shapesWith({ changedAt: instant.optional() });
export type SetTemplateChange = z.output<typeof SetTemplateChange>;

// ── Settings ────────────────────────────────────────────────────────────────────────────────────

/**
 * What a set may carry besides templates: a week of business hours and the gaps between calls. A
 * practice's time zone and holidays are its own.
 */
export type SetSettings = {
  week: z.infer<typeof OpenWeek>;
  attemptGaps: z.infer<typeof AttemptPlan>;
};
export type SettingValue = SetSettings[keyof SetSettings];
export const setSettingNames = ["week", "attemptGaps"] as const satisfies (keyof SetSettings)[];
export type SetSettingName = (typeof setSettingNames)[number];
const settingName = z.enum(setSettingNames);

type SettingsWith<Mark> = { [Name in SetSettingName]?: { value: SetSettings[Name] } & Mark };
/** The draft's settings, as they're stored. */
export type DraftSettings = SettingsWith<{ changedAt: string }>;
/** A version's settings. `changedIn`: the version that last changed the value. */
export type PublishedSettings = SettingsWith<{ changedIn: number }>;

/** `PATCH …/settings`: of the draft. Absent: stays. Null: the draft no longer carries it. */
export const SetSettingsChange = z
  .object({ week: PracticeWeek.nullable(), attemptGaps: AttemptPlan.nullable() })
  .partial();
export type SetSettingsChange = z.output<typeof SetSettingsChange>;

const draftSetting = <Value extends z.ZodType>(value: Value) =>
  z.object({
    /** Null if the draft doesn't carry it. */
    value: value.nullable(),
    state: z.enum([...draftStates, "removed"]),
    changedAt: instant.nullable(),
  });

// ── Sets and versions ───────────────────────────────────────────────────────────────────────────

export const ListedSet = z.object({
  _id: uuid,
  name: z.string(),
  /** How many templates its draft has, by kind. */
  counts: z.record(TemplateKind, z.int()),
  /** The latest version; 0: none is published. */
  version: z.int(),
  publishedAt: instant.nullable(),
  /** Whether the draft differs from the latest version. */
  isChanged: z.boolean(),
  /** How many practices have copied it, and how many of them have an update to take. */
  practices: z.int(),
  behind: z.int(),
});
export type ListedSet = z.infer<typeof ListedSet>;

/** `GET /api/admin/template-sets`: by name */
export const TemplateSets = z.object({ sets: z.array(ListedSet) });
export type TemplateSets = z.infer<typeof TemplateSets>;

/** `POST /api/admin/template-sets`; the same `submissionId` again is the same set */
export const NewTemplateSet = z.object({ name, submissionId: uuid });

/** `PATCH /api/admin/template-sets/{id}` */
export const TemplateSetChange = z.object({ name });

export const TemplateSet = ListedSet.extend({
  templates: z.array(
    SetTemplate.extend({
      state: z.enum(draftStates),
      /** Send it back with a change. */
      changedAt: instant,
    }),
  ),
  /** The titles of the latest version's templates that the draft no longer has. */
  removed: z.array(z.string()),
  settings: z.object({ week: draftSetting(OpenWeek), attemptGaps: draftSetting(AttemptPlan) }),
  /** Newest first. */
  versions: z.array(
    z.object({ number: z.int(), note: z.string(), publishedAt: instant, author: z.string() }),
  ),
  /** Practices with the set: ones with an update to take come first, then by name; at most 50. */
  users: z.array(
    z.object({ _id: uuid, name: z.string(), copiedAt: instant, isBehind: z.boolean() }),
  ),
});
export type TemplateSet = z.infer<typeof TemplateSet>;

export const TemplateSetAnswer = z.object({ set: TemplateSet, message: z.string() });

/**
 * `POST …/versions`: publishes the draft as version `number`. 409 `stale` when another owner has
 * published that one, or has changed the draft since `readAt`, the newest `changedAt` that was
 * read.
 */
export const NewVersion = z.object({
  number: z.int("invalid").min(1, "invalid"),
  note: requiredLine(templateSetLimits.note),
  readAt: instant.optional(),
});
export type NewVersion = z.output<typeof NewVersion>;

/** `POST /api/admin/template-previews`: with a made-up lead and practice */
export const SamplePreviewRequest = TestRequest.omit({ leadId: true });
export type SamplePreviewRequest = z.output<typeof SamplePreviewRequest>;

// ── Copies ──────────────────────────────────────────────────────────────────────────────────────

const practices = z
  .array(uuid, "invalid")
  .min(1, "required")
  .max(templateSetLimits.practices, "too_long");

/** `POST …/copy-plans`: a dry run of copying */
export const CopyPlanRequest = z.object({ practices });

/** What copying a set's latest version does, or did, at one practice. */
export const CopyPlan = z.object({
  practice: z.object({ _id: uuid, name: z.string() }),
  /** `copied`: it has the set already. `full`: it has no room for them. Neither changes anything. */
  result: z.enum(["copies", "copied", "full"]),
  /** The titles that are added; automatic emails are off until the practice turns them on. */
  added: z.array(z.string()),
  /** Titles that the practice already has: these stay, and the set's templates are skipped. */
  kept: z.array(z.string()),
  /** Settings that the practice gets, because it has never changed its own. */
  settings: z.array(settingName),
  /** Settings that the practice has changed: these stay. */
  keptSettings: z.array(settingName),
});
export type CopyPlan = z.infer<typeof CopyPlan>;
export const CopyPlans = z.object({ version: z.int(), plans: z.array(CopyPlan) });
export type CopyPlans = z.infer<typeof CopyPlans>;

/** `POST …/copies`. 409 `stale` when `version` is no longer the latest. */
export const CopyRequest = z.object({ practices, version: z.int("invalid") });
export type CopyRequest = z.output<typeof CopyRequest>;
export const Copied = CopyPlans.extend({ message: z.string() });

/** The sets that a practice has or could get, for its page. */
export const PracticeSets = z.object({
  copied: z.array(
    z.object({ _id: uuid, name: z.string(), copiedAt: instant, isBehind: z.boolean() }),
  ),
  others: z.array(z.object({ _id: uuid, name: z.string() })),
});
export type PracticeSets = z.infer<typeof PracticeSets>;

// ── Updates, at the practice ────────────────────────────────────────────────────────────────────

/**
 * The latest version's updates for a practice. `new`: a template that it doesn't have. `changed`:
 * one whose words differ from those it took. `removed`: one that the set no longer has; the
 * practice keeps its copy.
 */
export const offerKinds = ["changed", "new", "removed"] as const;

export const TemplateOffer = z.object({
  /** The set's template. */
  _id: uuid,
  change: z.enum(offerKinds),
  kind: TemplateKind,
  /** The practice's own title for it. */
  title: z.string(),
  /** The practice's words, or null if it doesn't have it. */
  from: TemplateWords.nullable(),
  /** The set's words, or null if it no longer has it. */
  to: TemplateWords.nullable(),
  /** The practice has changed its words since it took them: an update would replace them. */
  isEdited: z.boolean(),
  /** Whether the practice has another template with that title, which stays next to the new one. */
  isTitleTaken: z.boolean(),
  /** Whether the practice's automatic email is on. It stays as it is. */
  isActive: z.boolean(),
});
export type TemplateOffer = z.infer<typeof TemplateOffer>;

const settingOffer = <Value extends z.ZodType>(value: Value) =>
  z
    .object({
      /** The practice's own. */
      from: value,
      /** The set's. */
      to: value,
      /** The practice has changed its own: an update would replace it. */
      isEdited: z.boolean(),
    })
    .optional();

export const TemplateUpdate = z.object({
  set: z.object({ _id: uuid, name: z.string() }),
  version: z.int(),
  /** What changed, in the owner's words, by version, newest first. */
  notes: z.array(z.string()),
  offers: z.array(TemplateOffer),
  /** The settings that differ from the practice's; absent if there is nothing to take. */
  settings: z.object({ week: settingOffer(OpenWeek), attemptGaps: settingOffer(AttemptPlan) }),
  /** A manager has put this version off, or has taken only a part of it. */
  isPutOff: z.boolean(),
});
export type TemplateUpdate = z.infer<typeof TemplateUpdate>;

/** `GET /api/templates/updates`: of each set that has something to take. */
export const TemplateUpdates = z.object({
  updates: z.array(TemplateUpdate),
  /** Send it back, so that a template edited later isn't replaced. */
  asOf: instant,
});
export type TemplateUpdates = z.infer<typeof TemplateUpdates>;

/**
 * `POST /api/templates/updates/{id}`: takes these of the set's templates and settings, and puts the
 * others off; none: "Not now". 409 `stale` when there is a later version, or a template or the
 * business hours have changed since.
 */
export const TakeRequest = z.object({
  version: z.int("invalid"),
  templates: z.array(uuid).max(templateSetLimits.templates, "too_long"),
  settings: z.array(settingName).max(setSettingNames.length, "too_long").default([]),
  asOf: instant,
});
export type TakeRequest = z.output<typeof TakeRequest>;
export const Taken = z.object({ taken: z.int(), message: z.string() });
