// The lead whose row has keyboard focus, for components outside the list.
import { useSyncExternalStore } from "react";
import type { Lead } from "#contract/leads.ts";

export type FocusedLead = { lead: Lead; call: (() => void) | null; archive: () => void };

let current: FocusedLead | null = null;
const listeners = new Set<() => void>();

export function setFocusedLead(next: FocusedLead | null) {
  current = next;
  for (const listener of listeners) listener();
}

export function useFocusedLead(): FocusedLead | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
    () => null,
  );
}
