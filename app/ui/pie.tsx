// Calls on time as a ring chart, with the same numbers in a table.
import { Link } from "react-router";
import type { Words } from "#content/words.ts";
import type { Bucket } from "#contract/timeliness.ts";
import { Hidden } from "./hidden.tsx";
import styles from "./pie.module.css";
import { isFew, numberText, shareText } from "./share.ts";
import { statusClass, TimelinessIcon } from "./timeliness.tsx";
import { useWords } from "./words.ts";

export type TimeDiff = Record<Bucket, number>;

const order: Bucket[] = ["lt10", "lt60", "other"];
const size = 124;
const stroke = 16;
const radius = (size - stroke) / 2;
const around = 2 * Math.PI * radius;
const gap = 3;

/** If given, each segment and its number link to the list of the inquiries that they count. */
type LinkTo = (bucket: Bucket) => string;

/** `people`: the word that this page uses for what is counted. */
export function Pie({
  timeDiff,
  linkTo,
  people = "inquiries",
}: {
  timeDiff: TimeDiff;
  linkTo?: LinkTo;
  people?: string;
}) {
  const total = order.reduce((sum, bucket) => sum + timeDiff[bucket], 0);
  const words = useWords();
  return (
    <div>
      <div className={styles.ring}>
        <Ring timeDiff={timeDiff} total={total} linkTo={linkTo} />
        <p className={styles.says}>
          {/* Hidden on screen, because the ring shows this number already. */}
          {total > 0 && <Hidden>{shareOrCount(timeDiff.lt10, total)} </Hidden>}
          {saysOf(total, people, words.pie)}
        </p>
      </div>
      <table className={styles.table}>
        <caption className={styles.caption}>{words.pie.caption(total, people)}</caption>
        <tbody>
          {order.map((bucket) => (
            <tr key={bucket}>
              <th scope="row">
                <TimelinessIcon bucket={bucket} />
                {words.bucketSpans[bucket]}
              </th>
              <td>
                {linkTo && timeDiff[bucket] > 0 ? (
                  <Link to={linkTo(bucket)}>{numberText(timeDiff[bucket])}</Link>
                ) : (
                  numberText(timeDiff[bucket])
                )}
              </td>
              <td className={styles.share}>
                {isFew(total) ? "" : shareText(timeDiff[bucket], total)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Ring({ timeDiff, total, linkTo }: { timeDiff: TimeDiff; total: number; linkTo?: LinkTo }) {
  let from = 0;
  const parts = order.filter((bucket) => timeDiff[bucket] > 0);
  return (
    <svg width={size} height={size} viewBox={`0 0 ${size} ${size}`} aria-hidden>
      <circle
        className={styles.empty}
        cx={size / 2}
        cy={size / 2}
        r={radius}
        strokeWidth={stroke}
      />
      {parts.map((bucket) => {
        const length = (timeDiff[bucket] / total) * around;
        const offset = from;
        from += length;
        const drawn = parts.length > 1 ? Math.max(1, length - gap) : length;
        const part = (
          <circle
            key={bucket}
            className={`${styles.part} ${statusClass(bucket)}`}
            cx={size / 2}
            cy={size / 2}
            r={radius}
            strokeWidth={stroke}
            strokeDasharray={`${tenths(drawn)} ${tenths(around - drawn)}`}
            strokeDashoffset={tenths(-offset)}
          />
        );
        // This link is only for the pointer, because the table below has the same links.
        return linkTo ? (
          <Link key={bucket} to={linkTo(bucket)} tabIndex={-1}>
            {part}
          </Link>
        ) : (
          part
        );
      })}
      <text x="50%" y="50%" className={styles.percent}>
        {shareOrCount(timeDiff.lt10, total)}
      </text>
    </svg>
  );
}

/** Rounds to tenths, because a ring of this size can't show more. */
function tenths(length: number): number {
  return Math.round(length * 10) / 10;
}

function saysOf(total: number, people: string, words: Words["pie"]): string {
  if (total === 0) return words.none;
  return isFew(total) ? words.few(people) : words.of(numberText(total), people);
}

function shareOrCount(part: number, total: number): string {
  if (total === 0) return "–";
  return isFew(total) ? `${part}/${total}` : shareText(part, total);
}
