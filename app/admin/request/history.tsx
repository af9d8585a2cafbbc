// A contact request's history, newest first: calls, replies, notes and other changes.
import type { ReactNode } from "react";
import { Link, useLocation } from "react-router";
import { agencyZone } from "#app/admin/agency-hours.ts";
import { Moment } from "#app/ui/at-time.tsx";
import { IconPhoneOutgoing } from "#app/ui/calling/call-icons.ts";
import {
  type Icon,
  IconCalendarTime,
  IconCheck,
  IconCircleCheck,
  IconHistory,
  IconInbox,
  IconMail,
  IconUsers,
  IconX,
} from "#app/ui/icons.tsx";
import { useNow } from "#app/ui/now.tsx";
import {
  closeReasonNames,
  contactRequestOutcomeNames as outcomeNames,
  contactRequestWords as words,
} from "#content/console/contact-requests.ts";
import type {
  ContactRequestCall,
  ContactRequestDetail,
  ContactRequestEvent,
} from "#contract/contact-request-work.ts";
import { dayText, timeText } from "#contract/moment-text.ts";
import styles from "./history.module.css";

type Entry = {
  id: string;
  at: string;
  icon: Icon;
  title: ReactNode;
  text?: string | undefined;
  by?: string | null;
  isVoid?: boolean;
};

export function History({ detail }: { detail: ContactRequestDetail }) {
  const now = useNow();
  const { search } = useLocation();
  const timeOf = (at: string) => timeText(at, now, agencyZone);
  const entries = entriesOf(detail, timeOf, search).toSorted((a, b) => b.at.localeCompare(a.at));
  return (
    <section className={styles.box} aria-labelledby="history">
      <h2 id="history">{words.history}</h2>
      <ol>
        {entries.map(({ id, at, icon: Icon, title, text, by, isVoid }) => (
          <li key={id} data-void={isVoid || undefined}>
            <Icon aria-hidden />
            <div>
              <p className={styles.title}>{title}</p>
              {text && (
                <p className={styles.text} dir="auto">
                  {text}
                </p>
              )}
              <p className={styles.who}>
                {by && `${by}, `}
                <Moment at={at} timeZone={agencyZone}>
                  {timeText(at, now, agencyZone)}
                </Moment>
              </p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Returns the history's entries. `search`: the query of the list next to the request. */
function entriesOf(
  detail: ContactRequestDetail,
  timeOf: (at: string) => string,
  search: string,
): Entry[] {
  const { contactRequest, earlier, calls, events, replies } = detail;
  const { receivedAt, finishedAt } = contactRequest;
  const callIds = new Set(calls.map(({ _id }) => _id));
  const noteOf = (callId: string) => events.find(({ _id }) => _id === callId)?.text;
  return [
    { id: "received", at: receivedAt, icon: IconInbox, title: words.events.received },
    ...(finishedAt && finishedAt !== receivedAt
      ? [{ id: "finished", at: finishedAt, icon: IconInbox, title: words.events.finished }]
      : []),
    ...earlier.map(({ _id, receivedAt: at }) => ({
      ...{ id: _id, at, icon: IconInbox },
      title: <Link to={`/admin/requests/${_id}${search}`}>{words.events.started}</Link>,
    })),
    ...calls.map((call) => ({
      ...{ id: call._id, at: call.calledAt, icon: IconPhoneOutgoing },
      ...{ title: callTitle(call, timeOf), text: noteOf(call._id), by: call.by },
      isVoid: call.voidedAt !== null,
    })),
    ...replies.map(({ _id, createdAt, text, state, by, isOwn }) => ({
      ...{ id: _id, at: createdAt, icon: IconMail, text },
      title: `${isOwn ? words.yourReply : words.replied(by)}, ${words.replyStates[state]}`,
    })),
    ...events
      // A call's note has no entry, because it is shown with the call.
      .filter(({ _id }) => !callIds.has(_id))
      .map((event) => ({
        ...{ id: event._id, at: event.at, icon: eventIcons[event.kind], by: event.by },
        ...{ title: words.events[event.kind], text: textOf(event, timeOf) },
      })),
  ];
}

function callTitle(call: ContactRequestCall, timeOf: (at: string) => string): string {
  const { outcome, callBackAt, voidedAt, isEnteredLater } = call;
  const marks = [
    outcome ? outcomeNames[outcome] : words.callOpen,
    callBackAt && timeOf(callBackAt),
    isEnteredLater && words.enteredLater,
    voidedAt && words.callVoid,
  ];
  return `${words.call}: ${marks.filter(Boolean).join(", ")}`;
}

const eventIcons: Record<ContactRequestEvent["kind"], Icon> = {
  note: IconHistory,
  answered: IconCheck,
  unanswered: IconHistory,
  callback_set: IconCalendarTime,
  closed: IconX,
  reopened: IconHistory,
  invited: IconUsers,
  registered: IconCircleCheck,
  call_booked: IconCalendarTime,
  call_moved: IconCalendarTime,
  call_canceled: IconX,
  step_saved: IconCalendarTime,
  step_done: IconCheck,
};

/** The entries whose text is a time. */
const momentKinds = new Set<string>(["callback_set", "call_booked", "call_moved", "call_canceled"]);

function textOf({ kind, text }: ContactRequestEvent, timeOf: (at: string) => string) {
  if (kind === "closed") return closeReasonNames[text as keyof typeof closeReasonNames];
  if (kind === "step_saved") return stepText(text);
  return momentKinds.has(kind) ? timeOf(text) : text;
}

/**
 * Formats a saved next step. Its text, its due date and the person's name are on three lines; the
 * last two may be empty.
 */
function stepText(saved: string): string {
  const [step, on, who] = saved.split("\n");
  return [step, on && dayText(on, { month: "short", day: "numeric" }), who]
    .filter(Boolean)
    .join(", ");
}
