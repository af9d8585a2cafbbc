// Calls that were started in this browser. Their panels open automatically only here.
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

/** Returns a function that tells whether this browser started a call. */
export function useStartedHere(): (callId: string) => boolean {
  const names = useSyncExternalStore(listenToStorage, startedHere, () => "");
  return (callId) => names.includes(callId);
}
