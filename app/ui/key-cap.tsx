import type { ComponentProps } from "react";
import styles from "./key-cap.module.css";

/** A keyboard key next to its action. On a solid background the parent sets `--key-edge`. */
export function KeyCap(props: ComponentProps<"kbd">) {
  return <kbd {...props} className={styles.key} />;
}
