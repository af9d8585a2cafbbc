import { ButtonAnchor, ButtonLink } from "#app/ui/button.tsx";
import { IconPhone } from "#app/ui/icons.tsx";
import { site } from "#content/site.ts";
import styles from "./call-bar.module.css";
import { OpensOn } from "./opens-on.tsx";
import { useMarketingWords } from "./words.ts";

/**
 * A bar with the two calls to action, only on phones. It is sticky within its parent: a page
 * renders it as the last child of the part between the page's own buttons and its form.
 */
export function CallBar() {
  const { root, marketing } = useMarketingWords();
  return (
    <nav className={styles.bar} aria-label={marketing.startBar}>
      <ButtonAnchor href={`tel:${site.phoneLink}`} variant="outline">
        <IconPhone size={22} aria-hidden />
        <span>
          {marketing.callButton}
          <small className={styles.opens}>
            <OpensOn>{({ short }) => marketing.hero.closed.opens(short)}</OpensOn>
          </small>
        </span>
      </ButtonAnchor>
      <ButtonLink to={`${root}/get-started`}>{marketing.getStartedButton}</ButtonLink>
    </nav>
  );
}
