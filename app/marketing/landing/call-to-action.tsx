import { belowFold } from "#app/below-fold.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { marketing } from "#content/marketing.ts";
import { site } from "#content/site.ts";
import styles from "./call-to-action.module.css";

const { title, says, other } = marketing.callToAction;

export function CallToAction() {
  return (
    <section
      className={styles.section}
      aria-labelledby="call-title"
      {...belowFold({ narrow: 23, wide: 14 })}
    >
      <div className={styles.inside}>
        <div>
          <h2 id="call-title">{title}</h2>
          <a href={`tel:${site.phoneLink}`} className={styles.phone}>
            {site.phone}
          </a>
          <p>{says}</p>
        </div>
        <div className={styles.other}>
          <p>{other}</p>
          <ButtonLink to="/marketing/get-started">{marketing.getStartedButton}</ButtonLink>
        </div>
      </div>
    </section>
  );
}
