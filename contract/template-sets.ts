// The owner's template sets: a draft, its published versions, the practices that copied it, and the
// updates offered to them. A set may also carry settings for practices.
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
  /** The most templates in a set, of all kinds together. */
  templates: 60,
  /** The longest description of a version's changes. */
  note: 200,
  /** The most practices that a set can be copied to at once, and that its page lists. */
  practices: 50,
} as const;

const name = requiredLine(templateSetLimits.name);

// ── The draft ───────────────────────────────────────────────────────────────────────────────────

/** A template of a set. Its id is the same in every version. */
export const SetTemplate = TemplateWords.extend({
  _id: uuid,
  kind: TemplateKind,
  title: z.string(),
});
export type SetTemplate = z.infer<typeof SetTemplate>;

/** A template of the draft, with its version for optimistic locking. */
export type DraftTemplate = SetTemplate & { changedAt: string };

/**
 * A template of a version. `firstIn`: the first version with it. `changedIn`: the version that last
 * changed its words. A new title alone isn't offered to practices as a change.
 */
export type PublishedTemplate = SetTemplate & { firstIn: number; changedIn: number };

/** A template as it's stored in a set's document. */
export type Stored<Template extends TemplateWords> = Omit<Template, "language"> & StoredWords;

/** What publishing the draft would change about a template. */
export const draftStates = ["published", "new", "changed"] as const;

const { note, email, auto } = templateShapes;
/** Each practice decides whether an automatic email is on and for which campaigns. */
const shapes = { note, email, auto: auto.omit({ isActive: true, campaigns: true }) };
const shapesWith = <More extends z.ZodRawShape>(more: More) =>
  z.discriminatedUnion("kind", [
    shapes.note.extend(more),
    shapes.email.extend(more),
    shapes.auto.extend(more),
  ]);

/**
 * `POST /api/admin/template-sets/{id}/templates`. The browser generates `_id`, so sending the same
 * template twice stores it once, and a deleted one can be restored as itself.
 */
export const NewSetTemplate = shapesWith({ _id: uuid });
export type NewSetTemplate = z.output<typeof NewSetTemplate>;

/** `PUT …/templates/{templateId}`. Returns 409 `stale` if it has changed since `changedAt`. */
export const SetTemplateChange = shapesWith({ changedAt: instant.optional() });
export type SetTemplateChange = z.output<typeof SetTemplateChange>;

// ── Settings ────────────────────────────────────────────────────────────────────────────────────

/**
 * What a set can carry besides templates: a week of business hours, and the gaps between calls.
 * Each practice keeps its own time zone and holidays.
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
/** The draft's settings, as stored. */
export type DraftSettings = SettingsWith<{ changedAt: string }>;
/** A version's settings. `changedIn`: the version that last changed the value. */
export type PublishedSettings = SettingsWith<{ changedIn: number }>;

/**
 * `PATCH …/settings`: changes the draft. Absent values don't change, and null removes a setting
 * from the draft.
 */
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
  /** The number of templates in its draft, by kind. */
  counts: z.record(TemplateKind, z.int()),
  /** The latest version, or 0 if none is published. */
  version: z.int(),
  publishedAt: instant.nullable(),
  /** Whether the draft differs from the latest version. */
  isChanged: z.boolean(),
  /** How many practices have copied it, and how many of them have an update available. */
  practices: z.int(),
  behind: z.int(),
});
export type ListedSet = z.infer<typeof ListedSet>;

/** `GET /api/admin/template-sets`: sorted by name. */
export const TemplateSets = z.object({ sets: z.array(ListedSet) });
export type TemplateSets = z.infer<typeof TemplateSets>;

/** `POST /api/admin/template-sets`: idempotent by `submissionId`. */
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
  /** Titles of templates that the latest version has and the draft doesn't. */
  removed: z.array(z.string()),
  settings: z.object({ week: draftSetting(OpenWeek), attemptGaps: draftSetting(AttemptPlan) }),
  /** Newest first. */
  versions: z.array(
    z.object({ number: z.int(), note: z.string(), publishedAt: instant, author: z.string() }),
  ),
  /** At most 50 practices with the set, by name. Those with an update available come first. */
  users: z.array(
    z.object({ _id: uuid, name: z.string(), copiedAt: instant, isBehind: z.boolean() }),
  ),
});
export type TemplateSet = z.infer<typeof TemplateSet>;

export const TemplateSetAnswer = z.object({ set: TemplateSet, message: z.string() });

/**
 * `POST …/versions`: publishes the draft as version `number`. Returns 409 `stale` if another owner
 * published that version or changed the draft since `readAt`, the newest `changedAt` that was read.
 */
export const NewVersion = z.object({
  number: z.int("invalid").min(1, "invalid"),
  note: requiredLine(templateSetLimits.note),
  readAt: instant.optional(),
});
export type NewVersion = z.output<typeof NewVersion>;

/** `POST /api/admin/template-previews`: shows it with a made-up lead and practice. */
export const SamplePreviewRequest = TestRequest.omit({ leadId: true });
export type SamplePreviewRequest = z.output<typeof SamplePreviewRequest>;

// ── Copies ──────────────────────────────────────────────────────────────────────────────────────

const practices = z
  .array(uuid, "invalid")
  .min(1, "required")
  .max(templateSetLimits.practices, "too_long");

/** `POST …/copy-plans`: a dry run of copying. */
export const CopyPlanRequest = z.object({ practices });

/** What copying a set's latest version would do, or did, at one practice. */
export const CopyPlan = z.object({
  practice: z.object({ _id: uuid, name: z.string() }),
  /**
   * `copied`: it already has the set. `full`: it doesn't have room for the templates. Neither
   * changes anything.
   */
  result: z.enum(["copies", "copied", "full"]),
  /** Titles that are added. Automatic emails are off until the practice turns them on. */
  added: z.array(z.string()),
  /**
   * Titles that the practice already has. They don't change, and the set's templates are skipped.
   */
  kept: z.array(z.string()),
  /** Settings that the practice gets because it never changed its own. */
  settings: z.array(settingName),
  /** Settings that the practice has changed, which don't change. */
  keptSettings: z.array(settingName),
});
export type CopyPlan = z.infer<typeof CopyPlan>;
export const CopyPlans = z.object({ version: z.int(), plans: z.array(CopyPlan) });
export type CopyPlans = z.infer<typeof CopyPlans>;

/** `POST …/copies`. Returns 409 `stale` if `version` is no longer the latest. */
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
 * What an update offers a practice. `new`: a template it doesn't have. `changed`: a template whose
 * words differ from those it took. `removed`: a template that the set no longer has, whose copy the
 * practice keeps.
 */
export const offerKinds = ["changed", "new", "removed"] as const;

export const TemplateOffer = z.object({
  /** The set's template. */
  _id: uuid,
  change: z.enum(offerKinds),
  kind: TemplateKind,
  /** The practice's own title. */
  title: z.string(),
  /** The practice's words, or null if it doesn't have the template. */
  from: TemplateWords.nullable(),
  /** The set's words, or null if it no longer has the template. */
  to: TemplateWords.nullable(),
  /** The practice changed the words after taking them, so an update would replace its changes. */
  isEdited: z.boolean(),
  /** Whether the practice has another template with that title, which stays next to the new one. */
  isTitleTaken: z.boolean(),
  /** Whether the practice's automatic email is on. An update doesn't change that. */
  isActive: z.boolean(),
});
export type TemplateOffer = z.infer<typeof TemplateOffer>;

const settingOffer = <Value extends z.ZodType>(value: Value) =>
  z
    .object({
      /** The practice's value. */
      from: value,
      /** The set's value. */
      to: value,
      /** The practice changed its own value, so an update would replace it. */
      isEdited: z.boolean(),
    })
    .optional();

export const TemplateUpdate = z.object({
  set: z.object({ _id: uuid, name: z.string() }),
  version: z.int(),
  /** The owner's description of the changes, by version, newest first. */
  notes: z.array(z.string()),
  offers: z.array(TemplateOffer),
  /** Settings that differ from the practice's, or absent if they don't. */
  settings: z.object({ week: settingOffer(OpenWeek), attemptGaps: settingOffer(AttemptPlan) }),
  /** A manager put this version off or took only part of it. */
  isPutOff: z.boolean(),
});
export type TemplateUpdate = z.infer<typeof TemplateUpdate>;

/** `GET /api/templates/updates`: for each set with an update available. */
export const TemplateUpdates = z.object({
  updates: z.array(TemplateUpdate),
  /** Send it back, so a template that was edited later isn't replaced. */
  asOf: instant,
});
export type TemplateUpdates = z.infer<typeof TemplateUpdates>;

/**
 * `POST /api/templates/updates/{id}`: takes these templates and settings of the set and puts off
 * the others (none means "Not now"). Returns 409 `stale` if there is a later version, or if a
 * template or the business hours have changed since.
 */
export const TakeRequest = z.object({
  version: z.int("invalid"),
  templates: z.array(uuid).max(templateSetLimits.templates, "too_long"),
  settings: z.array(settingName).max(setSettingNames.length, "too_long").default([]),
  asOf: instant,
});
export type TakeRequest = z.output<typeof TakeRequest>;
export const Taken = z.object({ taken: z.int(), message: z.string() });
