import { useEffect, useEffectEvent } from "react";

/**
 * Opens the command palette on Ctrl+K or Cmd+K, even while a field has the focus, but not while
 * another dialog is open.
 */
export function usePaletteShortcut(onOpen: () => void) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isShortcut = event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey);
    if (!isShortcut || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (!document.querySelector("dialog[open]")) onOpen();
  });
  useEffect(() => {
    const left = new AbortController();
    addEventListener("keydown", (event) => onKey(event), { signal: left.signal });
    return () => left.abort();
  }, []);
}
