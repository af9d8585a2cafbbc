import { ButtonAnchor, ButtonLink } from "#app/ui/button.tsx";
import { IconPhone } from "#app/ui/icons.tsx";
import { marketing } from "#content/marketing.ts";
import { site } from "#content/site.ts";
import styles from "./call-bar.module.css";

/**
 * On a phone the two ways to begin stay at the thumb: the bar sticks to the screen's foot while
 * what it stands in is in sight, so a page puts it last in what follows its own buttons, and before
 * its form or more buttons.
 */
export function CallBar() {
  return (
    <nav className={styles.bar} aria-label={marketing.startBar}>
      <ButtonAnchor href={`tel:${site.phoneLink}`} variant="outline">
        <IconPhone size={22} stroke={1.75} aria-hidden />
        {marketing.callButton}
      </ButtonAnchor>
      <ButtonLink to="/marketing/get-started">{marketing.getStartedButton}</ButtonLink>
    </nav>
  );
}
