// Forms need our scripts. Without them, or when they cannot be loaded, a page offers another way;
// before-paint.ts and hydrate-on-interaction.ts in page-scripts/ say which it is in
// `<html data-script>`.
import type { ReactNode } from "react";
import styles from "./needs-script.module.css";

/** Shows `children` where scripts run, `instead` where they do not, both where loading failed. */
export function NeedsScript({ children, instead }: { children: ReactNode; instead: ReactNode }) {
  return (
    <>
      <div className={styles.needs}>{children}</div>
      <div className={styles.instead}>{instead}</div>
    </>
  );
}
