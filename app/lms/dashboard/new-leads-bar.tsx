// Counts the leads that arrive while the list is in use. The bar has the height of the first
// heading and covers it. When the heading is scrolled away, the bar sticks to the top. So the rows
// don't move.

import { IconArrowUp } from "#app/lms/shell/desk-icons.ts";
import { useWaiting } from "#app/lms/shell/lead-clock.tsx";
import { clockFace, waitText } from "#app/ui/clock-text.ts";
import { KeyCap } from "#app/ui/key-cap.tsx";
import { statusClass, TimelinessIcon } from "#app/ui/timeliness.tsx";
import { newsWords } from "#content/desk/dashboard.ts";
import type { Lead } from "#contract/leads.ts";
import styles from "./new-leads-bar.module.css";

export function NewLeadsBar({ leads, onShow }: { leads: Lead[]; onShow: () => void }) {
  const since = leads.flatMap(({ uncalledSince }) => uncalledSince ?? []).toSorted();
  const due = leads.length - since.length;
  const words = [
    since.length > 0 && newsWords.came(since.length),
    due > 0 && newsWords.due(due),
  ].filter(Boolean);
  return (
    <div className={styles.place}>
      <button type="button" className={styles.bar} onClick={onShow}>
        <IconArrowUp aria-hidden />
        <strong>{words.join(", ")}</strong>
        {since[0] && <Longest since={since[0]} isOnly={since.length === 1} />}
        <span className={styles.show}>
          {newsWords.show} <KeyCap aria-hidden>N</KeyCap>
        </span>
      </button>
    </div>
  );
}

/** Hidden from screen readers, because they announce each new lead and each limit by name. */
function Longest({ since, isOnly }: { since: string; isOnly: boolean }) {
  const waiting = useWaiting(since);
  const { bucket } = waiting;
  const isRunning = waiting.kind === "running";
  return (
    <span className={`${styles.longest} ${isRunning ? statusClass(bucket) : ""}`} aria-hidden>
      {isRunning && <TimelinessIcon bucket={bucket} isRunning />}
      <b>{isRunning ? clockFace(waiting.elapsedMs).digits : waitText(waiting.waitedMs)}</b>
      {!isOnly && <span>{newsWords.longest}</span>}
      <span className={isOnly ? undefined : styles.wide}>{newsWords.waiting}</span>
    </span>
  );
}
