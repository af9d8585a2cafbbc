// A merged campaign's plan, and when its merge can be undone.
import { expect, test } from "vitest";
import { dayMs } from "#contract/durations.ts";
import { mergedPlan, type UndoProblem, undoProblemOf } from "./merge-rules.ts";

const none = {
  ...{ budgetCents: null, budgetPeriod: "campaign" as const, script: "" },
  ...{ startsOn: null, endsOn: null, impressions: null, impressionsAsOf: null, days: [] },
};
type Plan = Parameters<typeof mergedPlan>[0];
test.each<[string, Partial<Plan>, Partial<Plan>, Partial<Plan>]>([
  ["nothing", {}, {}, {}],
  [
    "two budgets for the same period",
    { budgetCents: 100 },
    { budgetCents: 50 },
    { budgetCents: 150 },
  ],
  [
    "the only budget, with its period",
    {},
    { budgetCents: 50, budgetPeriod: "month" },
    { budgetCents: 50, budgetPeriod: "month" },
  ],
  [
    "budgets for different periods",
    { budgetCents: 100 },
    { budgetCents: 50, budgetPeriod: "month" },
    {},
  ],
  ["the survivor's script", { script: "Hi" }, { script: "Hello" }, {}],
  ["the only script", {}, { script: "Hello" }, { script: "Hello" }],
  [
    "the earlier start and the later end",
    { startsOn: "2026-03-02", endsOn: "2026-03-05" },
    { startsOn: "2026-03-01", endsOn: "2026-03-06" },
    { startsOn: "2026-03-01", endsOn: "2026-03-06" },
  ],
  ["an open end", { endsOn: "2026-03-05" }, {}, { endsOn: null }],
  [
    "the only opening figure",
    { days: [{ day: "2026-03-01", impressions: 20 }] },
    { impressions: 100, impressionsAsOf: "2026-03-03" },
    { impressions: 120, impressionsAsOf: "2026-03-03" },
  ],
  [
    "two opening figures",
    {
      impressions: 10,
      impressionsAsOf: "2026-03-03",
      days: [{ day: "2026-03-04", impressions: 5 }],
    },
    { impressions: 100, impressionsAsOf: "2026-03-01" },
    { impressions: 110 },
  ],
])("the survivor's plan after a merge: %s", (_, into, from, change) => {
  expect(mergedPlan({ ...none, ...into }, { ...none, ...from })).toEqual(change);
});

const at = new Date("2026-03-01T12:00:00.000Z");
const after = (ms: number) => new Date(at.getTime() + ms);
const exact = { hasUndoData: true, hasLaterMerge: false, isSurvivorDeleted: false };
test.each<[string, Partial<Parameters<typeof undoProblemOf>[0]>, UndoProblem | null]>([
  ["the last millisecond of thirty days", { now: after(30 * dayMs) }, null],
  ["a millisecond after thirty days", { now: after(30 * dayMs + 1) }, "too_late"],
  ["the data for the undo was deleted", { hasUndoData: false }, "too_late"],
  ["another merge has followed", { hasLaterMerge: true, haveDaysChanged: true }, "later_merge"],
  ["the survivor was deleted", { isSurvivorDeleted: true }, "survivor_deleted"],
  ["a moved day was changed", { haveDaysChanged: true }, "days_changed"],
])("whether a merge can be undone: %s", (_, change, problem) => {
  const usual = { now: at, at, ...exact, haveDaysChanged: false };
  expect(undoProblemOf({ ...usual, ...change })).toBe(problem);
});
