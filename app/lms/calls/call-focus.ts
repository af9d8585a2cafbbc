// Where the keyboard is when the button or the question that had it goes from the page with a call:
// at the question that the press brought, and afterwards at the button again.
import { type RefObject, useEffect } from "react";

let asked: string | null = null;
let kept: { leadId: string; until: number } | null = null;

/** What was done is fetched within this time, and may move the row once more. */
const keptMs = 3000;

/** The question that a press here brings takes the keyboard, once. */
export function goToQuestion(leadId: string): void {
  asked = leadId;
  kept = null;
}

/** For the question's element; one that a page opens with takes the keyboard from nobody. */
export function useQuestionFocus(leadId: string, element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (asked !== leadId) return;
    asked = null;
    element.current?.focus();
  }, [leadId, element]);
}

/** The button that calls this lead takes the keyboard back, if nothing else has it by then. */
export function goBackToCall(leadId: string): void {
  kept = { leadId, until: Date.now() + keptMs };
  const from = document.activeElement;
  if (from instanceof HTMLElement && from.closest("[data-lead]")) from.blur();
}

/** For the element around that button. */
export function useCallFocus(leadId: string, around: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (kept?.leadId !== leadId || Date.now() > kept.until) return;
    if (document.activeElement === document.body) focusShown(around.current);
  });
}

function focusShown(around: HTMLElement | null) {
  const buttons = [...(around?.querySelectorAll<HTMLElement>("a, button") ?? [])];
  buttons.find((one) => one.checkVisibility())?.focus();
}
