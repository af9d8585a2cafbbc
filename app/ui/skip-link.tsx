import { interfaceWords } from "#content/interface.ts";
import styles from "./skip-link.module.css";

/** The first thing that Tab reaches: past the menus to `<main id="main" tabIndex={-1}>`. */
export function SkipLink() {
  return (
    <a href="#main" className={styles.link}>
      {interfaceWords.skipLink}
    </a>
  );
}
