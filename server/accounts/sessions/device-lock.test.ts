import { expect, test } from "vitest";
import { type DeviceLock, deviceLocksAt, isDeviceLocked } from "./device-lock.ts";

const activeAt = new Date("2026-11-23T15:00:00.000Z");
const unlocked: DeviceLock = {
  sharedAt: new Date("2026-11-23T12:00:00.000Z"),
  idleMinutes: 5,
  unlockedBy: "dana",
  unlockedByLeftAt: null,
  activeAt,
};

test.each<[string, Partial<DeviceLock>, number, boolean]>([
  ["just touched", {}, 0, false],
  ["a millisecond before its time is over", {}, 5 * 60_000 - 1, false],
  ["at exactly its time", {}, 5 * 60_000, true],
  ["long after", {}, 24 * 60 * 60_000, true],
  ["with one minute, after one minute", { idleMinutes: 1 }, 60_000, true],
  ["with fifteen minutes, after fourteen", { idleMinutes: 15 }, 14 * 60_000, false],
  ["nobody has unlocked it", { unlockedBy: null }, 0, true],
  ["the person was deactivated", { unlockedByLeftAt: activeAt }, 0, true],
  ["touched later than now, by another server's clock", {}, -1000, false],
  ["an ordinary device, long after", { sharedAt: null }, 24 * 60 * 60_000, false],
  ["an ordinary device that nobody unlocked", { sharedAt: null, unlockedBy: null }, 0, false],
])("%s", (_name, change, afterMs, isLocked) => {
  const now = new Date(activeAt.getTime() + afterMs);
  expect(isDeviceLocked({ ...unlocked, ...change }, now)).toBe(isLocked);
});

test("a shared device locks its set number of minutes after the last input", () => {
  expect(deviceLocksAt(unlocked)).toEqual(new Date("2026-11-23T15:05:00.000Z"));
  expect(deviceLocksAt({ ...unlocked, unlockedBy: null })).toBeNull();
});
