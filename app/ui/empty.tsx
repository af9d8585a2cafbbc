import type { ReactNode } from "react";
import { emptyWords } from "#content/interface.ts";
import styles from "./empty.module.css";

/**
 * A list with nothing in it: `No data.`, why that is, and what to do next. A failed fetch says the
 * same, with its reason, when it last worked, and Retry.
 */
export function Empty({
  title = emptyWords.title,
  children,
  hint,
  action,
}: {
  title?: string;
  /** Why: "Nobody is waiting for a call." */
  children: ReactNode;
  /** Quieter, below: "Live since 7:41 am." */
  hint?: ReactNode;
  /** What to do next: a button or a link. */
  action?: ReactNode;
}) {
  return (
    <div className={styles.empty}>
      <p className={styles.title}>{title}</p>
      <p>{children}</p>
      {hint && <p className={styles.hint}>{hint}</p>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}
