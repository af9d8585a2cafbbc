import { belowFold } from "#app/below-fold.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { portfolio } from "#content/portfolio.ts";
import { portfolioWords } from "#content/portfolio-words.ts";
import { site } from "#content/site.ts";
import styles from "./get-in-touch.module.css";

const { question, says, button } = portfolio.getInTouch;

export function GetInTouch() {
  return (
    <section
      id="get-in-touch"
      className={styles.section}
      aria-labelledby="get-in-touch-title"
      {...belowFold({ narrow: 36, wide: 32 })}
    >
      <h2 id="get-in-touch-title">{portfolioWords.sections.getInTouch}</h2>
      <p className={styles.question}>{question}</p>
      <div className={styles.actions}>
        <div>
          <p className={styles.says}>{says}</p>
          <ButtonLink to="/contact">{button}</ButtonLink>
        </div>
        <p className={styles.direct}>
          <a href={`mailto:${site.email}`}>{site.email}</a>
          <a href={`tel:${site.phoneLink}`}>{site.phone}</a>
        </p>
      </div>
    </section>
  );
}
