import type { ReactNode } from "react";
import styles from "./section.module.css";

/**
 * A part of the home page: a quiet title at the left, its content over the other nine columns.
 * With `isWide` only `says` stands beside the title, and the content below both, over all twelve.
 */
export function Section({
  id,
  title,
  says,
  isWide,
  children,
}: {
  id: string;
  title: string;
  says?: ReactNode;
  isWide?: boolean;
  children: ReactNode;
}) {
  return (
    <section id={id} className={styles.section} aria-labelledby={`${id}-title`} data-below="">
      <h2 id={`${id}-title`}>{title}</h2>
      {says && <div className={styles.says}>{says}</div>}
      <div className={isWide ? styles.wide : styles.content}>{children}</div>
    </section>
  );
}
