import { Link } from "react-router";
import { belowFold } from "#app/below-fold.ts";
import { ThemeSwitch } from "#app/ui/theme-switch.tsx";
import { interfaceWords, legalWords } from "#content/interface.ts";
import { trust, trustWords } from "#content/marketing/trust.ts";
import { marketing } from "#content/marketing.ts";
import { site } from "#content/site.ts";
import { Brand } from "./brand.tsx";
import styles from "./footer.module.css";
import { MenuLinks } from "./menu-links.tsx";

const getStarted = "/marketing/get-started";

/** `isBelow`: always below the fold. */
export function Footer({ pathname, isBelow }: { pathname: string; isBelow: boolean }) {
  return (
    <footer className={styles.foot} {...(isBelow && belowFold({ narrow: 48, wide: 27 }))}>
      <div className={styles.footInside}>
        <div className={styles.about}>
          <Brand />
          <p>{marketing.footer}</p>
        </div>
        <nav className={styles.footMenu} aria-label={interfaceWords.footer}>
          <MenuLinks pathname={pathname} />
          <Link to={getStarted}>{marketing.getStartedButton}</Link>
        </nav>
        <address className={styles.contact}>
          <a href={`tel:${site.phoneLink}`}>{site.phone}</a>
          <a href={`mailto:${site.agencyEmail}`}>{site.agencyEmail}</a>
          <p>{site.phoneHours}</p>
          {trust.office && (
            <p>
              {trust.office.address} <a href={trust.office.mapUrl}>{trustWords.map}</a>
            </p>
          )}
        </address>
        <div className={styles.credit}>
          <p>{marketing.credit}</p>
          <Link to="/lms/privacy-policy">{interfaceWords.privacy}</Link>
          <Link to="/lms/terms-and-conditions">{interfaceWords.terms}</Link>
          <Link to="/marketing/patient-data">{legalWords.patientData}</Link>
          <Link to="/marketing/accessibility">{legalWords.accessibility}</Link>
          <ThemeSwitch hasWords />
        </div>
      </div>
    </footer>
  );
}
