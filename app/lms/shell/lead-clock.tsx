// A waiting lead's clock, by the reading that the practice chose. While the practice is closed, a
// lead that isn't late says when it is due instead.
import { Clock } from "#app/ui/clock.tsx";
import { waitText } from "#app/ui/clock-text.ts";
import { IconSunrise } from "#app/ui/icons.tsx";
import { dayTimeText, timeText } from "#app/ui/moment-text.ts";
import { useNow } from "#app/ui/now.tsx";
import { waitWords } from "#content/desk/dashboard.ts";
import { useDesk } from "./desk-context.ts";
import styles from "./lead-clock.module.css";
import { useReading } from "./reading.ts";
import { type Waiting, waitingOf } from "./waiting.ts";

/** `heldAt`: a call was started then, and its result is still missing. */
export function useWaiting(since: string, heldAt?: string | undefined): Waiting {
  const { client } = useDesk();
  const reading = useReading();
  const now = useNow();
  return waitingOf(new Date(since), heldAt ? new Date(heldAt) : now, reading, client);
}

/** "Due Monday 8:10 am"; "Late after Monday 8:50 am" for one that is slow already. */
export function dueText(
  { bucket, dueAt }: Extract<Waiting, { kind: "closed" }>,
  now: Date,
  timeZone: string,
): string {
  const at = dayTimeText(dueAt, now, timeZone);
  return bucket === "lt10" ? waitWords.due(at) : waitWords.lateFrom(at);
}

type LeadClockProps = { since: string; heldAt?: string | undefined };

export function LeadClock({ since, heldAt }: LeadClockProps) {
  const { timeZone } = useDesk().client;
  const now = useNow();
  const waiting = useWaiting(since, heldAt);
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
