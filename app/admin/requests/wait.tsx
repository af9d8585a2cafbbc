// Shows a contact request's response time: a running clock, a due callback, or how soon it was
// called.

import { agencyHours, agencyZone } from "#app/admin/agency-hours.ts";
import { IconAlarm } from "#app/ui/calling/call-icons.ts";
import callTime from "#app/ui/calling/call-row-time.module.css";
import { type Waiting, waitingOf } from "#app/ui/calling/waiting.ts";
import { WaitingClock } from "#app/ui/calling/waiting-clock.tsx";
import { overdueText, tookText } from "#app/ui/clock-text.ts";
import { IconMail } from "#app/ui/icons.tsx";
import { useNow } from "#app/ui/now.tsx";
import { TimelinessIcon, timelinessWord } from "#app/ui/timeliness.tsx";
import { contactRequestWords as words } from "#content/console/contact-requests.ts";
import { rowWords } from "#content/desk/dashboard.ts";
import type { ContactRequest } from "#contract/contact-request-work.ts";
import type { CountingMode } from "#contract/figures.ts";
import { timeText } from "#contract/moment-text.ts";
import { bucketOf } from "#contract/timeliness.ts";

export type RowKind = "uncalled" | "due" | "untimed" | "called";

/** Returns the kind of row that the request has, as on a lead desk. */
export function rowKindOf(one: ContactRequest): RowKind {
  if (isWaiting(one)) return "uncalled";
  if (one.state === "callback") return "due";
  return one.attempts > 0 ? "called" : "untimed";
}

/** Returns whether the request's clock is running, and the request isn't closed. */
export function isWaiting({ uncalledSince, state }: ContactRequest): boolean {
  return uncalledSince !== null && ["new", "attempted", "contacted"].includes(state);
}

type Open = { calledAt: string } | null;

export function useWaiting(one: ContactRequest, open: Open, reading: CountingMode): Waiting {
  const now = useNow();
  const since = new Date(one.uncalledSince ?? one.receivedAt);
  return waitingOf(since, open ? new Date(open.calledAt) : now, reading, agencyHours);
}

type WaitProps = { contactRequest: ContactRequest; open: Open; reading: CountingMode };

export function Wait({ contactRequest, open, reading }: WaitProps) {
  const now = useNow();
  const waiting = useWaiting(contactRequest, open, reading);
  const { uncalledSince, state, callBackAt, firstCalledAt, finishedAt } = contactRequest;
  if (uncalledSince && isWaiting(contactRequest)) {
    return (
      <WaitingClock
        waiting={waiting}
        since={uncalledSince}
        heldAt={open?.calledAt}
        timeZone={agencyZone}
      />
    );
  }
  if (state === "callback" && callBackAt) {
    const isDue = new Date(callBackAt) <= now;
    return (
      <p className={`${callTime.took} ${callTime.two}`}>
        <IconAlarm aria-hidden />
        <strong>{rowWords.due(timeText(callBackAt, now, agencyZone))}</strong>
        {isDue && (
          <span className={callTime.note} suppressHydrationWarning>
            {overdueText(new Date(callBackAt), now)}
          </span>
        )}
      </p>
    );
  }
  if (firstCalledAt && finishedAt && contactRequest.isTimed) {
    const tookMs = new Date(firstCalledAt).getTime() - new Date(finishedAt).getTime();
    const bucket = bucketOf(tookMs);
    return (
      <p className={callTime.took}>
        <TimelinessIcon bucket={bucket} />
        <strong>{tookText(tookMs)}</strong>
        <span className={callTime.note}>{timelinessWord(bucket)}</span>
      </p>
    );
  }
  return (
    <p className={`${callTime.took} ${callTime.two}`}>
      <IconMail aria-hidden />
      <span>{words.listNames[state]}</span>
      <span className={callTime.note} suppressHydrationWarning>
        {timeText(contactRequest.receivedAt, now, agencyZone)}
      </span>
    </p>
  );
}
