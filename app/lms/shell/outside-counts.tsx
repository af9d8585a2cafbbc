// Shows the number of waiting leads to anyone who passes a locked screen, with color, icon and
// words.

import { IconAlarm } from "#app/ui/calling/call-icons.ts";
import { IconCircleCheck, IconStopwatch } from "#app/ui/icons.tsx";
import { lockedWords } from "#content/desk/shared-device.ts";
import styles from "./outside-counts.module.css";

export function OutsideCounts(counts: { uncalled: number; callbacksDue: number }) {
  const { uncalled, callbacksDue } = counts;
  return (
    <ul className={styles.counts}>
      {uncalled > 0 && (
        <li className={styles.uncalled}>
          <IconStopwatch size={20} aria-hidden />
          {lockedWords.uncalled(uncalled)}
        </li>
      )}
      {callbacksDue > 0 && (
        <li className={styles.callbacks}>
          <IconAlarm size={20} aria-hidden />
          {lockedWords.callbacks(callbacksDue)}
        </li>
      )}
      {uncalled + callbacksDue === 0 && (
        <li className={styles.none}>
          <IconCircleCheck size={20} aria-hidden />
          {lockedWords.nothing}
        </li>
      )}
    </ul>
  );
}
