import { belowFold } from "#app/below-fold.ts";
import { ResponseTime } from "#app/marketing/response-time.tsx";
import { useMarketingWords } from "#app/marketing/words.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { site } from "#content/site.ts";
import styles from "./call-to-action.module.css";

export function CallToAction() {
  const { root, marketing } = useMarketingWords();
  const { title, says, other } = marketing.callToAction;
  return (
    <section
      className={styles.section}
      aria-labelledby="call-title"
      {...belowFold({ narrow: 27, wide: 17 })}
    >
      <div className={styles.inside}>
        <div>
          <h2 id="call-title">{title}</h2>
          <a href={`tel:${site.phoneLink}`} className={styles.phone}>
            {site.phone}
          </a>
          <p>{says}</p>
          <ResponseTime />
        </div>
        <div className={styles.other}>
          <p>{other}</p>
          <ButtonLink to={`${root}/get-started`}>{marketing.getStartedButton}</ButtonLink>
        </div>
      </div>
    </section>
  );
}
