// A call, from the tap to its outcome: one tap each.

import { useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { KeyCap } from "#app/lms/shell/key-cap.tsx";
import { useKeys } from "#app/lms/shell/keyboard-shortcuts.ts";
import { callName, nameOf, plainName } from "#app/lms/shell/names.tsx";
import { timeText } from "#app/lms/shell/times.ts";
import { Button, ButtonAnchor } from "#app/ui/button.tsx";
import { Hidden } from "#app/ui/hidden.tsx";
import { IconPhoneOutgoing } from "#app/ui/icons.tsx";
import { useNow } from "#app/ui/now.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { callWords, sameCallWords } from "#content/desk/calls.ts";
import { controlWords } from "#content/desk/controls.ts";
import { outcomeNames, outcomes } from "#content/desk/outcomes.ts";
import { unsavedWords } from "#content/desk/shell.ts";
import type { CallOutcome } from "#contract/call-outcomes.ts";
import type { Lead } from "#contract/leads.ts";
import { focusCallButton, useCallButtonFocus, useOutcomePanelFocus } from "./call-focus.ts";
import { saveCall, useOutboxEntry } from "./call-outbox.ts";
import styles from "./call-panel.module.css";
import { CallbackPicker } from "./callback-picker.tsx";
import { useCall } from "./start-call.tsx";
import { undoCall } from "./undo-call.ts";

/** "I'm calling" on a desktop. On a phone it is the number itself, which the same tap dials. */
export function CallButton({
  lead,
  variant = "solid",
}: {
  lead: Lead;
  variant?: "solid" | "outline";
}) {
  const { press, question } = useCall(lead);
  const name = plainName(nameOf(lead));
  const around = useRef<HTMLDivElement>(null);
  useCallButtonFocus(lead._id, around);
  return (
    <div ref={around}>
      <span className={styles.onDesktop}>
        <Button variant={variant} className={styles.call} onClick={press} data-call={lead._id}>
          <IconPhoneOutgoing size={18} stroke={1.75} aria-hidden />
          {callWords.calling}
          <Hidden> {name}</Hidden>
        </Button>
      </span>
      <span className={styles.onPhone}>
        <ButtonAnchor
          variant={variant}
          className={styles.call}
          href={`tel:${lead.phone}`}
          onClick={press}
        >
          <IconPhoneOutgoing size={20} stroke={1.75} aria-hidden />
          {callWords.call}
          <Hidden> {name}</Hidden>
        </ButtonAnchor>
      </span>
      {question}
    </div>
  );
}

type PanelProps = {
  lead: Lead;
  timeZone: string;
  /** On a phone the panel is a bottom sheet; this moves it back into its row. */
  onPutOff?: () => void;
};

/** Asks for the call's outcome until one is chosen. */
export function OutcomePanel({ lead, timeZone, onPutOff }: PanelProps) {
  const { revalidate } = useRevalidator();
  const panel = useRef<HTMLElement>(null);
  useOutcomePanelFocus(lead._id, panel);
  const [isPicking, setIsPicking] = useState(false);
  const now = useNow();
  const call = lead.openCall;
  const said = useOutboxEntry(call?._id);
  const isSameAsked = said?.refusal?.code === "same_call";
  // The outcome on this device, unless it was rejected; shown before the server has saved it.
  const chosen = said && !said.refusal ? said.request.outcome : undefined;

  useKeys(
    Object.fromEntries(
      outcomes.map(({ outcome }, index) => [String(index + 1), () => pressOutcome(outcome)]),
    ),
  );

  if (!call) return null;

  async function saveOutcome(outcome: CallOutcome, callBackAt?: string, isSameCall?: boolean) {
    if (!call) return;
    if (outcome === "call_back" && !callBackAt) return setIsPicking(true);
    const { isSaved } = await saveCall(lead._id, {
      _id: call._id,
      outcome,
      callBackAt,
      isSameCall,
    });
    if (!isSaved) return revalidate();
    // After an outcome the user expects the row to leave, so stable rows are released. A listener
    // that moves focus to the next lead cancels the event.
    const isFocusHandled = !dispatchEvent(new Event("outcome-saved", { cancelable: true }));
    if (!isFocusHandled) focusCallButton(lead._id);
    showToast(
      isSameCall
        ? { title: sameCallWords.joined }
        : {
            title: `${callWords.saved(outcomeNames[outcome])}.`,
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
    // After an undo the user expects the row to come back.
    dispatchEvent(new Event("call-undone"));
    await revalidate();
  }

  const { start, withName, end } = callWords.question;
  return (
    <section
      ref={panel}
      tabIndex={-1}
      data-called-at={call.calledAt}
      className={`${styles.panel} ${onPutOff ? styles.sheet : ""}`}
      aria-label={`${start}${withName(plainName(lead.firstName))}${end}`}
    >
      <div className={styles.head}>
        <p>
          <strong>
            {start}
            {onPutOff && <span className={styles.person}>{withName(plainName(nameOf(lead)))}</span>}
            {end}
          </strong>
          {!chosen && (
            <span>
              {" "}
              {callWords.pickResult(
                timeText(call.calledAt, now, timeZone).replaceAll(" ", "\u00a0"),
              )}
            </span>
          )}
        </p>
        <div className={styles.actions}>
          <Button variant="quiet" onClick={() => void undo()}>
            {callWords.didNotCall}
          </Button>
          {onPutOff && (
            <Button variant="quiet" className={styles.later} onClick={onPutOff}>
              {callWords.askLater}
            </Button>
          )}
        </div>
      </div>
      {said && !isSameAsked && <UnsavedNote entry={said} />}
      <div className={styles.outcomes}>
        {outcomes.map(({ outcome, name, follows }, index) => (
          <button
            key={outcome}
            type="button"
            data-outcome={outcome}
            className={styles.outcome}
            aria-expanded={outcome === "call_back" ? isPicking : undefined}
            aria-pressed={outcome === chosen}
            onClick={() => void saveOutcome(outcome)}
          >
            <span>
              <strong>{name}</strong>
              <span className={styles.follows}>{follows}</span>
            </span>
            <KeyCap aria-hidden>{index + 1}</KeyCap>
          </button>
        ))}
      </div>
      {isSameAsked && (
        <div role="alert" className={styles.same}>
          <p>
            <strong>{sameCallWords.title}</strong>{" "}
            {lead.lastOutcome &&
              lead.lastCalledAt &&
              sameCallWords.told(
                outcomeNames[lead.lastOutcome],
                timeText(lead.lastCalledAt, now, timeZone),
              )}
          </p>
          <div>
            <Button onClick={() => void answerSameCall(true)}>{sameCallWords.yes}</Button>
            <Button variant="outline" onClick={() => void answerSameCall(false)}>
              {sameCallWords.no}
            </Button>
          </div>
        </div>
      )}
      {isPicking && !isSameAsked && (
        <CallbackPicker
          now={now}
          timeZone={timeZone}
          onPick={(at) => void saveOutcome("call_back", at.toISOString())}
        />
      )}
    </section>
  );
}

/** The state of an unsaved outcome: pending or rejected, and why. */
function UnsavedNote({ entry }: { entry: NonNullable<ReturnType<typeof useOutboxEntry>> }) {
  const { outcome } = entry.request;
  const what = outcome ? outcomeNames[outcome] : callWords.theCall;
  if (entry.refusal || entry.problem) {
    return (
      <p role="alert" className={styles.problem}>
        {entry.refusal?.message ?? unsavedWords.one(what)}
      </p>
    );
  }
  if (!outcome) return null;
  return (
    <p role="status" className={styles.unsaved}>
      {entry.isSaved ? callWords.saved(what) : callWords.saving(what)}
    </p>
  );
}

/** For the focused lead; otherwise for the call that was started last. */
function pressOutcome(outcome: CallOutcome) {
  const current = document.querySelector<HTMLElement>("[data-current] [data-called-at]");
  const button = `[data-outcome="${outcome}"]`;
  (current ?? newestPanel())?.querySelector<HTMLElement>(button)?.click();
}

/** Several calls may wait for an outcome: a keyboard shortcut applies to the newest one. */
function newestPanel(): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLElement>("[data-called-at]")]
    .toSorted((a, b) => (a.dataset.calledAt ?? "").localeCompare(b.dataset.calledAt ?? ""))
    .at(-1);
}
