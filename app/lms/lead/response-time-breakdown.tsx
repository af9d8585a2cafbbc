// The response time as one line of the contact card, in the practice's counting mode. Expanded, it
// is split by cause: the platform, our import, or the practice. The parts count all hours.
import { useDesk } from "#app/lms/shell/desk-context.ts";
import { Moment } from "#app/ui/at-time.tsx";
import { dueText } from "#app/ui/calling/waiting-clock.tsx";
import { tookText } from "#app/ui/clock-text.ts";
import { useNow } from "#app/ui/now.tsx";
import { TimelinessIcon, timelinessWord } from "#app/ui/timeliness.tsx";
import { delayWords } from "#content/desk/lead.ts";
import type { Inquiry } from "#contract/inquiries.ts";
import { heldSince, type Lead } from "#contract/leads.ts";
import { secondsText, timeText } from "#contract/moment-text.ts";
import styles from "./response-time-breakdown.module.css";
import { responseWaiting, splitResponseTime } from "./response-time-parts.ts";

const steps = [
  "submittedAt",
  "receivedAt",
  "alertedAt",
  "firstSeenAt",
  "firstCalledAt",
  "firstSpokeAt",
] as const;

type BreakdownProps = {
  inquiry: Inquiry;
  lead: Lead;
  timeZone: string;
};

export function ResponseTimeBreakdown({ inquiry, lead, timeZone }: BreakdownProps) {
  const now = useNow();
  const { client } = useDesk();
  const heldAt = heldSince(lead, now);
  const until = heldAt ? new Date(heldAt) : now;
  const parts = splitResponseTime(inquiry, until);
  const waiting = responseWaiting(inquiry, until, client);
  const { bucket } = waiting;
  const isOver = inquiry.firstCalledAt !== null;
  const isPaused = !isOver && waiting.kind === "closed";
  // The lead's clock, at the top of the card, shows the same time.
  const isRepeated = !isOver && lead.uncalledSince !== null;
  return (
    <details className={styles.split}>
      <summary>
        <h2 className={styles.name}>{delayWords.name}</h2>
        <span className={styles.line}>
          {!isRepeated && (
            <>
              <TimelinessIcon bucket={bucket} isRunning={!isOver} />
              <strong suppressHydrationWarning>
                {isPaused ? dueText(waiting, now, timeZone) : tookText(waiting.elapsedMs)}
              </strong>
              {!isPaused && (
                <span suppressHydrationWarning>
                  {isOver ? timelinessWord(bucket) : delayWords.soFar}
                </span>
              )}
            </>
          )}
        </span>
      </summary>
      <div className={styles.bar} aria-hidden>
        {parts.map(({ name, ms }) => (
          <div key={name} className={styles[name]} style={{ flexGrow: Math.max(ms, 1) }} />
        ))}
      </div>
      <ul className={styles.parts}>
        {parts.map(({ name, ms }) => (
          <li key={name} suppressHydrationWarning>
            <span className={`${styles.swatch} ${styles[name]}`} aria-hidden />
            {delayWords.parts[name]} <strong>{tookText(ms)}</strong>
          </li>
        ))}
      </ul>
      <dl className={styles.steps}>
        {steps.map((step, index) => {
          const isPassed = steps.slice(index + 1).some((later) => inquiry[later]);
          return (
            <div key={step}>
              <dt>{delayWords.steps[step]}</dt>
              <dd>
                <Step at={inquiry[step]} isPassed={isPassed} now={now} timeZone={timeZone} />
              </dd>
            </div>
          );
        })}
      </dl>
      {inquiry.isFirstCallEnteredLater && <p>{delayWords.loggedLater}</p>}
    </details>
  );
}

/**
 * One step of the response time. `isPassed`: a later step was reached without this one, for example
 * by a call through the API.
 */
function Step({
  at,
  isPassed,
  now,
  timeZone,
}: {
  at: string | null;
  isPassed: boolean;
  now: Date;
  timeZone: string;
}) {
  if (!at) return isPassed ? delayWords.notRecorded : delayWords.notYet;
  const day = timeText(at, now, timeZone).replace(/\s*\d+:\d\d [ap]m$/, "");
  return (
    <Moment at={at} timeZone={timeZone}>
      {day && `${day} `}
      {secondsText(at, timeZone)}
    </Moment>
  );
}
