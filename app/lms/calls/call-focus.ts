// Keyboard focus when a call removes the focused button or panel from the page: focus moves to the
// outcome panel that the press opened, and afterwards back to the call button.
import { type RefObject, useEffect } from "react";

let asked: string | null = null;
let kept: { leadId: string; until: number } | null = null;

/** The data is refetched within this time, which may move the row again. */
const keptMs = 3000;

/** The outcome panel that this press opens receives focus once. */
export function focusOutcomePanel(leadId: string): void {
  asked = leadId;
  kept = null;
}

/** For the panel's element. A panel that is open when the page loads does not steal focus. */
export function useOutcomePanelFocus(leadId: string, element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (asked !== leadId) return;
    asked = null;
    element.current?.focus();
  }, [leadId, element]);
}

/** Moves focus back to this lead's call button, unless something else has focus by then. */
export function focusCallButton(leadId: string): void {
  kept = { leadId, until: Date.now() + keptMs };
  const from = document.activeElement;
  if (from instanceof HTMLElement && from.closest("[data-lead]")) from.blur();
}

/** For the element that contains the call button. */
export function useCallButtonFocus(leadId: string, around: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (kept?.leadId !== leadId || Date.now() > kept.until) return;
    if (document.activeElement === document.body) focusShown(around.current);
  });
}

function focusShown(around: HTMLElement | null) {
  const buttons = [...(around?.querySelectorAll<HTMLElement>("a, button") ?? [])];
  buttons.find((one) => one.checkVisibility())?.focus();
}
