// Single-key keyboard shortcuts. They are off while the user types or a dialog is open. Users can
// turn them off, because speech input types letters (WCAG 2.1.4).
import { type RefObject, useEffectEvent, useLayoutEffect, useSyncExternalStore } from "react";
import { listenToStorage, storedText, storeText } from "./device-storage.ts";

type KeyActions = Record<string, ((event: KeyboardEvent) => void) | null>;

/**
 * Registers keys such as `{ c: call }` while the component is mounted. A key with null does nothing
 * for now. `own`: the element that the keys belong to; if an open dialog contains it, the keys work
 * inside the dialog.
 */
export function useKeys(actions: KeyActions, own?: RefObject<HTMLElement | null>) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey) return;
    const action = actions[event.key];
    const isBusy = isTyping(event.target) || isBehindDialog(own?.current);
    if (!action || isBusy || !areKeysOn()) return;
    event.preventDefault();
    action(event);
  });
  // A layout effect runs before the element is painted, because a key press may follow immediately.
  useLayoutEffect(() => {
    const left = new AbortController();
    addEventListener("keydown", (event) => onKey(event), { signal: left.signal });
    return () => left.abort();
  }, []);
}

/** Returns whether an open dialog handles the keys, because it doesn't contain `own`. */
function isBehindDialog(own: HTMLElement | null | undefined): boolean {
  const dialog = document.querySelector("dialog[open]");
  return dialog !== null && !(own && dialog.contains(own));
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  const field = target.closest<HTMLElement>("input, textarea, select");
  return target.isContentEditable || (field !== null && field.getAttribute("type") !== "checkbox");
}

// Browsers already store the setting under this key. cspell:ignore single keys
const storageKey = "single keys";

const areKeysOn = () => storedText(storageKey) !== "off";

/** Returns whether keyboard shortcuts are on for this device, and a setter. */
export function useShortcutSwitch() {
  const isOn = useSyncExternalStore(listenToStorage, areKeysOn, () => true);
  const turn = (on: boolean) => storeText(storageKey, on ? "on" : "off");
  return [isOn, turn] as const;
}
