// A demo's phone numbers are fictional, so a tap on one starts the call on screen but doesn't dial.
import { useEffect } from "react";

export function useNoDialing() {
  useEffect(() => {
    document.addEventListener("click", refuseToDial, { capture: true });
    return () => document.removeEventListener("click", refuseToDial, { capture: true });
  }, []);
}

/** Prevents only the browser's dialing; the link's own click handler still runs. */
function refuseToDial(event: MouseEvent) {
  const { target } = event;
  if (target instanceof Element && target.closest("a[href^='tel:']")) event.preventDefault();
}
