import { expect, test } from "vitest";
import { backfillSince, isPossibleTime } from "./backfill-since.ts";

const now = new Date("2026-03-17T12:00:00.000Z");

test.each([
  ["a form that was never read is read from ninety days ago", null, "2025-12-17T12:00:00.000Z"],
  [
    "a form that was read until an hour ago is read from six hours earlier",
    "2026-03-17T11:00:00.000Z",
    "2026-03-17T05:00:00.000Z",
  ],
  [
    "the whole week is read after an outage of a week",
    "2026-03-10T12:00:00.000Z",
    "2026-03-10T06:00:00.000Z",
  ],
  [
    "ninety days are read after an outage of a year",
    "2025-03-17T12:00:00.000Z",
    "2025-12-17T12:00:00.000Z",
  ],
])("%s", (_, until, since) => {
  expect(backfillSince(until === null ? null : new Date(until), now).toISOString()).toBe(since);
});

test.each([
  ["now", "2026-03-17T12:00:00.000Z", true],
  ["a millisecond from now", "2026-03-17T12:00:00.001Z", false],
  ["ninety days ago", "2025-12-17T12:00:00.000Z", true],
  ["ninety days and six hours ago, and listed late", "2025-12-17T06:00:00.000Z", true],
  ["a millisecond before ninety days and six hours ago", "2025-12-17T05:59:59.999Z", false],
  ["in 1970", "1970-01-01T00:00:01.000Z", false],
  ["in 1900", "1900-01-01T00:00:00.000Z", false],
])("a lead submitted %s (%s) has a possible time: %s", (_, at, isPossible) => {
  expect(isPossibleTime(new Date(at), now)).toBe(isPossible);
});
