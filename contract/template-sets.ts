// The owner's template sets. Each has a draft, published versions, practices that copied it, and
// updates that are offered to these practices. A set can also contain settings.
import { z } from "zod";
import { AttemptPlan } from "./attempt-plan.ts";
import { instant, requiredLine, uuid } from "./fields.ts";
import { OpenWeek, PracticeWeek } from "./open-hours.ts";
import { type SourceKind, SourceName } from "./sources.ts";
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
  /** The maximum number of templates in a set, of all kinds together. */
  templates: 60,
  /** The maximum length of the description of a version's changes. */
  note: 200,
  /**
   * The maximum number of practices that a set can be copied to at once, and that its page lists.
   */
  practices: 50,
  /** The maximum number of sources in a set. */
  sources: 10,
} as const;

const name = requiredLine(templateSetLimits.name);

// ── The draft ───────────────────────────────────────────────────────────────────────────────────

/** A template in a set. Its id is the same in every version. */
export const SetTemplate = TemplateWords.extend({
  _id: uuid,
  kind: TemplateKind,
  title: z.string(),
});
export type SetTemplate = z.infer<typeof SetTemplate>;

/** A template in the draft, with its version for optimistic locking. */
export type DraftTemplate = SetTemplate & { changedAt: string };

/**
 * A template in a version. `firstIn` is the first version that has it, and `changedIn` is the
 * version that last changed its words. If only the title changed, practices aren't offered an
 * update.
 */
export type PublishedTemplate = SetTemplate & { firstIn: number; changedIn: number };

/** The format in which a set's document stores a template. */
export type Stored<Template extends TemplateWords> = Omit<Template, keyof TemplateWords> &
  StoredWords;

/** How publishing the draft would change a template. */
export const draftStates = ["published", "new", "changed"] as const;

const { note, email, text, auto } = templateShapes;
/**
 * Each practice decides whether an automatic email is on, and for which campaigns, so a set
 * doesn't.
 */
const shapes = { note, email, text, auto: auto.omit({ isActive: true, campaigns: true }) };
const shapesWith = <More extends z.ZodRawShape>(more: More) =>
  z.discriminatedUnion("kind", [
    shapes.note.extend(more),
    shapes.email.extend(more),
    shapes.text.extend(more),
    shapes.auto.extend(more),
  ]);

/**
 * `POST /api/admin/template-sets/{id}/templates`. The browser generates `_id`, so sending the same
 * template twice stores it once, and a deleted template can be restored with its original id.
 */
export const NewSetTemplate = shapesWith({ _id: uuid });
export type NewSetTemplate = z.output<typeof NewSetTemplate>;

/**
 * `PUT …/templates/{templateId}`. Returns 409 `stale` if the template has changed since
 * `changedAt`.
 */
export const SetTemplateChange = shapesWith({ changedAt: instant.optional() });
export type SetTemplateChange = z.output<typeof SetTemplateChange>;

// ── Settings ────────────────────────────────────────────────────────────────────────────────────

/** The kinds of sources that a set can contain. A Meta form belongs to a practice's own page. */
export const setSourceKinds = ["google", "form", "webhook"] as const satisfies SourceKind[];

/** A source that a practice gets, with a new key, if it has none of that kind with that name. */
export const SetSource = z.object({ kind: z.enum(setSourceKinds), name: z.string() });
export type SetSource = z.infer<typeof SetSource>;

const setSources = z
  .array(SetSource.extend({ name: SourceName }))
  .min(1, "required")
  .max(templateSetLimits.sources, "too_long")
  .transform((all) =>
    all.filter((one, index) => missingSources(all.slice(0, index), [one]).length > 0),
  );

/** Returns the wanted sources that `own` doesn't have. */
export function missingSources(own: SetSource[], wanted: SetSource[]): SetSource[] {
  return wanted.filter(
    ({ kind, name }) => !own.some((one) => one.kind === kind && one.name === name),
  );
}

/**
 * The settings that a set can contain besides templates: a week of business hours, the gaps between
 * calls, and sources, which are added to the practice's own. Each practice keeps its own time zone
 * and holidays.
 */
export type SetSettings = {
  week: z.infer<typeof OpenWeek>;
  attemptGaps: z.infer<typeof AttemptPlan>;
  sources: SetSource[];
};
export type SettingValue = SetSettings[keyof SetSettings];
export const setSettingNames = [
  "week",
  "attemptGaps",
  "sources",
] as const satisfies (keyof SetSettings)[];
export type SetSettingName = (typeof setSettingNames)[number];
const settingName = z.enum(setSettingNames);

type SettingsWith<Mark> = { [Name in SetSettingName]?: { value: SetSettings[Name] } & Mark };
/** The settings of the draft, as they are stored. */
export type DraftSettings = SettingsWith<{ changedAt: string }>;
/** The settings of a version. `changedIn` is the version that last changed the value. */
export type PublishedSettings = SettingsWith<{ changedIn: number }>;

/**
 * `PATCH …/settings`: changes the draft. Values that are absent don't change, and null removes a
 * setting from the draft.
 */
export const SetSettingsChange = z
  .object({
    week: PracticeWeek.nullable(),
    attemptGaps: AttemptPlan.nullable(),
    sources: setSources.nullable(),
  })
  .partial();
export type SetSettingsChange = z.output<typeof SetSettingsChange>;

const draftSetting = <Value extends z.ZodType>(value: Value) =>
  z.object({
    /** The setting's value, or null if the draft doesn't contain the setting. */
    value: value.nullable(),
    state: z.enum([...draftStates, "removed"]),
    changedAt: instant.nullable(),
  });

// ── Sets and versions ───────────────────────────────────────────────────────────────────────────

export const ListedSet = z.object({
  _id: uuid,
  name: z.string(),
  /** The number of templates in the draft, by kind. */
  counts: z.record(TemplateKind, z.int()),
  /** The number of the latest version, or 0 if none is published. */
  version: z.int(),
  publishedAt: instant.nullable(),
  /** Whether the draft differs from the latest version. */
  isChanged: z.boolean(),
  /**
   * The number of practices that have copied the set, and how many of these have an available
   * update.
   */
  practices: z.int(),
  behind: z.int(),
});
export type ListedSet = z.infer<typeof ListedSet>;

/** `GET /api/admin/template-sets`: lists the sets, sorted by name. */
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
      /** The set's version. Send it back with a change. */
      changedAt: instant,
    }),
  ),
  /** The titles of templates that are in the latest version but not in the draft. */
  removed: z.array(z.string()),
  settings: z.object({
    week: draftSetting(OpenWeek),
    attemptGaps: draftSetting(AttemptPlan),
    sources: draftSetting(z.array(SetSource)),
  }),
  /** The published versions, newest first. */
  versions: z.array(
    z.object({ number: z.int(), note: z.string(), publishedAt: instant, author: z.string() }),
  ),
  /**
   * Up to 50 practices that have the set, sorted by name. Practices with an available update come
   * first.
   */
  users: z.array(
    z.object({ _id: uuid, name: z.string(), copiedAt: instant, isBehind: z.boolean() }),
  ),
});
export type TemplateSet = z.infer<typeof TemplateSet>;

export const TemplateSetAnswer = z.object({ set: TemplateSet, message: z.string() });

/**
 * `POST …/versions`: publishes the draft as version `number`. Returns 409 `stale` if another owner
 * has published that version, or has changed the draft since `readAt`, which is the newest
 * `changedAt` that was read.
 */
export const NewVersion = z.object({
  number: z.int("invalid").min(1, "invalid"),
  note: requiredLine(templateSetLimits.note),
  readAt: instant.optional(),
});
export type NewVersion = z.output<typeof NewVersion>;

/**
 * `POST /api/admin/template-previews`: shows a template with a made-up lead and a made-up practice.
 */
export const SamplePreviewRequest = TestRequest.omit({ leadId: true });
export type SamplePreviewRequest = z.output<typeof SamplePreviewRequest>;

// ── Copies ──────────────────────────────────────────────────────────────────────────────────────

const practices = z
  .array(uuid, "invalid")
  .min(1, "required")
  .max(templateSetLimits.practices, "too_long");

/** `POST …/copy-plans`: makes a dry run of copying the set. */
export const CopyPlanRequest = z.object({ practices });

/** What copying a set's latest version would change, or has changed, at one practice. */
export const CopyPlan = z.object({
  practice: z.object({ _id: uuid, name: z.string() }),
  /**
   * `copied`: the practice already has the set. `full`: the practice doesn't have room for the
   * templates. In both cases, nothing changes.
   */
  result: z.enum(["copies", "copied", "full"]),
  /**
   * The titles of templates that are added. Automatic emails are off until the practice turns them
   * on.
   */
  added: z.array(z.string()),
  /**
   * The titles that the practice already has. Its templates don't change, and the set's templates
   * with these titles are skipped.
   */
  kept: z.array(z.string()),
  /** The settings that the practice gets, because it never changed its own. */
  settings: z.array(settingName),
  /** The names of the sources that are added. */
  sources: z.array(z.string()),
  /** The settings that don't change, because the practice has changed its own. */
  keptSettings: z.array(settingName),
});
export type CopyPlan = z.infer<typeof CopyPlan>;
export const CopyPlans = z.object({ version: z.int(), plans: z.array(CopyPlan) });
export type CopyPlans = z.infer<typeof CopyPlans>;

/** `POST …/copies`. Returns 409 `stale` if `version` is no longer the latest version. */
export const CopyRequest = z.object({ practices, version: z.int("invalid") });
export type CopyRequest = z.output<typeof CopyRequest>;
export const Copied = CopyPlans.extend({ message: z.string() });

/** The sets that a practice has or could copy, for its page. */
export const PracticeSets = z.object({
  copied: z.array(
    z.object({ _id: uuid, name: z.string(), copiedAt: instant, isBehind: z.boolean() }),
  ),
  others: z.array(z.object({ _id: uuid, name: z.string() })),
});
export type PracticeSets = z.infer<typeof PracticeSets>;

// ── Updates, at the practice ────────────────────────────────────────────────────────────────────

/**
 * What an update offers to a practice. `new`: a template that the practice doesn't have. `changed`:
 * a template whose words differ from the words that the practice took. `removed`: a template that
 * the set no longer has. The practice keeps its copy.
 */
export const offerKinds = ["changed", "new", "removed"] as const;

export const TemplateOffer = z.object({
  /** The id of the set's template. */
  _id: uuid,
  change: z.enum(offerKinds),
  kind: TemplateKind,
  /** The title of the practice's own template. */
  title: z.string(),
  /** The words of the practice's template, or null if it doesn't have the template. */
  from: TemplateWords.nullable(),
  /** The words of the set's template, or null if the set no longer has it. */
  to: TemplateWords.nullable(),
  /**
   * Whether the practice changed the words after taking them. An update would replace its changes.
   */
  isEdited: z.boolean(),
  /** Whether the practice has another template with that title. It stays next to the new one. */
  isTitleTaken: z.boolean(),
  /** Whether the practice's automatic email is on. An update doesn't change this. */
  isActive: z.boolean(),
});
export type TemplateOffer = z.infer<typeof TemplateOffer>;

const settingOffer = <Value extends z.ZodType>(value: Value) =>
  z
    .object({
      /** The value at the practice. */
      from: value,
      /** The value in the set. */
      to: value,
      /** Whether the practice changed its own value. An update would replace it. */
      isEdited: z.boolean(),
    })
    .optional();

export const TemplateUpdate = z.object({
  set: z.object({ _id: uuid, name: z.string() }),
  version: z.int(),
  /** The owner's descriptions of the changes in each version, newest first. */
  notes: z.array(z.string()),
  offers: z.array(TemplateOffer),
  /** The settings that differ from the practice's. A setting that doesn't differ is absent. */
  settings: z.object({
    week: settingOffer(OpenWeek),
    attemptGaps: settingOffer(AttemptPlan),
    sources: settingOffer(z.array(SetSource)),
  }),
  /** Whether a manager has put this version off or taken only a part of it. */
  isPutOff: z.boolean(),
});
export type TemplateUpdate = z.infer<typeof TemplateUpdate>;

/** `GET /api/templates/updates`: lists each set with an available update. */
export const TemplateUpdates = z.object({
  updates: z.array(TemplateUpdate),
  /**
   * When the update was read. Send it back, so that a template that was edited later isn't
   * replaced.
   */
  asOf: instant,
});
export type TemplateUpdates = z.infer<typeof TemplateUpdates>;

/**
 * `POST /api/templates/updates/{id}`: takes these templates and settings from the set and puts off
 * the others. If none are named, all are put off ("Not now"). Returns 409 `stale` if there is a
 * later version, or if a template or the business hours have changed since.
 */
export const TakeRequest = z.object({
  version: z.int("invalid"),
  templates: z.array(uuid).max(templateSetLimits.templates, "too_long"),
  settings: z.array(settingName).max(setSettingNames.length, "too_long").default([]),
  asOf: instant,
});
export type TakeRequest = z.output<typeof TakeRequest>;
export const Taken = z.object({ taken: z.int(), message: z.string() });
