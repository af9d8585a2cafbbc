// Moves the keyboard focus during a call: to the outcome panel that a click opens, and back to the
// call button. The rules are in `shell/desk-focus.ts`.
import { type RefObject, useEffect, useLayoutEffect } from "react";
import { useLocation } from "react-router";
import { useDeskFocus, useSend } from "#app/lms/shell/desk-bus.tsx";
import { callHash } from "#app/lms/shell/desk-context.ts";

/**
 * Moves the focus to the outcome panel, which also handles keys. A panel that is already open when
 * the page loads doesn't take the focus.
 */
export function useQuestion(
  leadId: string,
  calledAt: string | undefined,
  panel: RefObject<HTMLElement | null>,
): void {
  const send = useSend();
  const focus = useDeskFocus();
  // A layout effect runs before the panel is painted, because a key press may follow immediately.
  useLayoutEffect(() => {
    if (calledAt === undefined) return;
    send({ type: "questionOpened", leadId, calledAt });
    const { plan } = focus();
    if (plan?.to === "question" && plan.leadId === leadId) {
      panel.current?.focus();
      send({ type: "focusMoved" });
    }
    return () => send({ type: "questionClosed", leadId });
  }, [leadId, calledAt, panel, send, focus]);
}

/** Moves focus within the element that contains the call button. */
export function useCallButtonFocus(leadId: string, around: RefObject<HTMLElement | null>): void {
  const send = useSend();
  const focus = useDeskFocus();
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs even if an alert opens the same page
  useEffect(() => {
    if (hash === callHash) focusShown(around.current);
  }, [hash, key, around]);
  useEffect(() => {
    const { plan } = focus();
    if (plan?.to !== "callButton" || plan.leadId !== leadId) return;
    if (document.activeElement !== document.body) return;
    focusShown(around.current);
    send({ type: "focusMoved" });
  });
}

function focusShown(around: HTMLElement | null) {
  const buttons = [...(around?.querySelectorAll<HTMLElement>("a, button") ?? [])];
  buttons.find((one) => one.checkVisibility())?.focus();
}

/**
 * Blurs the focused element before the list changes, because rows don't move while one of them has
 * the focus. If a lead's id is given, only that lead's row is blurred, because the user may have
 * moved on to another row.
 */
export function leaveRow(leadId?: string): void {
  const from = document.activeElement;
  const row = from?.closest<HTMLElement>("[data-lead]");
  if (!row || (leadId !== undefined && row.dataset.lead !== leadId)) return;
  if (from instanceof HTMLElement) from.blur();
}
