// How the practice is alerted to new leads. Loaded after the first render and shared by the whole
// desk.
import { useSyncExternalStore } from "react";
import { api } from "#app/api.ts";
import { askApi } from "#app/ui/ask-api.ts";
import type { AlertSettings } from "#contract/alerts.ts";

const listeners = new Set<() => void>();
let settings: AlertSettings | null = null;
let hasFailed = false;

function listen(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function change(next: AlertSettings | null, isFailure: boolean) {
  settings = next;
  hasFailed = isFailure;
  for (const listener of listeners) listener();
}

/** Returns the alert settings, or null if they aren't loaded yet. */
export function useAlertSettings(): AlertSettings | null {
  return useSyncExternalStore(
    listen,
    () => settings,
    () => null,
  );
}

/** Checks whether the last load failed. Otherwise they are loaded or still loading. */
export function useAlertsFailed(): boolean {
  return useSyncExternalStore(
    listen,
    () => hasFailed,
    () => false,
  );
}

/** Stores the settings after a load, or from the response to a change. */
export function setAlertSettings(next: AlertSettings | null): void {
  change(next, false);
}

/** Loads the settings. Keeps the last ones and returns null if the server can't be reached. */
export async function loadAlertSettings(): Promise<AlertSettings | null> {
  const outcome = await askApi(() => api.alerts.$get({ query: {} }));
  if (!outcome.isDone) {
    change(settings, true);
    return null;
  }
  setAlertSettings(outcome.answer);
  return outcome.answer;
}
