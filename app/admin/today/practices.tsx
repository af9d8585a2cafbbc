// Each practice's summary: how many leads are waiting, and how soon it called in the last seven
// days.
import { Link } from "react-router";
import { ButtonLink } from "#app/ui/button.tsx";
import { clockFace } from "#app/ui/clock-text.ts";
import { Empty } from "#app/ui/empty.tsx";
import { IconAlertTriangle } from "#app/ui/icons.tsx";
import { useNow } from "#app/ui/now.tsx";
import { isFew, shareText } from "#app/ui/share.ts";
import { statusClass, TimelinessIcon, timelinessWord } from "#app/ui/timeliness.tsx";
import { todayWords } from "#content/console/today.ts";
import type { PracticeToday } from "#contract/figures.ts";
import type { Bucket } from "#contract/timeliness.ts";
import styles from "./practices.module.css";

const buckets: Bucket[] = ["lt10", "lt60", "other"];

export function Practices({ practices }: { practices: PracticeToday[] }) {
  return (
    <section className={styles.box} aria-labelledby="practices">
      <h2 id="practices">
        {todayWords.practices} <span>{todayWords.span}</span>
      </h2>
      {practices.length === 0 && (
        <Empty
          action={
            <ButtonLink variant="outline" to="/admin/practices">
              {todayWords.invite}
            </ButtonLink>
          }
        >
          {todayWords.noPractices}
        </Empty>
      )}
      <ul>
        {practices.map((practice) => (
          <li key={practice._id} className={styles.practice}>
            {/* Viewing a practice writes an audit entry, so hovering must not prefetch it. */}
            <Link
              to={`/lms/dashboard?client=${practice._id}`}
              prefetch="none"
              className={styles.name}
            >
              <bdi>{practice.name}</bdi>
            </Link>
            <Waiting practice={practice} />
            {practice.isUnreachable && (
              <p className={styles.unreachable}>
                <IconAlertTriangle size={16} aria-hidden />
                {todayWords.unreachable}
              </p>
            )}
            <Week timeDiff={practice.timeDiff} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The only loud element on this screen: a lead that has not been called yet. */
function Waiting({ practice: { uncalled, waitingSince } }: { practice: PracticeToday }) {
  const now = useNow();
  if (!waitingSince) return <p className={styles.allClear}>{todayWords.nobodyWaits}</p>;
  const face = clockFace(now.getTime() - new Date(waitingSince).getTime());
  return (
    <p className={`${styles.waiting} ${statusClass(face.bucket)}`}>
      <TimelinessIcon bucket={face.bucket} isRunning />
      <span>
        {todayWords.waiting(uncalled)}{" "}
        <strong suppressHydrationWarning>{face.digits.replaceAll(" ", "\u00a0")}</strong>
      </span>
    </p>
  );
}

function Week({ timeDiff }: { timeDiff: PracticeToday["timeDiff"] }) {
  const total = timeDiff.lt10 + timeDiff.lt60 + timeDiff.other;
  if (total === 0) return <p className={styles.allClear}>{todayWords.nobodyAsked}</p>;
  return (
    <div className={styles.week}>
      <p>
        {!isFew(total) && <strong>{shareText(timeDiff.lt10, total)}</strong>}
        <span>{todayWords.onTime(timeDiff.lt10, total)}</span>
      </p>
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
      <ul className={styles.parts}>
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
