// A demo's numbers are fictional. A tap on one starts the call on screen but doesn't dial.
import { useEffect } from "react";

export function useNoDialing() {
  useEffect(() => {
    document.addEventListener("click", refuseToDial, { capture: true });
    return () => document.removeEventListener("click", refuseToDial, { capture: true });
  }, []);
}

/** Prevents only the browser's dialing. The link's own handler still runs. */
function refuseToDial(event: MouseEvent) {
  const { target } = event;
  if (target instanceof Element && target.closest("a[href^='tel:']")) event.preventDefault();
}
