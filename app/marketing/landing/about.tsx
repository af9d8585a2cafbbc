import { belowFold } from "#app/below-fold.ts";
import { FounderPortrait } from "#app/marketing/pictures/founder.tsx";
import { trust } from "#content/marketing/trust.ts";
import { marketing } from "#content/marketing.ts";
import { site } from "#content/site.ts";
import styles from "./about.module.css";

const { title, paragraphs, role } = marketing.about;

export function About() {
  return (
    <section
      id="about"
      className={styles.section}
      aria-labelledby="about-title"
      {...belowFold({ narrow: 66, wide: 44 })}
    >
      <div className={styles.inside}>
        <div className={styles.portrait}>
          <FounderPortrait photo={trust.founderPhoto} />
        </div>
        <div className={styles.words}>
          <h2 id="about-title">{title}</h2>
          <div className={styles.letter}>
            {paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
            <p className={styles.sign}>
              <b>{site.owner}</b>
              <span>{role}</span>
            </p>
          </div>
        </div>
      </div>
    </section>
  );
}
