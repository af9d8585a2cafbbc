import type { ComponentProps } from "react";
import styles from "./hidden.module.css";

/** Text for screen readers only. */
export function Hidden(props: ComponentProps<"span">) {
  return <span {...props} className={styles.hidden} />;
}
