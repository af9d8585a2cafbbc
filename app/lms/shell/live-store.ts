// Holds the changes to the leads of one practice. The layout adds each change, and the screens read
// them.
import { useSyncExternalStore } from "react";
import type { DeskChange } from "#contract/desk-events.ts";
import { type LiveLeads, noChanges, withChange } from "./live-leads.ts";

export type LiveStore = {
  get: () => LiveLeads;
  add: (change: DeskChange) => void;
  subscribe: (listener: () => void) => () => void;
};

/** The minimum time between two renders during a burst of changes. */
const drawMs = 100;

export function makeLiveStore(): LiveStore {
  const listeners = new Set<() => void>();
  let live = noChanges;
  let drawn = noChanges;
  let isPausing = false;
  const draw = () => {
    isPausing = drawn !== live;
    if (!isPausing) return;
    drawn = live;
    for (const listener of listeners) listener();
    setTimeout(draw, drawMs);
  };
  return {
    get: () => drawn,
    add(change) {
      live = withChange(live, change);
      if (!isPausing) draw();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export function useLiveStore(store: LiveStore): LiveLeads {
  return useSyncExternalStore(store.subscribe, store.get, () => noChanges);
}
