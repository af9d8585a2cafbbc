// Merged campaigns' days, at their boundaries.
import { expect, test } from "vitest";
import type { DayParts, StoredFigures } from "#server/db/schema.ts";
import { isKept, mergedDay, partsOf, sumOf, unmergedDay, withReport } from "./day-parts.ts";

const figures = (
  spendCents: number | null,
  origin: StoredFigures["origin"] = "report",
  recordedAt = "2026-03-15T12:00:00.000Z",
): StoredFigures => ({ impressions: null, clicks: null, spendCents, origin, recordedAt });
const later = "2026-03-16T12:00:00.000Z";
const total = (spendCents: number) => ({ ...figures(spendCents, "hand", later), parts: null });

test.each<[string, DayParts, number | null, StoredFigures["origin"]]>([
  ["two reports", { b: figures(10), a: figures(5) }, 15, "report"],
  ["a report and a day entered by hand", { b: figures(10), a: figures(5, "hand") }, 15, "hand"],
  ["zero and an unknown figure", { b: figures(0), a: figures(null) }, 0, "report"],
  ["two unknown figures", { b: figures(null), a: figures(null) }, null, "report"],
  [
    "figures of different origins, with the newest origin,",
    { b: figures(1), a: figures(1, "insights", later) },
    2,
    "insights",
  ],
])("%s add up", (_, parts, spendCents, origin) => {
  expect(sumOf(parts)).toMatchObject({ spendCents, origin });
});

const both = sumOf({ b: figures(10), a: figures(5) });
const hand = sumOf({ b: figures(10), a: figures(5, "hand") });
const broughtBack = { ...total(20), origin: "report" as const };
const oneOfB = sumOf({ b: figures(10) });
/** A report of 7 cents. Null if the day doesn't change. */
test.each<[string, ReturnType<typeof sumOf> | null, "a" | "b", boolean, number | null]>([
  ["a new day of the merged campaign", null, "a", false, 7],
  ["the merged campaign's day beside the survivor's", oneOfB, "a", false, 17],
  ["the merged campaign's day again", both, "a", false, 17],
  ["the survivor's day again", both, "b", false, 12],
  ["a day entered by hand stays", hand, "a", false, null],
  ["the survivor's day beside one entered by hand", hand, "b", false, 12],
  ["a day entered by hand is replaced on request", hand, "a", true, 17],
  ["an entered total stays", total(20), "a", false, null],
  ["an entered total stays for the survivor's report, too", total(20), "b", false, null],
  ["an entered total is replaced as a whole on request", total(20), "a", true, 7],
  ["a restored total isn't doubled", broughtBack, "a", false, null],
  ["a restored total is replaced by the survivor's report", broughtBack, "b", false, 7],
])("a day's spend after a report: %s", (_, day, id, replacesEntered, spendCents) => {
  const at = { survivorId: "b", id, replacesEntered };
  const booked = withReport(day, at, figures(7, "report", later));
  expect(booked?.spendCents ?? null).toBe(spendCents);
});

test("a figure that is missing from a report keeps its value", () => {
  const booked = withReport(
    both,
    { survivorId: "b", id: "a", replacesEntered: false },
    figures(null),
  );
  expect(booked?.spendCents).toBe(15);
});

test("a day entered by hand blocks only its own campaign's reports", () => {
  expect(isKept(hand, "a")).toBe(true);
  expect(isKept(hand, "b")).toBe(false);
  expect(isKept(total(1), "a")).toBe(true);
});

test("an entered total of a campaign with aliases blocks the aliases' reports", () => {
  const parts = partsOf({ ...total(20), day: "2026-03-14" }, "a", ["x"]);
  const day = mergedDay({ b: figures(10) }, parts, later);
  expect(day).toMatchObject({ spendCents: 30, origin: "hand" });
  expect(isKept(day, "x")).toBe(true);
});

const moved = { a: figures(5) };
const undo = { survivorId: "b", members: ["a"], isAlone: true };
test.each<[string, Parameters<typeof unmergedDay>[0], DayParts | null, object | null | "inexact"]>([
  [
    "the day is unchanged",
    both,
    moved,
    { spendCents: 10, parts: null, recordedAt: "2026-03-15T12:00:00.000Z" },
  ],
  ["the day has only the merged campaign's figures", sumOf(moved), moved, null],
  [
    "the merged campaign was reported since",
    sumOf({ b: figures(10), a: figures(5, "report", later) }),
    moved,
    "inexact",
  ],
  [
    "the survivor was reported since",
    sumOf({ b: figures(11, "report", later), a: figures(5) }),
    moved,
    { spendCents: 11 },
  ],
  ["a total was entered since", total(20), moved, "inexact"],
  ["the day was removed since", null, moved, "inexact"],
  [
    "the day was removed, and the survivor was reported again",
    sumOf({ b: figures(9) }),
    moved,
    "inexact",
  ],
  [
    "a later day stays with the survivor",
    sumOf({ a: figures(4, "report", later) }),
    null,
    { spendCents: 4, parts: null },
  ],
  ["a later day beside the survivor's", both, null, { spendCents: 15, parts: null }],
  ["a later total", total(20), null, { spendCents: 20, parts: null }],
])("a day after an undo: %s", (_, day, of, expected) => {
  const left = unmergedDay(day, of, undo);
  if (expected === null || expected === "inexact") expect(left).toBe(expected);
  else expect(left).toMatchObject(expected);
});

test("undoing one merge keeps another merged campaign's figures separate", () => {
  const day = sumOf({ b: figures(10), a: figures(5), c: figures(1) });
  const left = unmergedDay(day, moved, { ...undo, isAlone: false });
  expect(left).toMatchObject({ spendCents: 11, parts: { b: figures(10), c: figures(1) } });
});
