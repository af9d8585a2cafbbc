// The practice's alert settings, loaded after the first render and shared by all parts of the desk.
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

/** Returns the alert settings, or null if they haven't been loaded yet. */
export function useAlertSettings(): AlertSettings | null {
  return useSyncExternalStore(
    listen,
    () => settings,
    () => null,
  );
}

/**
 * Returns whether the last load of the settings failed. Otherwise they are loaded or still loading.
 */
export function useAlertsFailed(): boolean {
  return useSyncExternalStore(
    listen,
    () => hasFailed,
    () => false,
  );
}

/** Stores the settings that came with a load or with the response to a change. */
export function setAlertSettings(next: AlertSettings | null): void {
  change(next, false);
}

/** Loads the settings. If the server can't be reached, keeps the last settings and returns null. */
export async function loadAlertSettings(): Promise<AlertSettings | null> {
  const outcome = await askApi(() => api.alerts.$get({ query: {} }));
  if (!outcome.isDone) {
    change(settings, true);
    return null;
  }
  setAlertSettings(outcome.answer);
  return outcome.answer;
}
