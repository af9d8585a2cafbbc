import { expect, test } from "vitest";
import { isBackupDue } from "./due-backup.ts";

test.each([
  ["there is no backup yet", null, "2026-11-24T15:00:00.000Z", true],
  ["it is before today's time", "2026-11-23T08:10:00.000Z", "2026-11-24T07:59:59.999Z", false],
  ["it is exactly today's time", "2026-11-23T08:10:00.000Z", "2026-11-24T08:00:00.000Z", true],
  ["today's backup was taken", "2026-11-24T08:10:00.000Z", "2026-11-24T09:10:00.000Z", false],
  [
    "today's backup was taken exactly on time",
    "2026-11-24T08:00:00.000Z",
    "2026-11-24T09:10:00.000Z",
    false,
  ],
  ["the machine was off last night", "2026-11-23T08:10:00.000Z", "2026-11-24T13:10:00.000Z", true],
  ["the machine was off for a week", "2026-11-17T08:10:00.000Z", "2026-11-24T07:10:00.000Z", true],
  [
    "yesterday's backup was taken late",
    "2026-11-23T13:10:00.000Z",
    "2026-11-24T08:10:00.000Z",
    true,
  ],
  ["the clock was ahead", "2026-12-01T08:10:00.000Z", "2026-11-24T08:10:00.000Z", false],
])("the check for a due backup is correct when %s", (_, last, now, isDue) => {
  expect(isBackupDue(last === null ? null : new Date(last), new Date(now))).toBe(isDue);
});
