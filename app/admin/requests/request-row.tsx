import { useEffect, useEffectEvent, useRef } from "react";
import { Link, useLocation } from "react-router";
import { agencyZone } from "#app/admin/agency-hours.ts";
import { CallButtons } from "#app/ui/calling/call-buttons.tsx";
import row from "#app/ui/calling/call-row.module.css";
import lastCall from "#app/ui/calling/call-row-last-call.module.css";
import { agoText } from "#app/ui/clock-text.ts";
import { IconCalendarTime } from "#app/ui/icons.tsx";
import { useNow } from "#app/ui/now.tsx";
import {
  closeReasonNames,
  contactRequestKinds,
  contactRequestOutcomeNames as outcomeNames,
  contactRequestWords as words,
} from "#content/console/contact-requests.ts";
import { callWords } from "#content/desk/calls.ts";
import { queueWords, rowWords } from "#content/desk/dashboard.ts";
import { languageNames } from "#content/languages.ts";
import { packageTitle } from "#content/marketing.ts";
import type { ContactRequest } from "#contract/contact-request-work.ts";
import type { CountingMode } from "#contract/figures.ts";
import { timeText } from "#contract/moment-text.ts";
import { phoneText } from "#contract/phone.ts";
import { CallPanel } from "./call-panel.tsx";
import { NextStepLine } from "./next-step-line.tsx";
import styles from "./request-row.module.css";
import { useCall } from "./use-call.ts";
import { rowKindOf, useWaiting, Wait } from "./wait.tsx";

/** What the C key does in each row that can be called, by the row's id. */
export type RowCalls = Map<string, () => void>;

type RowProps = {
  contactRequest: ContactRequest;
  /** The request as it was when its row was placed, so that the row's height doesn't change. */
  placed: ContactRequest;
  /** True once the request is no longer in the list. The row stays while the list is in use. */
  isGone: boolean;
  /** Whether this is the first row to call. */
  isNext: boolean;
  reading: CountingMode;
  /** The row adds what the C key does while it can be called. */
  calls: RowCalls;
};

export function RequestRow(props: RowProps) {
  const { contactRequest, placed, isGone, isNext, reading, calls } = props;
  const { search } = useLocation();
  const call = useCall(contactRequest);
  const { open } = call;
  const waiting = useWaiting(contactRequest, open, reading);
  const item = useRef<HTMLLIElement>(null);
  const kind = rowKindOf(contactRequest);
  const urgency = kind === "uncalled" && waiting.kind === "running" ? waiting.bucket : undefined;
  // No row is highlighted while the office is closed.
  const isLoud = isNext && (kind !== "uncalled" || urgency !== undefined);
  const { _id, fullName, email, dials, phone } = contactRequest;
  const canCall = !isGone && !open && dials !== null && !isOver(contactRequest);
  const begin = useEffectEvent(() => void call.begin());
  useEffect(() => {
    if (!canCall) return;
    calls.set(_id, () => begin());
    return () => void calls.delete(_id);
  }, [calls, _id, canCall]);
  return (
    <li ref={item} className={row.item} data-lead={_id} data-gone={isGone || undefined}>
      <div
        className={row.row}
        data-kind={rowKindOf(placed)}
        data-urgency={isGone ? undefined : urgency}
      >
        <div className={row.time}>
          <Wait contactRequest={contactRequest} open={open} reading={reading} />
        </div>
        <div className={row.person}>
          <Link to={`/admin/requests/${_id}${search}`} className={row.name} dir="auto" data-name="">
            {fullName}
          </Link>
          <About contactRequest={contactRequest} />
          <NextStepLine contactRequest={contactRequest} />
        </div>
        <div className={row.phone}>
          {dials ? (
            <a href={`tel:${dials}`} onClick={() => void call.begin()}>
              {phoneText(dials)}
            </a>
          ) : (
            <span className={row.sub}>{phone || words.noNumber}</span>
          )}
          <span className={row.sub} title={email}>
            <span className={styles.address}>{email}</span>
          </span>
          {kind === "called" && <LastCall contactRequest={contactRequest} />}
        </div>
        <div className={row.action}>
          {isGone && (
            <p className={lastCall.last} data-left="">
              {queueWords.gone}
            </p>
          )}
          {!isGone && open && !call.isAsked && (
            <BeingCalled name={fullName} at={open.calledAt} onAnswer={call.ask} />
          )}
          {canCall && dials && (
            <div className={kind === "called" ? lastCall.again : undefined}>
              <CallButtons
                id={_id}
                name={fullName}
                dials={dials}
                variant={isLoud ? "solid" : "outline"}
                onPress={() => void call.begin()}
              />
            </div>
          )}
        </div>
      </div>
      {call.isAsked && !isGone && (
        <CallPanel
          contactRequest={contactRequest}
          call={call}
          onDone={() => focusAfter(item.current)}
        />
      )}
    </li>
  );
}

/**
 * Shows the form that was sent, the package, the requested time and the beginning of the message.
 */
function About({ contactRequest }: { contactRequest: ContactRequest }) {
  const now = useNow();
  const { kind, language, message, contactAt, callBackAt } = contactRequest;
  const { package: chosen, closeReason } = contactRequest;
  const isBooked = contactAt !== null && contactAt === callBackAt;
  const what = [
    contactRequestKinds[kind],
    language !== "en" && languageNames[language],
    closeReason && closeReasonNames[closeReason],
    chosen && packageTitle(chosen),
    message,
  ];
  return (
    <>
      {contactAt && !isOver(contactRequest) && (
        <span className={styles.wants} suppressHydrationWarning>
          <IconCalendarTime size={16} aria-hidden />
          {(isBooked ? words.booked : words.wants)(timeText(contactAt, now, agencyZone))}
        </span>
      )}
      <span className={row.sub} dir="auto">
        {what.filter(Boolean).join(" · ")}
      </span>
    </>
  );
}

function isOver({ state }: ContactRequest): boolean {
  return state === "won" || state === "lost" || state === "closed";
}

type CalledProps = { name: string; at: string; onAnswer: () => void };

/** Says that another device has started a call. The call's panel opens here only on request. */
function BeingCalled({ name, at, onAnswer }: CalledProps) {
  return (
    <button type="button" className={lastCall.answer} onClick={onAnswer}>
      {callWords.beingCalled(timeText(at, useNow(), agencyZone))}
      <span>
        {callWords.addResult} {name}
      </span>
    </button>
  );
}

function LastCall({ contactRequest }: { contactRequest: ContactRequest }) {
  const now = useNow();
  const { lastOutcome, lastCalledAt, attempts } = contactRequest;
  if (!lastOutcome || !lastCalledAt) return null;
  return (
    <p className={lastCall.result}>
      {outcomeNames[lastOutcome]}
      {attempts > 1 && `, ${rowWords.tries(attempts)}`},{" "}
      <time dateTime={lastCalledAt} suppressHydrationWarning>
        {agoText(new Date(lastCalledAt), now)}
      </time>
    </p>
  );
}

/** Moves the focus to the name in the next row, or in this row if it is still there. */
function focusAfter(item: HTMLLIElement | null) {
  const rows = [...document.querySelectorAll<HTMLElement>("[data-lead] [data-name]")];
  const own = item?.querySelector<HTMLElement>("[data-name]");
  (own ?? rows[0])?.focus();
}
