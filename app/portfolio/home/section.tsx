import type { ReactNode } from "react";
import styles from "./section.module.css";

/** A part of the home page: a quiet title at the left, its content over the other nine columns. */
export function Section({
  id,
  title,
  children,
}: {
  id: string;
  title: string;
  children: ReactNode;
}) {
  return (
    <section id={id} className={styles.section} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      <div className={styles.content}>{children}</div>
    </section>
  );
}
