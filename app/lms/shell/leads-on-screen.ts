// The leads that the current screen shows or counts in its own bar. The new-lead alert leaves them
// out.
import { useEffect, useSyncExternalStore } from "react";

const none: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();
let shown = none;

/** Tells the new-lead alert which leads a screen shows. */
export function useShowsLeads(leadIds: string[]): void {
  const ids = leadIds.join(" ");
  useEffect(() => {
    change(new Set(ids.split(" ")));
    return () => change(none);
  }, [ids]);
}

export function useLeadsOnScreen(): ReadonlySet<string> {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shown,
    () => none,
  );
}

function change(next: ReadonlySet<string>) {
  shown = next;
  for (const listener of listeners) listener();
}
