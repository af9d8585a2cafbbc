import type { ComponentProps } from "react";
import styles from "./key-cap.module.css";

/**
 * Shows a key next to the action that it triggers. On a solid background, the parent sets
 * `--key-edge`.
 */
export function KeyCap(props: ComponentProps<"kbd">) {
  return <kbd {...props} className={styles.key} />;
}
