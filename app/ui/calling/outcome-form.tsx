// Asks how a call went. One tap chooses the outcome, together with an optional note. The parent
// component saves them.
import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { Button } from "#app/ui/button.tsx";
import { callTimeText } from "#app/ui/clock-text.ts";
import { Dialog } from "#app/ui/dialog.tsx";
import { restoreDraft, saveDraft } from "#app/ui/form-drafts.ts";
import { Hidden } from "#app/ui/hidden.tsx";
import { KeyCap } from "#app/ui/key-cap.tsx";
import { useNow } from "#app/ui/now.tsx";
import { callWords } from "#content/desk/calls.ts";
import type { CallOutcome } from "#contract/call-outcomes.ts";
import { callNoteLength } from "#contract/calls.ts";
import { timeText } from "#contract/moment-text.ts";
import type { BusinessHours } from "#contract/open-time.ts";
import { IconPhoneOutgoing } from "./call-icons.ts";
import { OutcomeChoices, type OutcomeWords } from "./outcome-choices.tsx";
import { OutcomeFrame } from "./outcome-frame.tsx";
import styles from "./outcome-panel.module.css";

type FormProps = {
  panel: RefObject<HTMLDivElement | null>;
  noteForm: RefObject<HTMLFormElement | null>;
  /** The name under which this tab stores the note until it is saved. */
  draft: string;
  /** A note that isn't saved yet. */
  keptNote?: string | undefined;
  calledAt: string;
  /** The first name is part of the panel's accessible name, which screen readers read first. */
  firstName: string;
  name: string;
  number?: ReactNode;
  /** What to know before speaking, such as the person's language. */
  about?: ReactNode;
  /** What the person wants, in the person's own words; an empty string if that isn't known. */
  wish?: string;
  /** What the caller should say first, or an empty string. */
  script?: string;
  /**
   * Whether the page next to the panel shows the number, `about` and the wish. A phone's sheet
   * covers them.
   */
  isBesideCard?: boolean;
  /** Whether the form covers a page, so that it can be put off on every device. */
  isOverPage?: boolean;
  outcomes: OutcomeWords[];
  hours: BusinessHours;
  chosen: CallOutcome | undefined;
  /** Whether the provider reported that nobody answered. */
  isUnanswered?: boolean;
  onChoose: (outcome: CallOutcome, callBackAt?: Date) => void;
  onUndo: () => void;
  /** Moves the form from a phone's bottom sheet back into its row, or off the page. */
  onPutOff?: (() => void) | undefined;
  /** The state of the outcome that was chosen. */
  children?: ReactNode;
};

export function OutcomeForm(props: FormProps) {
  const { panel, noteForm, draft, calledAt, hours, chosen, onPutOff, onUndo } = props;
  const now = useNow();
  const [isRemoving, setIsRemoving] = useState(false);
  const { start, withName, end } = callWords.question;
  const timeCalled = timeText(calledAt, now, hours.timeZone).replaceAll(" ", "\u00a0");

  function onEscape(event: KeyboardEvent<HTMLElement>) {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    event.preventDefault();
    // In a field, Escape only moves the focus back to the panel, where the shortcuts work.
    if (event.target instanceof HTMLInputElement) return panel.current?.focus();
    if (chosen) return;
    if (noteIn(noteForm.current)) setIsRemoving(true);
    else onUndo();
  }

  function leaveNote(event: FormEvent) {
    event.preventDefault();
    panel.current?.focus();
  }

  return (
    <OutcomeFrame
      panel={panel}
      calledAt={calledAt}
      label={`${start}${withName(props.firstName)}${end}`}
      onPutOff={onPutOff}
      onEscape={onEscape}
    >
      <div className={styles.head} data-beside={props.isBesideCard || undefined}>
        <p className={styles.question}>
          {start}
          {withName(props.name)}
          {end}
        </p>
        {props.number && <p className={styles.number}>{props.number}</p>}
        {!chosen && (
          <p className={styles.status}>
            <CallTime since={calledAt} now={now} />
            <span>{callWords.pickResult(timeCalled)}</span>
          </p>
        )}
      </div>
      {(props.about || props.wish) && (
        <div className={styles.told} data-beside={props.isBesideCard || undefined}>
          {props.about && <p className={styles.about}>{props.about}</p>}
          {props.wish && (
            <p className={styles.wish} dir="auto">
              {props.wish}
            </p>
          )}
        </div>
      )}
      {props.script && (
        <p className={styles.script}>
          <strong>{callWords.say}</strong> <span dir="auto">“{props.script}”</span>
        </p>
      )}
      <div className={styles.extras}>
        <form
          ref={noteForm}
          className={styles.note}
          onSubmit={leaveNote}
          onInput={() => saveDraft(draft, noteForm.current)}
        >
          <NoteField draft={draft} kept={props.keptNote} />
        </form>
        <div className={styles.actions}>
          <Button variant="quiet" onClick={onUndo}>
            {callWords.didNotCall}
            <KeyCap aria-hidden>Esc</KeyCap>
          </Button>
          {onPutOff && (
            <Button
              variant="quiet"
              className={props.isOverPage ? undefined : styles.later}
              onClick={onPutOff}
            >
              {callWords.askLater}
            </Button>
          )}
        </div>
      </div>
      {props.children}
      <OutcomeChoices
        outcomes={props.outcomes}
        now={now}
        hours={hours}
        chosen={chosen}
        isUnanswered={!chosen && props.isUnanswered === true}
        onChoose={props.onChoose}
      />
      <RemoveDialog
        isOpen={isRemoving}
        onClose={() => setIsRemoving(false)}
        onRemove={() => {
          setIsRemoving(false);
          onUndo();
        }}
      />
    </OutcomeFrame>
  );
}

type RemoveProps = { isOpen: boolean; onClose: () => void; onRemove: () => void };

/** Asks before the call is removed, because it is easy to press Escape once too often. */
function RemoveDialog({ isOpen, onClose, onRemove }: RemoveProps) {
  const words = callWords.removing;
  return (
    // Keys that are pressed in the dialog must not reach the panel.
    // biome-ignore lint/a11y/noStaticElementInteractions: it only stops event bubbling
    <div onKeyDown={(event) => event.stopPropagation()}>
      <Dialog isOpen={isOpen} onClose={onClose} title={words.title}>
        <p>{words.about}</p>
        <div className={styles.removing}>
          <Button onClick={onClose}>{words.keep}</Button>
          <Button variant="quiet" onClick={onRemove}>
            {words.remove}
          </Button>
        </div>
      </Dialog>
    </div>
  );
}

/** The field for the note. Its text survives a reload and a move between the sheet and the row. */
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

export function noteIn(form: HTMLFormElement | null): string {
  return String((form ? new FormData(form) : null)?.get("note") ?? "").trim();
}

/** Shows how long the call has been running. */
function CallTime({ since, now }: { since: string; now: Date }) {
  const time = callTimeText(since, now);
  if (time === null) return null;
  return (
    <span role="timer" aria-label={callWords.callTime} className={styles.time}>
      <IconPhoneOutgoing size={16} aria-hidden />
      <span suppressHydrationWarning>{time}</span>
    </span>
  );
}
