// Makes the browser's Back close the open dialog instead of leaving the page. No history entry is
// added: the step back is undone before the router notices it. On Android, the browser itself
// closes a modal dialog first. If the page was opened directly, Back leaves it.

type OpenDialog = { position: number | null; close: () => void };

/** The open dialogs, with the topmost one last. */
const open: OpenDialog[] = [];
let isListening = false;
let isReturning = false;

/** Calls `close` on Back. Call the returned function to stop that. */
export function closeOnBack(close: () => void): () => void {
  listen();
  const dialog = { position: positionIn(history.state), close };
  open.push(dialog);
  return () => void open.splice(open.indexOf(dialog), 1);
}

/** Notes that the page behind the open dialogs has a new URL. */
export function noteNewAddress() {
  for (const dialog of open) dialog.position = positionIn(history.state);
}

function listen() {
  if (isListening) return;
  isListening = true;
  // Runs in the capturing phase, and so before the router's listener.
  addEventListener("popstate", onPopState, { capture: true });
}

function onPopState(event: PopStateEvent) {
  if (isReturning) {
    isReturning = false;
    event.stopImmediatePropagation();
    // The dialog is closed only now, because closing may change the URL, and that must be the URL
    // of the dialog's page.
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

/**
 * Returns the entry's position in the history. React Router numbers its entries from the time when
 * the tab was opened.
 */
function positionIn(state: unknown): number | null {
  const isEntry = typeof state === "object" && state !== null && "idx" in state;
  return isEntry && typeof state.idx === "number" ? state.idx : null;
}
