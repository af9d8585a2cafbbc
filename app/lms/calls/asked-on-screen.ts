// The leads with a row or a page on this screen that asks for the result of their call. The
// new-lead bar doesn't ask for it a second time.
import { useLayoutEffect, useSyncExternalStore } from "react";

/** How many parts of the screen ask. A lead can be in two lists. */
const asking = new Map<string, number>();
const listeners = new Set<() => void>();

/** Tells the new-lead bar that this part of the screen asks for the results of the lead's calls. */
export function useAsksOnScreen(leadId: string, isOn: boolean): void {
  // A layout effect runs before the bar is painted, so that it never asks as well.
  useLayoutEffect(() => {
    if (!isOn) return;
    count(leadId, 1);
    return () => count(leadId, -1);
  }, [leadId, isOn]);
}

/** Returns those of the leads for which the screen asks. */
export function useAskedOnScreen(leadIds: string[]): ReadonlySet<string> {
  const asked = useSyncExternalStore(
    listen,
    () => leadIds.filter((id) => asking.has(id)).join(" "),
    () => "",
  );
  return new Set(asked.split(" "));
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function count(leadId: string, change: 1 | -1) {
  const left = (asking.get(leadId) ?? 0) + change;
  if (left > 0) asking.set(leadId, left);
  else asking.delete(leadId);
  for (const listener of listeners) listener();
}
