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
  ["a device that was just used is unlocked", {}, 0, false],
  ["a device is unlocked a millisecond before its time is up", {}, 5 * 60_000 - 1, false],
  ["a device is locked exactly when its time is up", {}, 5 * 60_000, true],
  ["a device is locked long after its time is up", {}, 24 * 60 * 60_000, true],
  ["a device set to one minute is locked after one minute", { idleMinutes: 1 }, 60_000, true],
  [
    "a device set to fifteen minutes is unlocked after fourteen",
    { idleMinutes: 15 },
    14 * 60_000,
    false,
  ],
  ["a device that nobody has unlocked is locked", { unlockedBy: null }, 0, true],
  ["a device is locked if its person was deactivated", { unlockedByLeftAt: activeAt }, 0, true],
  [
    "a device whose last use is in the future, by another server's clock, is unlocked",
    {},
    -1000,
    false,
  ],
  [
    "an ordinary device is unlocked long after its last use",
    { sharedAt: null },
    24 * 60 * 60_000,
    false,
  ],
  [
    "an ordinary device is unlocked even if nobody has unlocked it",
    { sharedAt: null, unlockedBy: null },
    0,
    false,
  ],
])("%s", (_name, change, afterMs, isLocked) => {
  const now = new Date(activeAt.getTime() + afterMs);
  expect(isDeviceLocked({ ...unlocked, ...change }, now)).toBe(isLocked);
});

test("a shared device locks the configured number of minutes after the last input", () => {
  expect(deviceLocksAt(unlocked)).toEqual(new Date("2026-11-23T15:05:00.000Z"));
  expect(deviceLocksAt({ ...unlocked, unlockedBy: null })).toBeNull();
});
