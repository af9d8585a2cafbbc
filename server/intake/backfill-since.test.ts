import { expect, test } from "vitest";
import { backfillSince } from "./backfill-since.ts";

const now = new Date("2026-03-17T12:00:00.000Z");

test.each([
  ["never asked: ninety days", null, "2025-12-17T12:00:00.000Z"],
  [
    "asked an hour ago: six hours before that",
    "2026-03-17T11:00:00.000Z",
    "2026-03-17T05:00:00.000Z",
  ],
  ["an outage of a week: all of it", "2026-03-10T12:00:00.000Z", "2026-03-10T06:00:00.000Z"],
  ["an outage of a year: ninety days", "2025-03-17T12:00:00.000Z", "2025-12-17T12:00:00.000Z"],
])("%s", (_, until, since) => {
  expect(backfillSince(until === null ? null : new Date(until), now).toISOString()).toBe(since);
});
