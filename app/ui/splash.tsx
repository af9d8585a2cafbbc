// The designed opening: five seconds that can be skipped. Everything that moves is CSS, everything
// that decides is boot/splash.ts, so it needs no framework. The page stands behind it in the HTML.
import { InlineScript } from "#app/page-scripts/inline-script.tsx";
import splashScript from "#app/page-scripts/splash.ts?script";
import { splashMs } from "#app/timing.ts";
import { splashWords } from "#content/interface.ts";
import styles from "./splash.module.css";

/** Put it before anything else of the page. `waits` are the words for each second; the last stays. */
export function Splash({
  name,
  says,
  waits,
  children,
}: {
  /** Whose page this is, at the top. */
  name: string;
  /** The large line, completed by each of `waits` in turn. */
  says: string;
  waits: readonly string[];
  /** One sentence below it. */
  children: string;
}) {
  return (
    <section className={styles.splash} aria-label={splashWords.name} data-ms={splashMs}>
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
          {splashWords.skip} <kbd>{splashWords.skipKey}</kbd>
        </button>
      </div>
      <div className={styles.rule} aria-hidden="true" data-until={splashWords.until}>
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
