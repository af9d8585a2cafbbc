// When a shared device is locked. Pure.
import { minuteMs } from "#contract/durations.ts";

/** A session's state as a shared device. `sharedAt` is null if it isn't shared. */
export type DeviceLock = {
  sharedAt: Date | null;
  idleMinutes: number | null;
  unlockedBy: string | null;
  /** When the person who unlocked the device was deactivated, or null. */
  unlockedByLeftAt: Date | null;
  activeAt: Date | null;
};

/**
 * Checks by the server's clock whether a device is locked. It locks after exactly `idleMinutes`.
 */
export function isDeviceLocked(device: DeviceLock, now: Date): boolean {
  if (!device.sharedAt) return false;
  const locksAt = deviceLocksAt(device);
  return !locksAt || now >= locksAt;
}

/** Returns when the device locks without further input, or null if it is locked or isn't shared. */
export function deviceLocksAt(device: DeviceLock): Date | null {
  const { sharedAt, idleMinutes, unlockedBy, unlockedByLeftAt, activeAt } = device;
  if (!sharedAt || !unlockedBy || unlockedByLeftAt || !idleMinutes || !activeAt) return null;
  return new Date(activeAt.getTime() + idleMinutes * minuteMs);
}
