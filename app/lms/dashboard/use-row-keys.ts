// Keyboard navigation in the queue, which has a current row and selected rows.
import { type FocusEvent, useCallback, useEffect, useRef, useState } from "react";
import { useDeskFocus, useMessage, useSend } from "#app/lms/shell/desk-bus.tsx";
import { isTakenOnce, rowFor } from "#app/lms/shell/desk-focus.ts";
import { useKeys } from "#app/ui/keyboard-shortcuts.ts";
import { maxArchivedAtOnce } from "#contract/archive.ts";
import { isBeingCalled, type Lead } from "#contract/leads.ts";

export type RowKeys = ReturnType<typeof useRowKeys>;

type RowKeysOptions = {
  canChange: boolean;
  /** The leads that are still in the list. */
  selectable: Lead[];
  /** Called with the leads to archive. */
  onArchive: (leads: Lead[]) => void;
};

/** Handles the keys for rows. `leads`: in the order of their rows. */
export function useRowKeys(leads: Lead[], { canChange, selectable, onArchive }: RowKeysOptions) {
  const send = useSend();
  const focus = useDeskFocus();
  const [currentId, setCurrentId] = useState<string | null>(null);
  const [chosenIds, setChosenIds] = useState<ReadonlySet<string>>(new Set());
  const [isChoosing, setIsChoosing] = useState(false);
  const current = leads.find(({ _id }) => _id === currentId) ?? null;
  const chosen = selectable.filter(({ _id }) => chosenIds.has(_id));
  const at = useRef(-1);
  if (current) at.current = leads.indexOf(current);

  function goTo(index: number) {
    const lead = leads[Math.max(0, Math.min(leads.length - 1, index))];
    if (!lead) return document.getElementById("leads")?.focus();
    setCurrentId(lead._id);
    send({ type: "focusLead", leadId: lead._id });
  }
  function pick(index: number) {
    send({ type: "rowPicked" });
    goTo(index);
  }
  const toggle = useCallback((id: string) => {
    setChosenIds((before) => {
      const next = new Set(before);
      if (!next.delete(id) && next.size < maxArchivedAtOnce) next.add(id);
      return next;
    });
  }, []);
  const chooseAll = () =>
    setChosenIds(new Set(selectable.slice(0, maxArchivedAtOnce).map(({ _id }) => _id)));
  const chooseNone = useCallback(() => {
    setChosenIds(new Set());
    setIsChoosing(false);
  }, []);

  function callCurrent() {
    const lead = current ?? leads[0];
    if (lead) send({ type: "callLead", leadId: lead._id });
  }

  useKeys({
    // If the current row is gone, the row that replaced it counts as the next one.
    j: () => pick(current ? at.current + 1 : Math.max(0, at.current)),
    k: () => pick(at.current - 1),
    c: canChange ? callCurrent : null,
    x: canChange && current ? () => toggle(current._id) : null,
    e:
      canChange && (chosen.length > 0 || current)
        ? () => onArchive(chosen.length > 0 ? chosen : current ? [current] : [])
        : null,
    Escape: chosen.length > 0 || isChoosing ? chooseNone : null,
  });
  useMessage("focusFirst", () => goTo(0));
  useMessage("archiveLead", ({ leadId }) => onArchive(leads.filter(({ _id }) => _id === leadId)));

  // Runs after each render, because the outcome panel may close before the list changes, at the
  // same time, or afterward.
  useEffect(() => {
    const { plan } = focus();
    const row = rowFor(plan, leads, at.current);
    if (!plan || row === null) return;
    if (!isTakenOnce(plan) && document.activeElement !== document.body) return;
    goTo(row);
    send({ type: "focusMoved" });
  });

  useEffect(() => {
    const canCall = canChange && current !== null && !isBeingCalled(current);
    send({ type: "leadFocused", current: current && { lead: current, canCall } });
    return () => send({ type: "leadFocused", current: null });
  }, [current, canChange, send]);

  return {
    currentId: current?._id ?? null,
    chosen,
    isChosen: (id: string) => chosenIds.has(id),
    /** Whether every row shows its checkbox. */
    isChoosing: isChoosing || chosen.length > 0,
    beginChoosing: () => setIsChoosing(true),
    toggle,
    chooseAll,
    chooseNone,
    /**
     * Handles focus events in the element around the rows: the focused row becomes the current one.
     */
    onFocusCapture: (event: FocusEvent) => {
      const row = event.target.closest<HTMLElement>("[data-lead]");
      if (row?.dataset.lead) setCurrentId(row.dataset.lead);
    },
  };
}
