// Calls on time by campaign or by source. Each row has one bar with its numbers.
import type { ReactNode } from "react";
import { Link } from "react-router";
import { isFew, numberText, shareText } from "#app/ui/share.ts";
import { statusClass } from "#app/ui/timeliness.tsx";
import { controlWords } from "#content/desk/controls.ts";
import { figureWords, splitWords } from "#content/desk/figures.ts";
import { bucketSpans } from "#content/desk/outcomes.ts";
import type { Counted } from "#contract/figures.ts";
import type { Bucket } from "#contract/timeliness.ts";
import styles from "./breakdown-table.module.css";
import { type Behind, useInquiriesUrl } from "./links.ts";

type Row = Counted & { key: string; name: ReactNode; behind: Behind };

const order: Bucket[] = ["lt10", "lt60", "other"];

export function BreakdownTable({
  caption,
  head,
  rows,
}: {
  caption: string;
  head: string;
  rows: Row[];
}) {
  const inquiriesUrl = useInquiriesUrl();
  const most = Math.max(...rows.map(totalOf));
  return (
    <table className={styles.table}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{head}</th>
          {order.map((bucket) => (
            <th key={bucket} scope="col">
              {bucketSpans[bucket]}
            </th>
          ))}
          <th scope="col">{splitWords.onTime}</th>
          <th scope="col">{controlWords.all}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key}>
            <th scope="row">
              {row.name} {!isFew(totalOf(row)) && <Bar counted={row} most={most} />}
              {row.enteredLater > 0 && (
                <Link
                  className={styles.later}
                  to={inquiriesUrl({ ...row.behind, enteredLater: "true" })}
                >
                  {figureWords.countLoggedLater(numberText(row.enteredLater))}
                </Link>
              )}
            </th>
            {order.map((bucket) => (
              <td key={bucket} data-head={bucketSpans[bucket]}>
                {row[bucket] > 0 ? (
                  <Link to={inquiriesUrl({ ...row.behind, bucket })}>
                    {numberText(row[bucket])}
                  </Link>
                ) : (
                  "0"
                )}
              </td>
            ))}
            <td data-head={splitWords.onTime} className={styles.share}>
              {isFew(totalOf(row)) ? (
                <small className={styles.few}>{figureWords.few}</small>
              ) : (
                shareText(row.lt10, totalOf(row))
              )}
            </td>
            <td data-head={controlWords.all}>
              <Link to={inquiriesUrl(row.behind)}>{numberText(totalOf(row))}</Link>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function totalOf({ lt10, lt60, other }: Counted): number {
  return lt10 + lt60 + other;
}

function Bar({ counted, most }: { counted: Counted; most: number }) {
  let from = 0;
  return (
    <svg className={styles.bar} viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden>
      {order.map((bucket) => {
        const width = (counted[bucket] / most) * 100;
        const at = from;
        from += width;
        return (
          <rect
            key={bucket}
            className={`${styles.part} ${statusClass(bucket)}`}
            x={at}
            width={Math.max(0, width - 0.4)}
            height="6"
          />
        );
      })}
    </svg>
  );
}
