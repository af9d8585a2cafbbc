import styles from "./skip-link.module.css";
import { useWords } from "./words.ts";

/**
 * The first element in the Tab order. It skips the menus and goes to `<main id="main"
 * tabIndex={-1}>`.
 */
export function SkipLink() {
  return (
    <a href="#main" className={styles.link}>
      {useWords().interface.skipLink}
    </a>
  );
}
