// Forms need JavaScript. If it is off or can't be loaded, a page offers something else. The scripts
// before-paint.ts and hydrate-on-interaction.ts in page-scripts/ set the state in `<html
// data-script>`.
import type { ReactNode } from "react";
import styles from "./needs-script.module.css";

/**
 * Shows `children` if there is JavaScript, `instead` if there is none, and both if it couldn't be
 * loaded.
 */
export function NeedsScript({ children, instead }: { children: ReactNode; instead: ReactNode }) {
  return (
    <>
      <div className={styles.needs}>{children}</div>
      <div className={styles.instead}>{instead}</div>
    </>
  );
}
