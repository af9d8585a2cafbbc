// Asks how a call went: one tap for the result, which is saved together with an optional note.

import { type FormEvent, type KeyboardEvent, useLayoutEffect, useRef } from "react";
import { useRevalidator } from "react-router";
import { useDeskFocus, useMessage, useSend } from "#app/lms/shell/desk-bus.tsx";
import { askedLead } from "#app/lms/shell/desk-focus.ts";
import { IconPhoneOutgoing } from "#app/lms/shell/desk-icons.ts";
import { KeyCap } from "#app/lms/shell/key-cap.tsx";
import { useKeys } from "#app/lms/shell/keyboard-shortcuts.ts";
import { callName, nameOf, plainName } from "#app/lms/shell/names.tsx";
import { Button } from "#app/ui/button.tsx";
import { digitsText } from "#app/ui/clock-text.ts";
import { restoreDraft, saveDraft } from "#app/ui/form-drafts.ts";
import { Hidden } from "#app/ui/hidden.tsx";
import { timeText } from "#app/ui/moment-text.ts";
import { useNow } from "#app/ui/now.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { callWords, sameCallWords } from "#content/desk/calls.ts";
import { controlWords } from "#content/desk/controls.ts";
import { outcomeNames, outcomes } from "#content/desk/outcomes.ts";
import type { CallOutcome } from "#contract/call-outcomes.ts";
import { callNoteLength } from "#contract/calls.ts";
import type { Lead } from "#contract/leads.ts";
import { leaveRow, useQuestion } from "./call-focus.ts";
import { findEntry } from "./call-outbox.ts";
import { useOutboxEntry } from "./optimistic-leads.ts";
import { OutcomeChoices } from "./outcome-choices.tsx";
import { OutcomeFrame } from "./outcome-frame.tsx";
import styles from "./outcome-panel.module.css";
import { SameCallQuestion, UnsavedNote } from "./outcome-state.tsx";
import { saveCall } from "./send-calls.ts";
import { NumberLink } from "./start-call.tsx";
import { useUndoCall } from "./undo-call.ts";

type PanelProps = {
  lead: Lead;
  timeZone: string;
  /** In the queue, focus moves on to the next lead after the outcome. */
  isInQueue?: boolean;
  /** On a phone the panel is a bottom sheet; this moves it back into its row. */
  onPutOff?: () => void;
};

/** Asks for the call's outcome until one is chosen. */
export function OutcomePanel({ lead, timeZone, isInQueue = false, onPutOff }: PanelProps) {
  const { revalidate } = useRevalidator();
  const send = useSend();
  const focus = useDeskFocus();
  const undoCall = useUndoCall();
  const panel = useRef<HTMLDivElement>(null);
  const noteForm = useRef<HTMLFormElement>(null);
  const now = useNow();
  const call = lead.openCall;
  useQuestion(lead._id, call?.calledAt, panel);
  const said = useOutboxEntry(call?._id);
  const isSameAsked = said?.refusal?.code === "same_call";
  // The outcome on this device, unless it was rejected; shown before the server has saved it.
  const chosen = said && !said.refusal ? said.request.outcome : undefined;
  const draft = `note of call ${call?._id}`;

  useKeys(
    Object.fromEntries(
      outcomes.map(({ outcome }, index) => [String(index + 1), () => answerByKey(outcome)]),
    ),
    panel,
  );
  useMessage("giveOutcome", ({ outcome }) => answer(outcome), lead._id);

  if (!call) return null;

  /** Several panels may be open: the key may be meant for another one. */
  function answerByKey(outcome: CallOutcome) {
    const leadId = askedLead(focus());
    if (leadId) send({ type: "giveOutcome", leadId, outcome });
  }

  /** A callback needs a time: its key goes to the times. */
  function answer(outcome: CallOutcome) {
    if (outcome !== "call_back") return void saveOutcome(outcome);
    panel.current?.querySelector<HTMLElement>("[data-outcome=call_back] button")?.focus();
  }

  async function saveOutcome(outcome: CallOutcome, callBackAt?: string, isSameCall?: boolean) {
    if (!call) return;
    const note = noteIn(noteForm.current);
    const { isSaved } = await saveCall(lead._id, {
      ...{ _id: call._id, outcome, callBackAt, isSameCall },
      note: note || undefined,
    });
    if (!isSaved) {
      // While the outcome waits for the connection, the sheet must not cover the next lead.
      if (!findEntry(call._id)?.refusal) onPutOff?.();
      return revalidate();
    }
    saveDraft(draft, null);
    send({ type: "outcomeSaved", leadId: lead._id, isInQueue });
    if (!isInQueue) leaveRow();
    if (outcome === "booked") {
      const name = plainName(callName(lead));
      send({ type: "leadBooked", leadId: lead._id, callId: call._id, name });
    }
    const what = callWords.withNote(outcomeNames[outcome], note !== "");
    showToast(
      isSameCall
        ? { title: sameCallWords.joined }
        : {
            title: `${callWords.saved(what)}.`,
            message: nameAndTime(callBackAt),
            seconds: 8,
            action: { label: controlWords.undo, onPress: () => void undo() },
          },
    );
    await revalidate();
  }

  function nameAndTime(callBackAt: string | undefined): string {
    const whom = plainName(callName(lead));
    return callBackAt ? `${whom}, ${timeText(callBackAt, now, timeZone)}` : whom;
  }

  /** Sends the outcome again with the answer: is another device's call the same one? */
  async function answerSameCall(isSameCall: boolean) {
    const { outcome, callBackAt } = said?.request ?? {};
    if (outcome) await saveOutcome(outcome, callBackAt, isSameCall);
  }

  async function undo() {
    if (!call) return;
    await undoCall(lead._id, call._id);
    await revalidate();
  }

  function onEscape(event: KeyboardEvent<HTMLElement>) {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    event.preventDefault();
    // From a field Escape only leads back to the keys of the panel.
    if (event.target instanceof HTMLInputElement) return panel.current?.focus();
    if (!chosen) void undo();
  }

  function leaveNote(event: FormEvent) {
    event.preventDefault();
    panel.current?.focus();
  }

  const { start, withName, end } = callWords.question;
  const timeCalled = timeText(call.calledAt, now, timeZone).replaceAll(" ", "\u00a0");
  return (
    <OutcomeFrame
      panel={panel}
      calledAt={call.calledAt}
      label={`${start}${withName(plainName(lead.firstName))}${end}`}
      onPutOff={onPutOff}
      onEscape={onEscape}
    >
      <div className={styles.head}>
        <p className={styles.question}>
          {start}
          {onPutOff && <span className={styles.person}>{withName(plainName(nameOf(lead)))}</span>}
          {end}
        </p>
        {onPutOff && (
          <p className={styles.number}>
            <NumberLink lead={lead} />
          </p>
        )}
        {!chosen && (
          <p className={styles.status}>
            <CallTime since={call.calledAt} now={now} />
            <span>{callWords.pickResult(timeCalled)}</span>
          </p>
        )}
      </div>
      <div className={styles.extras}>
        <form
          ref={noteForm}
          className={styles.note}
          onSubmit={leaveNote}
          onInput={() => saveDraft(draft, noteForm.current)}
        >
          <NoteField draft={draft} kept={said?.request.note} />
        </form>
        <div className={styles.actions}>
          <Button variant="quiet" onClick={() => void undo()}>
            {callWords.didNotCall}
            <KeyCap aria-hidden>Esc</KeyCap>
          </Button>
          {onPutOff && (
            <Button variant="quiet" className={styles.later} onClick={onPutOff}>
              {callWords.askLater}
            </Button>
          )}
        </div>
      </div>
      {said && !isSameAsked && <UnsavedNote entry={said} />}
      {isSameAsked && (
        <SameCallQuestion
          lead={lead}
          timeZone={timeZone}
          onAnswer={(isSame) => void answerSameCall(isSame)}
        />
      )}
      <OutcomeChoices
        now={now}
        chosen={chosen}
        onChoose={(outcome, at) => void saveOutcome(outcome, at?.toISOString())}
      />
    </OutcomeFrame>
  );
}

/** Its text survives a reload, and the change between sheet and row. */
function NoteField({ draft, kept = "" }: { draft: string; kept: string | undefined }) {
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    const form = input.current?.form;
    if (form) restoreDraft(draft, form);
  }, [draft]);
  return (
    <label>
      <span>
        {callWords.note}
        <Hidden>{callWords.withResult}</Hidden>
      </span>
      <input
        ref={input}
        name="note"
        defaultValue={kept}
        maxLength={callNoteLength}
        placeholder={callWords.noteHint}
        autoComplete="off"
        dir="auto"
      />
    </label>
  );
}

function noteIn(form: HTMLFormElement | null): string {
  return String((form ? new FormData(form) : null)?.get("note") ?? "").trim();
}

/** After an hour the result was forgotten, and a running time says nothing. */
const longestCallMs = 60 * 60_000;

/** How long the call has been running. */
function CallTime({ since, now }: { since: string; now: Date }) {
  const elapsedMs = Math.max(0, now.getTime() - new Date(since).getTime());
  if (elapsedMs >= longestCallMs) return null;
  return (
    <span role="timer" aria-label={callWords.callTime} className={styles.time}>
      <IconPhoneOutgoing size={16} aria-hidden />
      <span suppressHydrationWarning>{digitsText(elapsedMs)}</span>
    </span>
  );
}
