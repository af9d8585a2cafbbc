// The settings that a set carries: what its draft changes, what copying sets, and which updates a
// practice is offered. Pure.
import {
  type DraftSettings,
  missingSources,
  type PublishedSettings,
  type SetSettingName,
  type SetSettings,
  type SetSource,
  type SettingValue,
  setSettingNames,
  type TemplateSet,
  type TemplateUpdate,
} from "#contract/template-sets.ts";

type Carried<Value extends SettingValue> = { value: Value; changedIn: number };

/** `isOwn`: the practice has changed the setting from its default. Never true for sources. */
type Own<Value extends SettingValue> = { value: Value; isOwn: boolean };

/** A practice's settings. */
export type OwnSettings = { [Name in SetSettingName]: Own<SetSettings[Name]> };

export function draftSettingsOf(
  draft: DraftSettings,
  published: PublishedSettings,
): TemplateSet["settings"] {
  return {
    week: draftSetting(draft.week, published.week),
    attemptGaps: draftSetting(draft.attemptGaps, published.attemptGaps),
    sources: draftSetting(draft.sources, published.sources),
  };
}

function draftSetting<Value extends SettingValue>(
  draft: { value: Value; changedAt: string } | undefined,
  published: Carried<Value> | undefined,
) {
  const { value, changedAt } = draft ?? { value: null, changedAt: null };
  return { value, changedAt, state: stateOf(value, published?.value ?? null) };
}

function stateOf(
  draft: SettingValue | null,
  published: SettingValue | null,
): TemplateSet["settings"]["week"]["state"] {
  if (draft === null) return published === null ? "published" : "removed";
  if (published === null) return "new";
  return isSameValue(draft, published) ? "published" : "changed";
}

/** Returns the draft's settings as the version with that number publishes them. */
export function publishedSettingsOf(
  draft: DraftSettings,
  before: PublishedSettings,
  number: number,
): PublishedSettings {
  return {
    week: publishedSetting(draft.week, before.week, number),
    attemptGaps: publishedSetting(draft.attemptGaps, before.attemptGaps, number),
    sources: publishedSetting(draft.sources, before.sources, number),
  };
}

function publishedSetting<Value extends SettingValue>(
  draft: { value: Value } | undefined,
  before: Carried<Value> | undefined,
  number: number,
): Carried<Value> | undefined {
  if (!draft) return undefined;
  const isSame = before !== undefined && isSameValue(draft.value, before.value);
  return { value: draft.value, changedIn: isSame ? before.changedIn : number };
}

/** Splits the settings that a copy would change by whether the practice has changed its own. */
export function divideSettings(latest: PublishedSettings, own: OwnSettings) {
  const isDifferent: Record<SetSettingName, boolean> = {
    week: differs(latest.week, own.week),
    attemptGaps: differs(latest.attemptGaps, own.attemptGaps),
    sources: sourcesToAdd(latest, own).length > 0,
  };
  const differing = setSettingNames.filter((name) => isDifferent[name]);
  return {
    settings: differing.filter((name) => !own[name].isOwn),
    keptSettings: differing.filter((name) => own[name].isOwn),
  };
}

function differs<Value extends SettingValue>(
  carried: Carried<Value> | undefined,
  own: Own<Value>,
): boolean {
  return carried !== undefined && !isSameValue(carried.value, own.value);
}

/** Returns the set's sources that the practice doesn't have. */
export function sourcesToAdd(latest: PublishedSettings, own: OwnSettings): SetSource[] {
  return missingSources(own.sources.value, latest.sources?.value ?? []);
}

/** The version that the practice last took a setting from, and that version's settings. */
type Taken = { version: number; settings: PublishedSettings };

/** Returns the settings of the latest version that the practice may take. */
export function settingOffersOf(
  latest: PublishedSettings,
  own: OwnSettings,
  takenOf: (name: SetSettingName) => Taken,
): TemplateUpdate["settings"] {
  const [week, attemptGaps] = [takenOf("week"), takenOf("attemptGaps")];
  const isAdded =
    sourcesToAdd(latest, own).length > 0 &&
    (latest.sources?.changedIn ?? 0) > takenOf("sources").version;
  return {
    week: offerOf(latest.week, own.week, week.version, week.settings.week),
    attemptGaps: offerOf(
      latest.attemptGaps,
      own.attemptGaps,
      attemptGaps.version,
      attemptGaps.settings.attemptGaps,
    ),
    sources:
      isAdded && latest.sources
        ? { from: own.sources.value, to: latest.sources.value, isEdited: false }
        : undefined,
  };
}

function offerOf<Value extends SettingValue>(
  to: Carried<Value> | undefined,
  own: Own<Value>,
  takenVersion: number,
  taken: Carried<Value> | undefined,
) {
  if (!to || to.changedIn <= takenVersion || isSameValue(own.value, to.value)) return undefined;
  const isEdited = taken ? !isSameValue(own.value, taken.value) : own.isOwn;
  return { from: own.value, to: to.value, isEdited };
}

/**
 * Keys are compared in a fixed order, because PostgreSQL's jsonb doesn't keep the order of an
 * object's keys.
 */
const valueKeys = ["from", "to", "kind", "name"];

export function isSameValue(one: SettingValue, other: SettingValue): boolean {
  return JSON.stringify(one, valueKeys) === JSON.stringify(other, valueKeys);
}
