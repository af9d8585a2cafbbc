import { useLayoutEffect, useRef } from "react";
import { agencyHours } from "#app/admin/agency-hours.ts";
import { noteIn, OutcomeForm } from "#app/ui/calling/outcome-form.tsx";
import { useKeys } from "#app/ui/keyboard-shortcuts.ts";
import { contactRequestOutcomes as outcomes } from "#content/console/contact-requests.ts";
import type { CallOutcome } from "#contract/call-outcomes.ts";
import type { ContactRequest } from "#contract/contact-request-work.ts";
import styles from "./call-panel.module.css";
import { noteDraft, type useCall } from "./use-call.ts";

type PanelProps = {
  contactRequest: ContactRequest;
  call: ReturnType<typeof useCall>;
  /** Called after the outcome is saved. */
  onDone?: () => void;
};

/**
 * The calls whose panel has already taken the focus. Needed because a list that reloads during a
 * search mounts the panel again.
 */
const focusedOnce = new Set<string>();

/**
 * Asks how the call went that is open. The panel takes the focus when it first opens, so that its
 * keys work immediately.
 */
export function CallPanel({ contactRequest, call, onDone }: PanelProps) {
  const panel = useRef<HTMLDivElement>(null);
  const noteForm = useRef<HTMLFormElement>(null);
  const { open, chosen, problem } = call;
  const callId = open?._id;

  useLayoutEffect(() => {
    if (callId === undefined || focusedOnce.has(callId)) return;
    focusedOnce.add(callId);
    panel.current?.focus({ preventScroll: true });
    panel.current?.scrollIntoView({ block: "nearest" });
  }, [callId]);

  async function choose(outcome: CallOutcome, at?: Date) {
    if (await call.giveOutcome(outcome, noteIn(noteForm.current), at)) onDone?.();
  }

  /** A callback needs a time, so the key for a callback moves the focus to the times. */
  function answer(outcome: CallOutcome) {
    if (outcome !== "call_back") return void choose(outcome);
    panel.current?.querySelector<HTMLElement>("[data-outcome=call_back] button")?.focus();
  }

  useKeys(
    Object.fromEntries(
      outcomes.map(({ outcome }, index) => [
        String(index + 1),
        () => {
          // Several panels may be open. The key applies to the one that has the focus.
          if (panel.current?.contains(document.activeElement)) answer(outcome);
        },
      ]),
    ),
    panel,
  );

  if (!open) return null;
  const [firstName = ""] = contactRequest.fullName.split(" ", 1);
  return (
    <OutcomeForm
      panel={panel}
      noteForm={noteForm}
      draft={noteDraft(open._id)}
      calledAt={open.calledAt}
      firstName={firstName}
      name={contactRequest.fullName}
      outcomes={outcomes}
      hours={agencyHours}
      chosen={chosen}
      onChoose={(outcome, at) => void choose(outcome, at)}
      onUndo={() => void call.undo(open._id)}
    >
      {problem && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
    </OutcomeForm>
  );
}
