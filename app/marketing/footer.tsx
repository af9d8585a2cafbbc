import { Link } from "react-router";
import { belowFold } from "#app/below-fold.ts";
import { LanguageLink } from "#app/ui/language-link.tsx";
import { ThemeSwitch } from "#app/ui/theme-switch.tsx";
import { useTranslatedPath, useWords } from "#app/ui/words.ts";
import { site } from "#content/site.ts";
import { Brand } from "./brand.tsx";
import styles from "./footer.module.css";
import { MenuLinks } from "./menu-links.tsx";
import { useMarketingWords } from "./words.ts";

/** `isBelow`: whether the footer is always below the fold. */
export function Footer({ pathname, isBelow }: { pathname: string; isBelow: boolean }) {
  const { interface: interfaceWords, legal: legalWords } = useWords();
  const pathTo = useTranslatedPath();
  const { root, marketing, phoneHours, trust, trustWords } = useMarketingWords();
  return (
    <footer className={styles.foot} {...(isBelow && belowFold({ narrow: 48, wide: 27 }))}>
      <div className={styles.footInside}>
        <div className={styles.about}>
          <Brand />
          <p>{marketing.footer}</p>
        </div>
        <nav className={styles.footMenu} aria-label={interfaceWords.footer}>
          <MenuLinks pathname={pathname} />
          <Link to={`${root}/get-started`}>{marketing.getStartedButton}</Link>
        </nav>
        <address className={styles.contact}>
          <a href={`tel:${site.phoneLink}`}>{site.phone}</a>
          <a href={`mailto:${site.agencyEmail}`}>{site.agencyEmail}</a>
          <p>{phoneHours}</p>
          {trust.office && (
            <p>
              {trust.office.address} <a href={trust.office.mapUrl}>{trustWords.map}</a>
            </p>
          )}
        </address>
        <div className={styles.credit}>
          <p>{marketing.credit}</p>
          <Link to={pathTo("/lms/privacy-policy")}>{interfaceWords.privacy}</Link>
          <Link to={pathTo("/lms/terms-and-conditions")}>{interfaceWords.terms}</Link>
          <Link to={pathTo("/marketing/patient-data")}>{legalWords.patientData}</Link>
          <Link to={pathTo("/marketing/accessibility")}>{legalWords.accessibility}</Link>
          <LanguageLink />
          <ThemeSwitch hasWords />
        </div>
      </div>
    </footer>
  );
}
