import styles from "./before-and-after.module.css";

type Wait = { minutes: number; shown: string; says: string };

/**
 * Draws two waits to scale: the long bar is the wait before, and the short one is the wait after.
 */
export function BeforeAndAfter({ before, after }: { before: Wait; after: Wait }) {
  return (
    <>
      <p>
        <strong>{before.shown}</strong> {before.says}
      </p>
      <div className={styles.long} aria-hidden="true" />
      <div className={styles.after}>
        <div
          className={styles.short}
          style={{ width: `${(100 * after.minutes) / before.minutes}%` }}
          aria-hidden="true"
        />
        <p>
          <strong>{after.shown}</strong> {after.says}
        </p>
      </div>
    </>
  );
}
