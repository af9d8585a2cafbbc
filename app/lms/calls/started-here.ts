// Remembers the calls that were started in this browser, because a call's panel opens automatically
// only in the browser that started it.
import { useSyncExternalStore } from "react";
import {
  listenToStorage,
  readOncePerChange,
  storedNames,
  storedText,
  storeText,
} from "#app/ui/device-storage.ts";

const prefix = "calls begun here/";
const mostRemembered = 30;

export function rememberStarted(callId: string): void {
  storeText(prefix + callId, new Date().toISOString());
  const oldestFirst = storedNames(prefix).toSorted((a, b) =>
    (storedText(a) ?? "").localeCompare(storedText(b) ?? ""),
  );
  for (const name of oldestFirst.slice(0, -mostRemembered)) storeText(name, null);
}

const startedHere = readOncePerChange(() => storedNames(prefix).join(" "));

/** Returns a function that tells whether a call was started in this browser. */
export function useStartedHere(): (callId: string) => boolean {
  const names = useSyncExternalStore(listenToStorage, startedHere, () => "");
  return (callId) => names.includes(callId);
}
