// The clock of a person who is waiting for a call. While the business is closed, a clock that isn't
// late shows when the call is due instead.
import { Clock } from "#app/ui/clock.tsx";
import { waitText } from "#app/ui/clock-text.ts";
import { IconSunrise } from "#app/ui/icons.tsx";
import { useNow } from "#app/ui/now.tsx";
import { waitWords } from "#content/desk/dashboard.ts";
import { dayTimeText, timeText } from "#contract/moment-text.ts";
import type { Waiting } from "./waiting.ts";
import styles from "./waiting-clock.module.css";

/**
 * Returns a text such as "Due Monday 8:10 am", or "Late after Monday 8:50 am" once a call would no
 * longer be on time.
 */
export function dueText(
  { bucket, dueAt }: Extract<Waiting, { kind: "closed" }>,
  now: Date,
  timeZone: string,
): string {
  const at = dayTimeText(dueAt, now, timeZone);
  return bucket === "lt10" ? waitWords.due(at) : waitWords.lateFrom(at);
}

type WaitingClockProps = {
  waiting: Waiting;
  since: string;
  /** When a call was started whose outcome is still missing. */
  heldAt?: string | undefined;
  timeZone: string;
};

export function WaitingClock({ waiting, since, heldAt, timeZone }: WaitingClockProps) {
  const now = useNow();
  if (waiting.kind === "closed") {
    return (
      <p className={styles.due}>
        <IconSunrise aria-hidden />
        <strong>{dueText(waiting, now, timeZone)}</strong>
        <span suppressHydrationWarning>{waitWords.waiting(waitText(waiting.waitedMs))}</span>
      </p>
    );
  }
  const { elapsedMs, waitedMs } = waiting;
  return (
    <>
      <Clock
        isStrip
        since={since}
        heldAt={heldAt}
        elapsedMs={elapsedMs}
        sinceText={timeText(since, now, timeZone)}
      />
      {elapsedMs < waitedMs && (
        <p className={styles.waited} suppressHydrationWarning>
          {waitWords.waiting(waitText(waitedMs))}
        </p>
      )}
    </>
  );
}
