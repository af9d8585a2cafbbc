// This device's sound settings. Sounds are off by default.
import { useSyncExternalStore } from "react";
import { z } from "zod";
import {
  listenToStorage,
  readOncePerChange,
  storedValue,
  storeText,
} from "#app/ui/device-storage.ts";

const SoundSettings = z.object({
  isOn: z.boolean(),
  /** From 0 to 1. */
  volume: z.number().min(0).max(1),
  /** No sounds play before this time, in milliseconds since 1970. */
  mutedUntil: z.number(),
  /** Whether sounds play while the practice is closed. */
  isAlsoWhenClosed: z.boolean(),
});
export type SoundSettings = z.infer<typeof SoundSettings>;

const name = "alert sounds";
const off: SoundSettings = { isOn: false, volume: 0.6, mutedUntil: 0, isAlsoWhenClosed: false };

const soundSettings = readOncePerChange(() => storedValue(name, SoundSettings) ?? off);

export function useSoundSettings() {
  const settings = useSyncExternalStore(listenToStorage, soundSettings, () => off);
  const change = (changes: Partial<SoundSettings>) =>
    storeText(name, JSON.stringify({ ...settings, ...changes }));
  return [settings, change] as const;
}

/** Returns the next midnight on this device. */
export function tomorrow(now: Date): number {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1).getTime();
}
