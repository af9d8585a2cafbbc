import type { ComponentProps } from "react";
import styles from "./key-cap.module.css";

/** A key of the keyboard, beside what it does. On a filled ground the place sets `--key-edge`. */
export function KeyCap(props: ComponentProps<"kbd">) {
  return <kbd {...props} className={styles.key} />;
}
