import type { ComponentProps } from "react";
import styles from "./hidden.module.css";

/** Words that are read out and not shown. */
export function Hidden(props: ComponentProps<"span">) {
  return <span {...props} className={styles.hidden} />;
}
