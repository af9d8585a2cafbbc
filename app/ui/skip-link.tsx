import { interfaceWords } from "#content/interface.ts";
import styles from "./skip-link.module.css";

/** The first element in the Tab order: skips the menus to `<main id="main" tabIndex={-1}>`. */
export function SkipLink() {
  return (
    <a href="#main" className={styles.link}>
      {interfaceWords.skipLink}
    </a>
  );
}
