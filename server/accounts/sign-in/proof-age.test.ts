import { expect, test } from "vitest";
import { isTooOld } from "./proof-age.ts";

const now = new Date("2026-03-19T12:00:00.000Z");

test.each([
  ["2026-03-19T12:00:00.000Z", false],
  ["2026-03-19T11:45:00.001Z", false],
  ["2026-03-19T11:45:00.000Z", true],
  ["2026-03-19T11:44:59.999Z", true],
  ["2025-03-20T12:00:00.000Z", true],
  // This proof is from the future, because another process's clock is ahead.
  ["2026-03-19T12:00:01.000Z", false],
])("a proof from %s is too old at noon: %s", (provenAt, isOld) => {
  expect(isTooOld(new Date(provenAt), now)).toBe(isOld);
});
