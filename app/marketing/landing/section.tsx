import type { ReactNode } from "react";
import styles from "./section.module.css";

/** A panel of the landing page. Two that touch never have one ground. */
export function Section({
  id,
  title,
  lead,
  ground = "paper",
  children,
}: {
  id: string;
  title: string;
  lead?: string;
  ground?: "paper" | "surface";
  children: ReactNode;
}) {
  return (
    <section
      id={id}
      className={`${styles.section} ${styles[ground] ?? ""}`}
      aria-labelledby={`${id}-title`}
      data-below=""
    >
      <div className={styles.inside}>
        <div className={styles.heads}>
          <h2 id={`${id}-title`}>{title}</h2>
          {lead && <p className={styles.lead}>{lead}</p>}
        </div>
        {children}
      </div>
    </section>
  );
}
