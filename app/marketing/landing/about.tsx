import { belowFold } from "#app/below-fold.ts";
import { FounderPortrait } from "#app/marketing/pictures/founder.tsx";
import { Sample } from "#app/marketing/sample.tsx";
import { useMarketingWords } from "#app/marketing/words.ts";
import { site } from "#content/site.ts";
import styles from "./about.module.css";

export function About() {
  const { trust, marketing } = useMarketingWords();
  const { title, paragraphs, role } = marketing.about;
  const hasPortrait = trust.founderPhoto !== null || site.isSample;
  return (
    <section
      id="about"
      className={styles.section}
      aria-labelledby="about-title"
      {...belowFold({ narrow: 66, wide: 46 })}
    >
      <div
        className={styles.inside}
        style={hasPortrait ? undefined : { gridTemplateColumns: "minmax(0, 1fr)" }}
      >
        {hasPortrait && (
          <div className={styles.portrait}>
            <FounderPortrait photo={trust.founderPhoto} />
          </div>
        )}
        <div className={styles.words}>
          <h2 id="about-title">{title}</h2>
          <div className={styles.letter}>
            {paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
            <p className={styles.sign}>
              <b>{site.owner}</b>
              <span>
                {role} {site.isSample && <Sample />}
              </span>
            </p>
          </div>
        </div>
      </div>
    </section>
  );
}
