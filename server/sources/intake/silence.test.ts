import { expect, test } from "vitest";
import { isSilent, usualGap } from "./silence.ts";

const weekdays = [{ from: "08:00", to: "17:00" }];
const week = [[], weekdays, weekdays, weekdays, weekdays, weekdays, []];
const tampa = { timeZone: "America/New_York", week, holidays: [] };
const neverOpen = { ...tampa, week: week.map(() => []) };

/**
 * Makes this many lead times, with the given number of hours between them. The last one is at
 * `last`.
 */
function every(hours: number, count: number, last: string): Date[] {
  const end = Date.parse(last);
  return Array.from({ length: count }, (_, index) => new Date(end - index * hours * 3_600_000));
}

// Tuesday, March 17, 2026. Tampa is four hours behind UTC until November 1.
const tuesdayNoon = "2026-03-17T16:00:00Z";
/** One lead on each business day from March 2 through 16. */
const daily = [16, 13, 12, 11, 10, 9, 6, 5, 4, 3, 2].map(
  (day) => new Date(`2026-03-${String(day).padStart(2, "0")}T17:00:00Z`),
);
/** Twenty leads within one hour of each night. */
const nightly = Array.from({ length: 10 }, (_, day) =>
  every(0.05, 20, `2026-03-${String(17 - day).padStart(2, "0")}T07:00:00Z`),
).flat();

test.each([
  ["no leads at all", [], tuesdayNoon, false],
  [
    "nine leads, which are too few to tell",
    every(1, 9, "2026-03-02T16:00:00Z"),
    tuesdayNoon,
    false,
  ],
  ["ten leads, then none for two weeks", every(1, 10, "2026-03-03T16:00:00Z"), tuesdayNoon, true],
  [
    "a lead every half hour, quiet for exactly four business hours",
    every(0.5, 40, "2026-03-17T12:00:00Z"),
    tuesdayNoon,
    false,
  ],
  [
    "a lead every half hour, quiet for a minute more than four business hours",
    every(0.5, 40, "2026-03-17T12:00:00Z"),
    "2026-03-17T16:01:00Z",
    true,
  ],
  [
    "quiet from closing on Friday to opening on Monday",
    every(0.5, 40, "2026-03-13T21:00:00Z"),
    "2026-03-16T12:00:00Z",
    false,
  ],
  [
    "quiet from closing on Friday to Monday afternoon",
    every(0.5, 40, "2026-03-13T21:00:00Z"),
    "2026-03-16T16:30:00Z",
    true,
  ],
  ["one lead a day, quiet for two days", daily, "2026-03-18T17:00:00Z", false],
  ["one lead a day, quiet for four business days", daily, "2026-03-20T20:00:00Z", true],
  [
    "leads only at night, in the evening before the next ones",
    nightly,
    "2026-03-17T20:59:00Z",
    false,
  ],
  ["leads only at night, after a night without any", nightly, "2026-03-18T21:00:00Z", true],
  [
    "leads from more than thirty days ago, which don't count",
    every(1, 60, "2026-02-10T16:00:00Z"),
    tuesdayNoon,
    false,
  ],
  ["leads in the future of a slow clock", every(1, 40, "2026-03-18T16:00:00Z"), tuesdayNoon, false],
] as const)("whether a source is silent: %s", (_, leadTimes, now, expected) => {
  expect(isSilent([...leadTimes], tampa, new Date(now))).toBe(expected);
});

test("silence is measured in wall time for a practice that is never open", () => {
  const leads = every(0.5, 40, "2026-03-14T12:00:00Z");
  expect(isSilent(leads, neverOpen, new Date("2026-03-14T15:59:00Z"))).toBe(false);
  expect(isSilent(leads, neverOpen, new Date("2026-03-14T16:01:00Z"))).toBe(true);
});

test("a holiday doesn't count as silence", () => {
  const leads = every(0.5, 40, "2026-03-16T21:00:00Z");
  const holidays = [{ date: "2026-03-17", name: "A holiday" }];
  expect(isSilent(leads, tampa, new Date("2026-03-17T20:00:00Z"))).toBe(true);
  expect(isSilent(leads, { ...tampa, holidays }, new Date("2026-03-17T20:00:00Z"))).toBe(false);
});

test("a silence in the night of a clock change counts with its actual length", () => {
  const always = week.map(() => [{ from: "00:00", to: "24:00" }]);
  const leads = every(0.5, 40, "2026-03-08T05:00:00Z");
  const hours = { ...tampa, week: always };
  expect(isSilent(leads, hours, new Date("2026-03-08T09:00:00Z"))).toBe(false);
  expect(isSilent(leads, hours, new Date("2026-03-08T09:01:00Z"))).toBe(true);
});

test.each([
  ["nine leads", every(1, 9, tuesdayNoon), null],
  ["one every half hour, silent after four hours", every(0.5, 40, tuesdayNoon), [0.5, 4]],
  // The gaps are nine business hours, or ten when the clocks change.
  ["one each business day", daily, [10, 30]],
])(
  "the usual gap between leads and the length of a silence are computed: %s",
  (_, times, expected) => {
    const gap = usualGap(times, tampa, new Date(tuesdayNoon));
    const inHours = gap && [gap.usualMs / 3_600_000, gap.silentAfterMs / 3_600_000];
    expect(inHours).toEqual(expected);
  },
);
