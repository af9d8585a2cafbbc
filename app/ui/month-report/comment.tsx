// The owner's comment on the month.
import { useId } from "react";
import { monthReportWords as words } from "#content/month-report.ts";
import type { MonthComment } from "#contract/month-reports.ts";
import styles from "./comment.module.css";

export function Comment({ comment: { text, firstName, name } }: { comment: MonthComment }) {
  const id = useId();
  return (
    <section className={styles.comment} aria-labelledby={id}>
      <h3 id={id}>{words.commentFrom(firstName)}</h3>
      <p className={styles.text} dir="auto">
        {text}
      </p>
      <p className={styles.name}>{name}</p>
    </section>
  );
}
