import { expect, test } from "vitest";
import { isBackupDue } from "./due-backup.ts";

test.each([
  ["there is none yet", null, "2026-11-24T15:00:00.000Z", true],
  ["before today's hour", "2026-11-23T08:10:00.000Z", "2026-11-24T07:59:59.999Z", false],
  ["at today's hour", "2026-11-23T08:10:00.000Z", "2026-11-24T08:00:00.000Z", true],
  ["today's is taken", "2026-11-24T08:10:00.000Z", "2026-11-24T09:10:00.000Z", false],
  ["taken exactly at the hour", "2026-11-24T08:00:00.000Z", "2026-11-24T09:10:00.000Z", false],
  ["the machine was off at night", "2026-11-23T08:10:00.000Z", "2026-11-24T13:10:00.000Z", true],
  ["off for a week", "2026-11-17T08:10:00.000Z", "2026-11-24T07:10:00.000Z", true],
  ["taken late yesterday", "2026-11-23T13:10:00.000Z", "2026-11-24T08:10:00.000Z", true],
  ["a clock that ran ahead", "2026-12-01T08:10:00.000Z", "2026-11-24T08:10:00.000Z", false],
])("the check for a due backup is correct when %s", (_, last, now, isDue) => {
  expect(isBackupDue(last === null ? null : new Date(last), new Date(now))).toBe(isDue);
});
