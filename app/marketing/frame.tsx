// The marketing site's frame: logo, menu, phone number, one call to action, and a dark footer.
import { useLayoutEffect, useRef } from "react";
import { Outlet } from "react-router";
import { belowFold } from "#app/below-fold.ts";
import { usePagePath } from "#app/page-path.ts";
import markOpeningScript from "#app/page-scripts/mark-opening.ts?script";
import { ButtonLink } from "#app/ui/button.tsx";
import { Drawer, DrawerButton } from "#app/ui/drawer.tsx";
import { IconMenu2, IconPhone } from "#app/ui/icons.tsx";
import { InlineScript } from "#app/ui/inline-script.tsx";
import { LanguageLink } from "#app/ui/language-link.tsx";
import { SkipLink } from "#app/ui/skip-link.tsx";
import { Splash } from "#app/ui/splash.tsx";
import { ThemeSwitch } from "#app/ui/theme-switch.tsx";
import { useWords } from "#app/ui/words.ts";
import { site } from "#content/site.ts";
import { Brand } from "./brand.tsx";
import { Footer } from "./footer.tsx";
import styles from "./frame.module.css";
import { MenuLinks } from "./menu-links.tsx";
import { hoursAttribute, markOpening, opensAttribute } from "./opening.ts";
import { Horizon } from "./pictures/horizon.tsx";
import { useMarketingWords } from "./words.ts";

const menuId = "menu";

export const frameLinks = () => [{ rel: "manifest", href: "/marketing/manifest.webmanifest" }];

export function Frame() {
  const { interface: interfaceWords } = useWords();
  const { root, marketing } = useMarketingWords();
  const getStarted = `${root}/get-started`;
  const pathname = usePagePath();
  const isLanding = pathname === root;
  const frame = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // The inline script has already done this, unless the visitor came here from another part of
    // the product without a page load.
    if (frame.current) markOpening(frame.current);
  }, []);
  return (
    <div
      ref={frame}
      className={styles.site}
      {...{ [opensAttribute]: "", [hoursAttribute]: JSON.stringify(site.officeHours) }}
      suppressHydrationWarning
    >
      <InlineScript code={markOpeningScript} />
      {isLanding && <SiteSplash />}
      <SkipLink />
      <header className={styles.top}>
        <Brand />
        <nav className={styles.menu} aria-label={interfaceWords.mainMenu}>
          <MenuLinks pathname={pathname} />
        </nav>
        <div className={styles.actions}>
          <LanguageLink isShort />
          <a href={`tel:${site.phoneLink}`} className={styles.phone}>
            <IconPhone size={22} aria-hidden />
            <span>{site.phone}</span>
          </a>
          {pathname !== getStarted && (
            <ButtonLink to={getStarted} isSmall className={styles.start}>
              {marketing.getStartedButton}
            </ButtonLink>
          )}
          <DrawerButton opens={menuId} className={styles.open} aria-label={interfaceWords.menu}>
            <IconMenu2 size={24} aria-hidden />
          </DrawerButton>
        </div>
      </header>
      <Outlet />
      <div className={styles.horizon} {...(isLanding && belowFold({ narrow: 7, wide: 12 }))}>
        <Horizon />
      </div>
      <Footer pathname={pathname} isBelow={isLanding} />
      <Drawer id={menuId} label={interfaceWords.menu} width={280}>
        <nav className={styles.drawerMenu} aria-label={interfaceWords.pages}>
          <MenuLinks pathname={pathname} />
        </nav>
        <ButtonLink to={getStarted}>{marketing.getStartedButton}</ButtonLink>
        <LanguageLink className={styles.drawerLanguage} />
        <ThemeSwitch hasWords className={styles.theme} />
      </Drawer>
    </div>
  );
}

/**
 * The splash is first in the document: it covers the page from the first paint, and its Skip button
 * is first in the Tab order.
 */
function SiteSplash() {
  const { says, waits, lead } = useMarketingWords().marketing.splash;
  return (
    <Splash name={site.mailName} says={says} waits={waits}>
      {lead}
    </Splash>
  );
}
