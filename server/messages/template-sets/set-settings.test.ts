import { expect, test } from "vitest";
import { usualAttemptGaps } from "#contract/attempt-plan.ts";
import { usualWeek } from "#contract/open-hours.ts";
import type { PublishedSettings } from "#contract/template-sets.ts";
import {
  divideSettings,
  isSameValue,
  type OwnSettings,
  publishedSettingsOf,
  settingOffersOf,
} from "./set-settings.ts";

const fromTo = [[], [{ from: "08:00", to: "12:00" }], [], [], [], [], []];
const toFrom = [[], [{ to: "12:00", from: "08:00" }], [], [], [], [], []];

const usual: OwnSettings = {
  week: { value: usualWeek, isOwn: false },
  attemptGaps: { value: usualAttemptGaps, isOwn: false },
  sources: { value: [], isOwn: false },
};
const carried: PublishedSettings = {
  week: { value: fromTo, changedIn: 1 },
  attemptGaps: { value: ["1h"], changedIn: 2 },
};

test("two weeks are equal even if the keys of their time spans are in a different order", () => {
  expect(isSameValue(fromTo, toFrom)).toBe(true);
  expect(isSameValue(fromTo, usualWeek)).toBe(false);
});

test("publishing updates a setting's `changedIn` version only if the setting's value changed", () => {
  const draft = {
    week: { value: toFrom, changedAt: "2026-12-01T00:00:00.000Z" },
    attemptGaps: { value: ["2h" as const], changedAt: "2026-12-01T00:00:00.000Z" },
  };
  expect(publishedSettingsOf(draft, carried, 3)).toEqual({
    week: { value: toFrom, changedIn: 1 },
    attemptGaps: { value: ["2h"], changedIn: 3 },
  });
  expect(publishedSettingsOf({}, carried, 3)).toEqual({});
});

test("a copy sets only settings that differ and that the practice has never changed", () => {
  expect(divideSettings(carried, usual)).toEqual({
    ...{ settings: ["week", "attemptGaps"], keptSettings: [] },
  });
  const own: OwnSettings = {
    week: { value: toFrom, isOwn: true },
    attemptGaps: { value: ["4h"], isOwn: true },
    sources: { value: [], isOwn: false },
  };
  expect(divideSettings(carried, own)).toEqual({ settings: [], keptSettings: ["attemptGaps"] });
  expect(divideSettings({}, usual)).toEqual({ settings: [], keptSettings: [] });
});

const takenIn = (version: number, settings: PublishedSettings = {}) => ({ version, settings });

test.each([
  ["it was added after the copied version", usual, takenIn(1), { isEdited: false }],
  ["the practice took that version", usual, takenIn(2), undefined],
  [
    "the practice has the same value",
    { ...usual, attemptGaps: { value: ["1h"], isOwn: true } } as OwnSettings,
    takenIn(1),
    undefined,
  ],
  [
    "the practice has changed its own value and never took the set's",
    { ...usual, attemptGaps: { value: ["4h"], isOwn: true } } as OwnSettings,
    takenIn(1),
    { from: ["4h"], to: ["1h"], isEdited: true },
  ],
  [
    "the practice still has the value that it took",
    { ...usual, attemptGaps: { value: ["4h"], isOwn: true } } as OwnSettings,
    takenIn(1, { attemptGaps: { value: ["4h"], changedIn: 1 } }),
    { from: ["4h"], to: ["1h"], isEdited: false },
  ],
])("a setting is offered correctly when %s", (_, own, taken, offer) => {
  const { attemptGaps } = settingOffersOf(carried, own, () => taken);
  if (offer) expect(attemptGaps).toMatchObject(offer);
  else expect(attemptGaps).toBeUndefined();
});
