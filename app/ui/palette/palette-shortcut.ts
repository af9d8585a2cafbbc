import { useEffect, useEffectEvent } from "react";

/**
 * Ctrl+K or Cmd+K opens the command palette anywhere, also in a field, but not over another dialog.
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
