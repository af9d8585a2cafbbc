// Keyboard shortcuts of a single key. They are off while the user types or a dialog is open. Users
// can turn them off, because speech input types letters (WCAG 2.1.4).
import { useEffect, useRef, useSyncExternalStore } from "react";

type LeadActions = Record<string, ((event: KeyboardEvent) => void) | null>;

/**
 * Registers `{ c: call }` while the component is mounted; null: the key does nothing at present.
 */
export function useKeys(actions: LeadActions) {
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey) return;
      const action = latest.current[event.key];
      if (!action || isTypingOrInDialog(event.target) || !areKeysOn()) return;
      event.preventDefault();
      action(event);
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
}

/** The user is typing, or is in a dialog, which handles its own keys. */
function isTypingOrInDialog(target: EventTarget | null): boolean {
  if (document.querySelector("dialog[open]")) return true;
  if (!(target instanceof HTMLElement)) return false;
  const field = target.closest<HTMLElement>("input, textarea, select");
  return target.isContentEditable || (field !== null && field.getAttribute("type") !== "checkbox");
}

// Browsers have stored the setting under this key. cspell:ignore single keys
const storageKey = "single keys";
const listeners = new Set<() => void>();

function areKeysOn(): boolean {
  try {
    return localStorage.getItem(storageKey) !== "off";
  } catch {
    return true;
  }
}

/** Whether keyboard shortcuts are on for this device, and a setter. */
export function useShortcutSwitch() {
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
      // Storage is unavailable: the shortcuts stay on.
    }
    for (const listener of listeners) listener();
  };
  return [isOn, turn] as const;
}
