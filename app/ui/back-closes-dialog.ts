// The browser's Back closes the open dialog instead of leaving its page. No entry is added to the
// history: a step in it is reversed, and the router isn't notified of either. On Android the
// browser closes a modal dialog first, without a step. A page that was opened directly has no step
// of ours before it, so Back leaves it.

type OpenDialog = { position: number | null; close: () => void };

/** The one on top is last. */
const open: OpenDialog[] = [];
let isListening = false;
let isReturning = false;

/** Calls `close` on Back, until the returned function is called. */
export function closeOnBack(close: () => void): () => void {
  listen();
  const dialog = { position: positionIn(history.state), close };
  open.push(dialog);
  return () => void open.splice(open.indexOf(dialog), 1);
}

/** Notes that the page behind the open dialogs has another address now. */
export function noteNewAddress() {
  for (const dialog of open) dialog.position = positionIn(history.state);
}

function listen() {
  if (isListening) return;
  isListening = true;
  // In the capturing phase, so before the router, which listens too.
  addEventListener("popstate", onPopState, { capture: true });
}

function onPopState(event: PopStateEvent) {
  if (isReturning) {
    isReturning = false;
    event.stopImmediatePropagation();
    // Only now: closing may change the address, which must be that of the dialog's page.
    open.at(-1)?.close();
    return;
  }
  const position = positionIn(event.state);
  const here = open.at(-1)?.position ?? null;
  if (here === null || position === null || position === here) return;
  event.stopImmediatePropagation();
  isReturning = true;
  history.go(here - position);
}

/** React Router numbers its entries since the tab was opened. */
function positionIn(state: unknown): number | null {
  const isEntry = typeof state === "object" && state !== null && "idx" in state;
  return isEntry && typeof state.idx === "number" ? state.idx : null;
}
