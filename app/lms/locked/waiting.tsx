// The waiting leads, as anyone may see them: counts, and the clocks of the leads to call first.
// Plays sounds like the desk.
import { useMemo } from "react";
import { Chimes } from "#app/lms/layout/chimes.tsx";
import { OutsideCounts } from "#app/lms/shell/outside-counts.tsx";
import { waitingOf } from "#app/ui/calling/waiting.ts";
import { clockFace } from "#app/ui/clock-text.ts";
import { useNow } from "#app/ui/now.tsx";
import { statusClass, TimelinessIcon, timelinessWord } from "#app/ui/timeliness.tsx";
import { lockedWords } from "#content/desk/shared-device.ts";
import type { WaitingOutside } from "#contract/shared-devices.ts";
import styles from "./waiting.module.css";

export function Waiting({ waiting }: { waiting: WaitingOutside }) {
  const { since, uncalled, callbacksDue } = waiting;
  const ringing = useMemo(() => since.map((one) => ({ key: one, since: one })), [since]);
  const rest = uncalled - since.length;
  return (
    <section aria-label={lockedWords.waiting} className={styles.waiting}>
      <Chimes waiting={ringing} callbacksDue={callbacksDue} hours={waiting} />
      <OutsideCounts uncalled={uncalled} callbacksDue={callbacksDue} />
      {since.length > 0 && (
        <ul className={styles.clocks}>
          {since.map((one, index) => (
            // Two people may ask in the same moment.
            // biome-ignore lint/suspicious/noArrayIndexKey: nothing else tells them apart
            <Wait key={`${one} ${index}`} since={one} waiting={waiting} />
          ))}
          {rest > 0 && <li>{lockedWords.more(rest)}</li>}
        </ul>
      )}
    </section>
  );
}

function Wait({ since, waiting }: { since: string; waiting: WaitingOutside }) {
  const { bucket, elapsedMs } = waitingOf(new Date(since), useNow(), waiting.reading, waiting);
  return (
    <li className={`${styles.clock} ${statusClass(bucket)}`}>
      <TimelinessIcon bucket={bucket} isRunning />
      <strong suppressHydrationWarning>{clockFace(elapsedMs).digits}</strong>
      {timelinessWord(bucket)}
    </li>
  );
}
