// Compares the outcomes of calls on time with those of late calls.
import { Link } from "react-router";
import { isFew, numberText, shareText } from "#app/ui/share.ts";
import { statusClass, TimelinessIcon } from "#app/ui/timeliness.tsx";
import { figureWords, resultWords } from "#content/desk/figures.ts";
import { bucketSpans } from "#content/desk/outcomes.ts";
import type { Figures } from "#contract/figures.ts";
import type { Bucket } from "#contract/timeliness.ts";
import { useInquiriesUrl } from "./links.ts";
import styles from "./outcomes-table.module.css";

const order: Bucket[] = ["lt10", "lt60", "other"];
const outcomes = ["reached", "booked"] as const;

export function OutcomesTable({ cameOfIt }: { cameOfIt: Figures["cameOfIt"] }) {
  const inquiriesUrl = useInquiriesUrl();
  return (
    <>
      <table className={styles.table}>
        <caption>{resultWords.table}</caption>
        <thead>
          <tr>
            <th scope="col">{resultWords.firstCall}</th>
            <th scope="col">{resultWords.inquiries}</th>
            {outcomes.map((name) => (
              <th key={name} scope="col">
                {resultWords[name]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {order.map((bucket) => {
            const { inquiries, enteredLater } = cameOfIt[bucket];
            return (
              <tr key={bucket}>
                <th scope="row">
                  <span className={styles.bucket}>
                    <TimelinessIcon bucket={bucket} />
                    {bucketSpans[bucket]}
                  </span>
                  {enteredLater > 0 && (
                    <Link
                      className={styles.later}
                      to={inquiriesUrl({ bucket, enteredLater: "true" })}
                    >
                      {figureWords.countLoggedLater(numberText(enteredLater))}
                    </Link>
                  )}
                </th>
                <td>
                  {inquiries > 0 ? (
                    <Link to={inquiriesUrl({ bucket })}>{numberText(inquiries)}</Link>
                  ) : (
                    "0"
                  )}
                </td>
                {outcomes.map((outcome) => {
                  const count = cameOfIt[bucket][outcome];
                  return (
                    <td key={outcome}>
                      <span className={styles.share}>
                        {isFew(inquiries) ? figureWords.few : shareText(count, inquiries)}
                      </span>
                      {!isFew(inquiries) && (
                        <svg
                          className={`${styles.bar} ${statusClass(bucket)}`}
                          viewBox="0 0 100 6"
                          preserveAspectRatio="none"
                          aria-hidden
                        >
                          <rect className={styles.whole} width="100" height="6" />
                          <rect
                            className={styles.part}
                            width={(count / inquiries) * 100}
                            height="6"
                          />
                        </svg>
                      )}
                      {count > 0 ? (
                        <Link to={inquiriesUrl({ bucket, cameOfIt: outcome })}>
                          {numberText(count)} {resultWords.counted[outcome]}
                        </Link>
                      ) : (
                        <span className={styles.nobody}>{resultWords.none}</span>
                      )}
                    </td>
                  );
                })}
              </tr>
            );
          })}
        </tbody>
      </table>
      <p className={styles.note}>{resultWords.note}</p>
    </>
  );
}
