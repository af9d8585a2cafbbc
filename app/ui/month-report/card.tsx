import { type ReactNode, useId } from "react";
import styles from "./month-view.module.css";

/** Shows one part of a report. */
export function Card({
  title,
  says,
  children,
}: {
  title: string;
  says?: string;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section className={styles.card} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {says && <p className={styles.note}>{says}</p>}
      {children}
    </section>
  );
}
