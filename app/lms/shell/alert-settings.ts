// How the practice hears of new leads, loaded after the first screen and shared by all parts of the
// desk.
import { useSyncExternalStore } from "react";
import { api } from "#app/api.ts";
import { askApi } from "#app/ui/ask-api.ts";
import type { AlertSettings } from "#contract/alerts.ts";

const listeners = new Set<() => void>();
let settings: AlertSettings | null = null;

/** Null: not loaded yet. */
export function useAlertSettings(): AlertSettings | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => settings,
    () => null,
  );
}

/** After a load, or with the answer to a change. */
export function setAlertSettings(next: AlertSettings | null): void {
  settings = next;
  for (const listener of listeners) listener();
}

/** Keeps the last ones when the server cannot be reached. */
export async function loadAlertSettings(): Promise<void> {
  const outcome = await askApi(() => api.alerts.$get({ query: {} }));
  if (outcome.isDone) setAlertSettings(outcome.answer);
}
