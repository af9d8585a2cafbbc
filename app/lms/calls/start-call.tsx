// Starts a call when a number is tapped or "I'm calling" is pressed. Without a warning it starts
// right away; otherwise it asks for confirmation first.

import { type MouseEvent, type ReactNode, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { useDesk } from "#app/lms/shell/desk-context.ts";
import { callName, Name, plainName } from "#app/lms/shell/names.tsx";
import { clockText, timeText, zoneText } from "#app/lms/shell/times.ts";
import { Button, ButtonAnchor } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { IconClock, IconPhoneOff, IconRepeat } from "#app/ui/icons.tsx";
import { makeId } from "#app/ui/make-id.ts";
import { useNow } from "#app/ui/now.tsx";
import { callWarningWords } from "#content/desk/calls.ts";
import { controlWords } from "#content/desk/controls.ts";
import type { Lead } from "#contract/leads.ts";
import { phoneText } from "#contract/phone.ts";
import { focusOutcomePanel } from "./call-focus.ts";
import { isCallStarting, saveCall } from "./call-outbox.ts";
import { type CallWarning, warningsOf } from "./call-warnings.ts";
import styles from "./start-call.module.css";

/** The press handler, and the confirmation dialog to render next to the button. */
export function useCall(lead: Lead) {
  const { client } = useDesk();
  const { revalidate } = useRevalidator();
  const now = useNow();
  const [asked, setAsked] = useState<Asked | null>(null);
  const isBeginning = useRef(false);

  /** The call's time is now: with a warning, it is the time of the confirmation. */
  async function begin() {
    setAsked(null);
    // Another tap before the outcome was chosen belongs to the same call.
    if (lead.openCall || isBeginning.current || isCallStarting(lead._id)) return;
    isBeginning.current = true;
    focusOutcomePanel(lead._id);
    await saveCall(lead._id, { _id: makeId() });
    await revalidate();
    isBeginning.current = false;
  }

  function press(event: MouseEvent<HTMLElement>) {
    const warnings = lead.openCall ? [] : warningsOf(lead, now, client.timeZone);
    if (warnings.length === 0) return void begin();
    event.preventDefault();
    setAsked({ warnings, dials: event.currentTarget instanceof HTMLAnchorElement });
  }

  const question: ReactNode = asked && (
    <Question
      lead={lead}
      asked={asked}
      now={now}
      timeZone={client.timeZone}
      onCall={() => void begin()}
      onBack={() => setAsked(null)}
    />
  );
  return { press, question };
}

/** The phone number: a tap dials it and starts the call. */
export function NumberLink({ lead }: { lead: Lead }) {
  const { viewAs } = useDesk();
  const { press, question } = useCall(lead);
  if (viewAs) return <span>{phoneText(lead.phone)}</span>;
  return (
    <>
      <a href={`tel:${lead.phone}`} onClick={press}>
        {phoneText(lead.phone)}
      </a>
      {question}
    </>
  );
}

/** The warnings, and whether confirming dials the number. */
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
  return (
    // Keyboard shortcuts belong to the list behind the dialog.
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
        {/* First, so that Enter confirms; a held Enter key does not. */}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the buttons in it are the controls */}
        <div
          className={styles.actions}
          onKeyDown={(event) => event.repeat && event.preventDefault()}
        >
          {asked.dials ? (
            <ButtonAnchor href={`tel:${lead.phone}`} onClick={onCall}>
              {callWarningWords.callAnyway}
            </ButtonAnchor>
          ) : (
            <Button onClick={onCall}>{callWarningWords.callAnyway}</Button>
          )}
          <Button variant="quiet" onClick={onBack}>
            {controlWords.cancel}
          </Button>
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
          <IconPhoneOff size={20} stroke={1.75} aria-hidden />
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
          <IconClock size={20} stroke={1.75} aria-hidden />
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
          <IconRepeat size={20} stroke={1.75} aria-hidden />
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
