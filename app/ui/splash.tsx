// The splash lasts five seconds and can be skipped. CSS animates it and page-scripts/splash.ts
// controls it, so it doesn't need the framework. The HTML already contains the page below.

import splashScript from "#app/page-scripts/splash.ts?script";
import { splashMs } from "#app/timing.ts";
import { InlineScript } from "./inline-script.tsx";
import styles from "./splash.module.css";
import { useWords } from "./words.ts";

/**
 * Must be the first element on the page. `waits`: the words for each second; the last ones stay.
 */
export function Splash({
  name,
  says,
  waits,
  children,
}: {
  /** The name of the site's owner, at the top. */
  name: string;
  /** The large line, which each of `waits` completes in turn. */
  says: string;
  waits: readonly string[];
  /** The sentence below the large line. */
  children: string;
}) {
  const words = useWords().splash;
  return (
    <section className={styles.splash} aria-label={words.name} data-ms={splashMs}>
      <p className={styles.name}>{name}</p>
      <p className={styles.large} aria-hidden="true">
        {says}{" "}
        <span className={styles.waits}>
          {waits.map((wait, second) => (
            <span key={wait} style={{ animationDelay: `${second}s` }}>
              {wait}
            </span>
          ))}
        </span>
      </p>
      <div className={styles.foot}>
        <p className={styles.lead}>{children}</p>
        <button type="button" className={styles.skip} data-now="">
          {words.skip} <kbd>{words.skipKey}</kbd>
        </button>
      </div>
      <div className={styles.rule} aria-hidden="true" data-until={words.until}>
        <i />
        <i />
        <i />
        <i />
        <b />
      </div>
      <InlineScript code={splashScript} />
    </section>
  );
}
