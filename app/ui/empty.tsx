import type { ReactNode } from "react";
import { emptyWords } from "#content/interface.ts";
import styles from "./empty.module.css";

/**
 * Shows that a list is empty: `No data.`, the reason, and what to do next. After a failed request,
 * also shows when a request last succeeded, and a Retry button.
 */
export function Empty({
  title = emptyWords.title,
  children,
  hint,
  action,
}: {
  title?: string;
  /** The reason, such as "No one is waiting for a call." */
  children: ReactNode;
  /** Smaller text below, such as "Live since 7:41 am." */
  hint?: ReactNode;
  /** What to do next, as a button or a link. */
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
