// Returns the focus to where the user was on the page, once a question that took it is gone.
import { type FocusEvent, useEffect, useRef } from "react";
import { useSend } from "#app/lms/shell/desk-bus.tsx";

/**
 * Returns the properties of the element around the question. `isOpen`: whether the question is
 * shown.
 */
export function useReturningFocus(isOpen: boolean) {
  const send = useSend();
  const around = useRef<HTMLDivElement>(null);
  const before = useRef<HTMLElement | null>(null);
  useEffect(() => {
    if (!isOpen) return;
    return () => {
      // The user may have moved on to another part of the page.
      if (document.activeElement !== document.body || !before.current) return;
      before.current.focus();
      send({ type: "focusMoved" });
    };
  }, [isOpen, send]);

  function remember(from: Element | null) {
    if (around.current?.contains(from)) return;
    before.current = from instanceof HTMLElement && from !== document.body ? from : null;
  }

  return {
    ref: around,
    // Some browsers take the focus from a field before a click on a button, and don't say from
    // where.
    onPointerDownCapture: () => remember(document.activeElement),
    onFocusCapture({ relatedTarget }: FocusEvent) {
      if (relatedTarget) remember(relatedTarget);
    },
  };
}
