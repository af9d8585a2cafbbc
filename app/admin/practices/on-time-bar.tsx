// Shows how many inquiries were on time, slow and late, as a bar and as text.
import { statusClass, TimelinessIcon, timelinessWord } from "#app/ui/timeliness.tsx";
import type { PracticeFigures } from "#contract/practices.ts";
import type { Bucket } from "#contract/timeliness.ts";
import styles from "./on-time-bar.module.css";

const buckets: Bucket[] = ["lt10", "lt60", "other"];

export function OnTimeBar({ timeDiff }: Pick<PracticeFigures, "timeDiff">) {
  return (
    <div className={styles.parts}>
      <div className={styles.bar} aria-hidden>
        {buckets.map((bucket) => (
          <span
            key={bucket}
            className={statusClass(bucket)}
            style={{ flexGrow: timeDiff[bucket] }}
            hidden={timeDiff[bucket] === 0}
          />
        ))}
      </div>
      <ul>
        {buckets.map((bucket) => (
          <li key={bucket}>
            <TimelinessIcon bucket={bucket} />
            {timeDiff[bucket]} {timelinessWord(bucket).toLowerCase()}
          </li>
        ))}
      </ul>
    </div>
  );
}
