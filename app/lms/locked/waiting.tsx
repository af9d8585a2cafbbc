// Shows the waiting leads in a form that anyone may see: counts, and the clocks of the leads to
// call first. Also plays the desk's sounds.
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
  const { clocks, uncalled, callbacksDue } = waiting;
  const ringing = useMemo(
    () => clocks.flatMap(({ since, heldAt }) => (heldAt === null ? [{ key: since, since }] : [])),
    [clocks],
  );
  const rest = uncalled - clocks.length;
  return (
    <section aria-label={lockedWords.waiting} className={styles.waiting}>
      <Chimes waiting={ringing} callbacksDue={callbacksDue} hours={waiting} />
      <OutsideCounts uncalled={uncalled} callbacksDue={callbacksDue} />
      {clocks.length > 0 && (
        <ul className={styles.clocks}>
          {clocks.map((clock, index) => (
            // Two people may have inquired at the same moment.
            // biome-ignore lint/suspicious/noArrayIndexKey: nothing else tells them apart
            <Wait key={`${clock.since} ${index}`} {...clock} waiting={waiting} />
          ))}
          {rest > 0 && <li>{lockedWords.more(rest)}</li>}
        </ul>
      )}
    </section>
  );
}

type WaitProps = WaitingOutside["clocks"][number] & { waiting: WaitingOutside };

function Wait({ since, heldAt, waiting }: WaitProps) {
  const now = useNow();
  const until = heldAt ? new Date(heldAt) : now;
  const { bucket, elapsedMs } = waitingOf(new Date(since), until, waiting.reading, waiting);
  return (
    <li className={`${styles.clock} ${statusClass(bucket)}`}>
      <TimelinessIcon bucket={bucket} isRunning={heldAt === null} />
      <strong suppressHydrationWarning>{clockFace(elapsedMs).digits}</strong>
      {heldAt ? lockedWords.paused : timelinessWord(bucket)}
    </li>
  );
}
