// A running clock: digits, a label, the time left, and a bar with the five-minute goal. It isn't a
// live region, because screen readers announce crossed limits, not each second.

import styles from "./clock.module.css";
import { clockFace } from "./clock-text.ts";
import { useNow } from "./now.tsx";
import { statusClass, TimelinessIcon } from "./timeliness.tsx";
import { useWords } from "./words.ts";

type ClockProps = {
  since: string;
  sinceText: string;
  /** When a call was started whose outcome is still missing. The clock is paused at that time. */
  heldAt?: string | undefined;
  /** How long the clock has run, if it doesn't count all hours since its start. */
  elapsedMs?: number | undefined;
  /** On phones, whether the bar is next to the digits, in a strip above the name. */
  isStrip?: boolean;
};

export function Clock({ since, sinceText, heldAt, elapsedMs, isStrip }: ClockProps) {
  const words = useWords();
  const now = useNow();
  const until = heldAt ? new Date(heldAt) : now;
  const face = clockFace(elapsedMs ?? until.getTime() - new Date(since).getTime(), words.time);
  const percent = (part: number) => `${Math.round(part * 1000) / 10}%`;
  return (
    <div
      className={`${styles.clock} ${isStrip ? styles.strip : ""} ${statusClass(face.bucket)}`}
      data-urgent={(face.isUrgent && !heldAt) || undefined}
      data-held={heldAt ? true : undefined}
      data-late={face.bucket === "other" || undefined}
    >
      <div className={styles.face}>
        <span className={styles.digits} suppressHydrationWarning>
          {face.digits}
        </span>
        <span className={styles.words}>
          <span className={styles.word}>
            <TimelinessIcon bucket={face.bucket} isRunning={!heldAt} />
            {words.buckets[face.bucket]}
          </span>
          <span suppressHydrationWarning>{heldAt ? words.clock.held : face.next}</span>
        </span>
      </div>
      <div className={styles.scale} aria-hidden>
        <div className={styles.bar}>
          <div
            className={styles.filled}
            style={{ width: percent(face.filled) }}
            suppressHydrationWarning
          />
        </div>
        {face.goalAt !== null && (
          <>
            <div className={styles.tick} style={{ left: percent(face.goalAt) }} />
            <span className={styles.goal} style={{ left: percent(face.goalAt) }}>
              {face.bucket === "lt10" ? words.clock.goal : "10:00"}
            </span>
            <span className={styles.end}>{face.endLabel}</span>
          </>
        )}
        {face.goalAt === null && (
          <span className={styles.since}>{words.clock.since(sinceText)}</span>
        )}
      </div>
    </div>
  );
}
