// Forms need JavaScript. If it is off or fails to load, a page offers another way. The scripts
// before-paint.ts and hydrate-on-interaction.ts in page-scripts/ set the state in `<html
// data-script>`.
import type { ReactNode } from "react";
import styles from "./needs-script.module.css";

/** Shows `children` with JavaScript, `instead` without it, and both if it failed to load. */
export function NeedsScript({ children, instead }: { children: ReactNode; instead: ReactNode }) {
  return (
    <>
      <div className={styles.needs}>{children}</div>
      <div className={styles.instead}>{instead}</div>
    </>
  );
}
