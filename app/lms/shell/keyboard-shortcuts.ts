// Keys of the desk: single ones, off while somebody types or a dialog is open, and off altogether
// for whoever wants that: voice control speaks in letters.
import { useEffect, useRef, useSyncExternalStore } from "react";

type LeadActions = Record<string, ((event: KeyboardEvent) => void) | null>;

/** `{ c: call }`: what each key does while this part of the page is there; null: nothing now. */
export function useKeys(actions: LeadActions) {
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey) return;
      const action = latest.current[event.key];
      if (!action || isElsewhere(event.target) || !areKeysOn()) return;
      event.preventDefault();
      action(event);
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
}

/** Somebody types, or is in a dialog, which has keys of its own. */
function isElsewhere(target: EventTarget | null): boolean {
  if (document.querySelector("dialog[open]")) return true;
  if (!(target instanceof HTMLElement)) return false;
  const field = target.closest<HTMLElement>("input, textarea, select");
  return target.isContentEditable || (field !== null && field.getAttribute("type") !== "checkbox");
}

const storageKey = "single keys";
const listeners = new Set<() => void>();

function areKeysOn(): boolean {
  try {
    return localStorage.getItem(storageKey) !== "off";
  } catch {
    return true;
  }
}

/** Whether single keys do anything on this device, and the way to change it. */
export function useKeySwitch() {
  const isOn = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    areKeysOn,
    () => true,
  );
  const turn = (on: boolean) => {
    try {
      localStorage.setItem(storageKey, on ? "on" : "off");
    } catch {
      // A browser that keeps nothing keeps them on.
    }
    for (const listener of listeners) listener();
  };
  return [isOn, turn] as const;
}
