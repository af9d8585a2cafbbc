// Keyboard navigation of the queue: a current row, and selected rows.
import { type FocusEvent, useCallback, useEffect, useRef, useState } from "react";
import { setFocusedLead } from "#app/lms/shell/focused-lead.ts";
import { useKeys } from "#app/lms/shell/keyboard-shortcuts.ts";
import { maxArchivedAtOnce } from "#contract/archive.ts";
import type { Lead } from "#contract/leads.ts";

/** How long focus may wait to move on after an outcome: the list has to be refetched first. */
const longestWaitMs = 15_000;
/** Within this time the focused row may be rendered again under another heading. */
const keptMs = 2000;

export type RowKeys = ReturnType<typeof useRowKeys>;

/** `leads` in the order of their rows. `onArchive` receives the leads to archive. */
export function useRowKeys(
  leads: Lead[],
  { canChange, onArchive }: { canChange: boolean; onArchive: (leads: Lead[]) => void },
) {
  const [currentId, setCurrentId] = useState<string | null>(null);
  const [chosenIds, setChosenIds] = useState<ReadonlySet<string>>(new Set());
  const [isChoosing, setIsChoosing] = useState(false);
  const current = leads.find(({ _id }) => _id === currentId) ?? null;
  const chosen = leads.filter(({ _id }) => chosenIds.has(_id));
  const at = useRef(-1);
  if (current) at.current = leads.indexOf(current);

  const goTo = useCallback(
    (index: number) => {
      const lead = leads[Math.max(0, Math.min(leads.length - 1, index))];
      if (!lead) return document.getElementById("leads")?.focus();
      setCurrentId(lead._id);
      document.querySelector<HTMLElement>(`[data-lead="${lead._id}"] [data-name]`)?.focus();
    },
    [leads],
  );
  const toggle = useCallback((id: string) => {
    setChosenIds((before) => {
      const next = new Set(before);
      if (!next.delete(id) && next.size < maxArchivedAtOnce) next.add(id);
      return next;
    });
  }, []);
  const chooseNone = useCallback(() => {
    setChosenIds(new Set());
    setIsChoosing(false);
  }, []);

  useKeys({
    // If the current row is gone, the row that replaced it is next.
    j: () => goTo(current ? at.current + 1 : Math.max(0, at.current)),
    k: () => goTo(at.current - 1),
    c: canChange ? () => callOf(current?._id ?? leads[0]?._id)?.click() : null,
    x: canChange && current ? () => toggle(current._id) : null,
    e:
      canChange && (chosen.length > 0 || current)
        ? () => onArchive(chosen.length > 0 ? chosen : current ? [current] : [])
        : null,
    Escape: chosen.length > 0 || isChoosing ? chooseNone : null,
  });

  // After an outcome, focus moves to the lead that has waited longest, or stays in place.
  const pendingMove = useRef<{ until: number; isInPlace: boolean; hasGone: boolean } | null>(null);
  const planMove = useCallback((isInPlace: boolean) => {
    pendingMove.current = { until: Date.now() + longestWaitMs, isInPlace, hasGone: false };
  }, []);
  useEffect(() => {
    const moveToNext = (event: Event) => {
      event.preventDefault();
      planMove(false);
    };
    // Any other input cancels the focus move.
    const cancelMove = () => {
      if (pendingMove.current?.hasGone) pendingMove.current = null;
    };
    const left = new AbortController();
    const { signal } = left;
    addEventListener("outcome-saved", moveToNext, { signal });
    addEventListener("keydown", cancelMove, { signal, capture: true });
    addEventListener("pointerdown", cancelMove, { signal, capture: true });
    return () => left.abort();
  }, [planMove]);
  // After each render: the outcome panel may close before, with or after the change of the list.
  useEffect(() => {
    const move = pendingMove.current;
    if (!move || Date.now() > move.until || document.activeElement !== document.body) return;
    if (!move.hasGone) move.until = Date.now() + keptMs;
    move.hasGone = true;
    const next = leads.findIndex((lead) => lead.uncalledSince && !lead.openCall);
    goTo(next < 0 || move.isInPlace ? at.current : next);
  });

  // Leads to focus as soon as they have a row.
  const toFocus = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const first = leads.findIndex(({ _id }) => toFocus.current.has(_id));
    if (first < 0) return;
    toFocus.current = new Set();
    goTo(first);
  }, [leads, goTo]);
  const goToFirstOf = useCallback((those: Lead[]) => {
    toFocus.current = new Set(those.map(({ _id }) => _id));
  }, []);

  const archive = useRef(onArchive);
  archive.current = onArchive;
  useEffect(() => {
    if (!current) return setFocusedLead(null);
    const call = canChange && !current.openCall ? () => callOf(current._id)?.click() : null;
    setFocusedLead({ lead: current, call, archive: () => archive.current([current]) });
    return () => setFocusedLead(null);
  }, [current, canChange]);

  return {
    currentId: current?._id ?? null,
    chosen,
    isChosen: (id: string) => chosenIds.has(id),
    /** Whether each row shows its checkbox. */
    isChoosing: isChoosing || chosen.length > 0,
    beginChoosing: () => setIsChoosing(true),
    toggle,
    chooseNone,
    goToFirstOf,
    /** The focused rows are about to leave: focus stays in their place. */
    stayInPlace: () => planMove(true),
    /** For the element that contains the rows: the row with focus becomes the current one. */
    onFocusCapture: (event: FocusEvent) => {
      const row = event.target.closest<HTMLElement>("[data-lead]");
      if (row?.dataset.lead) setCurrentId(row.dataset.lead);
    },
  };
}

function callOf(id: string | undefined): HTMLElement | null {
  return document.querySelector(`[data-lead="${id}"] [data-call]`);
}
