// The owner's own result, drawn to scale. It is below the price list, which makes the promise.
import { belowFold } from "#app/below-fold.ts";
import { Sample } from "#app/marketing/sample.tsx";
import { useMarketingWords } from "#app/marketing/words.ts";
import { BeforeAndAfter } from "#app/ui/before-and-after.tsx";
import { site } from "#content/site.ts";
import styles from "./results.module.css";

export function Results() {
  const {
    trust: { results },
    trustWords,
  } = useMarketingWords();
  if (!results) return null;
  const { before, after, source } = results;
  return (
    <section
      className={styles.results}
      aria-labelledby="results-title"
      {...belowFold({ narrow: 18, wide: 12 })}
    >
      <h2 id="results-title">{trustWords.results}</h2>
      <BeforeAndAfter before={before} after={after} />
      <p className={styles.source}>
        {site.isSample && <Sample className={styles.sample} />}
        {source}
      </p>
    </section>
  );
}
