// How timely a call was. Color, icon and word are always shown together, so that no one depends on
// just one of them.

import { bucketNames } from "#content/desk/outcomes.ts";
import type { Bucket } from "#contract/timeliness.ts";
import { IconAlertTriangle, IconCircleCheck, IconHourglass, IconStopwatch } from "./icons.tsx";
import styles from "./timeliness.module.css";

const icons = { lt10: IconCircleCheck, lt60: IconHourglass, other: IconAlertTriangle } as const;
const colors = { lt10: styles.onTime, lt60: styles.slow, other: styles.late } as const;

/** Returns the class that sets `--status` to the color of the bucket. */
export function statusClass(bucket: Bucket): string {
  return colors[bucket] ?? "";
}

export function TimelinessIcon({ bucket, isRunning }: { bucket: Bucket; isRunning?: boolean }) {
  const Icon = isRunning && bucket === "lt10" ? IconStopwatch : icons[bucket];
  return (
    <span className={`${styles.icon} ${colors[bucket]}`}>
      <Icon aria-hidden />
    </span>
  );
}

export function timelinessWord(bucket: Bucket): string {
  return bucketNames[bucket];
}
