// Starts a call when the user taps a number or "I'm calling". If there is a warning, the user must
// confirm it first.

import { type MouseEvent, type ReactNode, useRef, useState } from "react";
import { useNavigate, useRevalidator } from "react-router";
import { useSend } from "#app/lms/shell/desk-bus.tsx";
import { useDesk } from "#app/lms/shell/desk-context.ts";
import { IconClock, IconPhoneOff, IconRepeat } from "#app/lms/shell/desk-icons.ts";
import { callName, Name, plainName } from "#app/lms/shell/names.tsx";
import { Button, ButtonAnchor } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { makeId } from "#app/ui/make-id.ts";
import { useNow } from "#app/ui/now.tsx";
import { callWarningWords } from "#content/desk/calls.ts";
import { controlWords } from "#content/desk/controls.ts";
import { type CallWarning, warningsOf } from "#contract/call-warnings.ts";
import type { Lead } from "#contract/leads.ts";
import { clockText, timeText, zoneText } from "#contract/moment-text.ts";
import { phoneText, withoutExtension } from "#contract/phone.ts";
import { useOutboxEntry } from "./optimistic-leads.ts";
import { isCallStarting, saveCall } from "./send-calls.ts";
import styles from "./start-call.module.css";

/**
 * Returns the click handler, and the confirmation dialog to render next to the button. `onBegin`
 * runs after a tap that has started a call or belongs to the call that is open.
 */
export function useCall(lead: Lead, onBegin?: () => void) {
  const { revalidate } = useRevalidator();
  const send = useSend();
  const isBeginning = useRef(false);
  const said = useOutboxEntry(lead.openCall?._id);
  // Once the call's outcome was chosen on this device, the next tap is a new call, even before the
  // server has the outcome.
  const isOpen = lead.openCall !== null && (!said?.request.outcome || said.refusal !== null);
  const { ask, question } = useWarnings(lead, () => void begin());

  /**
   * Starts the call with the current time, which is the time of the confirmation if there was a
   * warning.
   */
  async function begin() {
    // Until an outcome is chosen, another tap belongs to the same call.
    if (isOpen || isBeginning.current || isCallStarting(lead._id)) return onBegin?.();
    isBeginning.current = true;
    send({ type: "callStarted", leadId: lead._id });
    onBegin?.();
    await saveCall(lead._id, { _id: makeId() });
    await revalidate();
    isBeginning.current = false;
  }

  /** Starts the call or asks for confirmation. Returns whether the call started. */
  function call({ dials }: { dials: boolean }): boolean {
    if (!isOpen) return ask({ dials });
    // Another tap belongs to the open call.
    void begin();
    return true;
  }

  function press(event: MouseEvent<HTMLElement>) {
    const dials = event.currentTarget instanceof HTMLAnchorElement;
    if (!call({ dials })) event.preventDefault();
  }

  return { call, press, question };
}

/**
 * Returns a function that starts a call, or asks for confirmation if there is a warning, and returns
 * whether it started; and the dialog to render next to the button. `dials`: a confirmation also
 * dials the number.
 */
export function useWarnings(lead: Lead, start: () => void) {
  const { client } = useDesk();
  const now = useNow();
  const [asked, setAsked] = useState<Asked | null>(null);

  function ask({ dials }: { dials: boolean }): boolean {
    const warnings = warningsOf(lead, now, client.timeZone);
    if (warnings.length === 0) start();
    else setAsked({ warnings, dials });
    return warnings.length === 0;
  }

  const question: ReactNode = asked && (
    <Question
      lead={lead}
      asked={asked}
      now={now}
      timeZone={client.timeZone}
      onCall={() => {
        setAsked(null);
        start();
      }}
      onBack={() => setAsked(null)}
    />
  );
  return { ask, question };
}

type NumberProps = {
  lead: Lead;
  /** Whether the page has the same link above, so that the Tab key skips this one. */
  isRepeated?: boolean;
  /** Whether a tap also opens the lead's page, because nothing here would ask for the result. */
  opensLead?: boolean;
};

/** Shows the phone number. A tap dials it and starts the call. */
export function NumberLink({ lead, isRepeated, opensLead = false }: NumberProps) {
  const { viewAs } = useDesk();
  const navigate = useNavigate();
  const openLead = () => void navigate(`/lms/lead?id=${lead._id}`);
  const { press, question } = useCall(lead, opensLead ? openLead : undefined);
  if (viewAs) return <span>{phoneText(lead.phone)}</span>;
  return (
    <>
      <a
        href={`tel:${withoutExtension(lead.phone)}`}
        tabIndex={isRepeated ? -1 : undefined}
        onClick={press}
      >
        {phoneText(lead.phone)}
      </a>
      {question}
    </>
  );
}

/** The warnings that are shown, and whether a confirmation also dials the number. */
type Asked = { warnings: CallWarning[]; dials: boolean };

type QuestionProps = {
  lead: Lead;
  asked: Asked;
  now: Date;
  timeZone: string;
  onCall: () => void;
  onBack: () => void;
};

function Question({ lead, asked, now, timeZone, onCall, onBack }: QuestionProps) {
  const isRefused = asked.warnings.some(({ kind }) => kind === "do_not_call");
  const variant = isRefused ? "quiet" : "solid";
  return (
    // The dialog keeps its keys, because the shortcuts would apply to the list behind it.
    // biome-ignore lint/a11y/noStaticElementInteractions: it only stops event bubbling
    <div onKeyDown={(event) => event.stopPropagation()}>
      <Dialog isOpen onClose={onBack} title={callWarningWords.title(plainName(callName(lead)))}>
        <ul className={styles.warnings}>
          {asked.warnings.map((warning) => (
            <li key={warning.kind}>
              <Warning warning={warning} lead={lead} now={now} timeZone={timeZone} />
            </li>
          ))}
        </ul>
        {/* The likelier button comes first and has the focus, so Enter presses it. An Enter key
            that is still held down doesn't. */}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the buttons in it are the controls */}
        <div
          className={styles.actions}
          onKeyDown={(event) => event.repeat && event.preventDefault()}
        >
          {isRefused && <Button onClick={onBack}>{callWarningWords.notCalling}</Button>}
          {asked.dials ? (
            <ButtonAnchor
              variant={variant}
              href={`tel:${withoutExtension(lead.phone)}`}
              onClick={onCall}
            >
              {callWarningWords.callAnyway}
            </ButtonAnchor>
          ) : (
            <Button variant={variant} onClick={onCall}>
              {callWarningWords.callAnyway}
            </Button>
          )}
          {!isRefused && (
            <Button variant="quiet" onClick={onBack}>
              {controlWords.cancel}
            </Button>
          )}
        </div>
      </Dialog>
    </div>
  );
}

type WarningProps = { warning: CallWarning; lead: Lead; now: Date; timeZone: string };

function Warning({ warning, lead, now, timeZone }: WarningProps) {
  switch (warning.kind) {
    case "do_not_call":
      return (
        <>
          <IconPhoneOff size={20} aria-hidden />
          <p>
            <strong>{callWarningWords.doNotCall}</strong>{" "}
            {callWarningWords.since(timeText(warning.since, now, timeZone))}{" "}
            <Name>{warning.reason}</Name>
          </p>
        </>
      );
    case "hour":
      return (
        <>
          <IconClock size={20} aria-hidden />
          <p>
            <strong>
              {callWarningWords.itIs(
                warning.timeZones.map((zone) => clockText(now, zone)).join(callWarningWords.or),
              )}
            </strong>{" "}
            {warning.isGuess
              ? callWarningWords.inAreaCode(
                  lead.phone.slice(2, 5),
                  warning.timeZones.map((zone) => zoneText(now, zone)).join(callWarningWords.or),
                )
              : callWarningWords.unknownPlace}{" "}
            {callWarningWords.hours}
          </p>
        </>
      );
    case "often":
      return (
        <>
          <IconRepeat size={20} aria-hidden />
          <p>
            <strong>
              {lead.attempts > 3 ? callWarningWords.threeOrMore : callWarningWords.three}
            </strong>{" "}
            {callWarningWords.inADay(
              timeText(warning.first, now, timeZone),
              timeText(warning.last, now, timeZone),
            )}{" "}
            {callWarningWords.often}
          </p>
        </>
      );
  }
}
