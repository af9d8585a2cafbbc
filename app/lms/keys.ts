// Keys of the desk: single ones, off while somebody types or a dialog is open.
import { useEffect, useRef } from "react";

type Deeds = Record<string, ((event: KeyboardEvent) => void) | null>;

/** `{ c: call }`: what each key does while this part of the page is there; null: nothing now. */
export function useKeys(deeds: Deeds) {
  const latest = useRef(deeds);
  latest.current = deeds;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey) return;
      const deed = latest.current[event.key];
      if (!deed || isElsewhere(event.target)) return;
      event.preventDefault();
      deed(event);
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
}

/** Somebody types, or is in a dialog, which has keys of its own. */
function isElsewhere(target: EventTarget | null): boolean {
  if (document.querySelector("dialog[open]")) return true;
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.closest("input, textarea, select") !== null;
}
