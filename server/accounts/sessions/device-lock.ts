// When a shared device is locked. Pure.
import { minuteMs } from "#contract/durations.ts";

/** A session's state as a shared device. `sharedAt` null: it isn't one. */
export type DeviceLock = {
  sharedAt: Date | null;
  idleMinutes: number | null;
  unlockedBy: string | null;
  /** When the person who unlocked it was deactivated. */
  unlockedByLeftAt: Date | null;
  activeAt: Date | null;
};

/** By the server's clock: at exactly `idleMinutes` it is locked. */
export function isDeviceLocked(device: DeviceLock, now: Date): boolean {
  if (!device.sharedAt) return false;
  const locksAt = deviceLocksAt(device);
  return !locksAt || now >= locksAt;
}

/** When it locks without further input; null: it is locked, or isn't a shared device. */
export function deviceLocksAt(device: DeviceLock): Date | null {
  const { sharedAt, idleMinutes, unlockedBy, unlockedByLeftAt, activeAt } = device;
  if (!sharedAt || !unlockedBy || unlockedByLeftAt || !idleMinutes || !activeAt) return null;
  return new Date(activeAt.getTime() + idleMinutes * minuteMs);
}
