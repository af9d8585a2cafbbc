// The portfolio's frame: a plain header with the menu, and a one-line footer.

import { Link, Outlet } from "react-router";
import { belowFold } from "#app/below-fold.ts";
import { usePagePath } from "#app/page-path.ts";
import { Drawer, DrawerButton } from "#app/ui/drawer.tsx";
import { IconArrowRight, IconArrowUpRight, IconMenu2 } from "#app/ui/icons.tsx";
import { SkipLink } from "#app/ui/skip-link.tsx";
import { Splash } from "#app/ui/splash.tsx";
import { ThemeSwitch } from "#app/ui/theme-switch.tsx";
import { interfaceWords } from "#content/interface.ts";
import { portfolio } from "#content/portfolio.ts";
import { portfolioWords } from "#content/portfolio-words.ts";
import { portfolioBar, portfolioMenu, site } from "#content/site.ts";
import { leadsSomewhere } from "./home/places.ts";
import styles from "./layout.module.css";
import { useCurrentSection } from "./use-current-section.ts";

export const handle = { isPublic: true, isPersonal: true };

export const links = () => [{ rel: "manifest", href: "/manifest.webmanifest" }];

const menuId = "menu";
const words = portfolioWords.menu;

export default function Layout() {
  const pathname = usePagePath();
  const section = useCurrentSection(pathname === "/");
  return (
    <div className={styles.site}>
      {pathname === "/" && <SiteSplash />}
      <SkipLink />
      <header className={styles.bar}>
        <a href={`mailto:${site.email}`} className={styles.me}>
          {site.email}
        </a>
        <nav className={styles.places} aria-label={interfaceWords.mainMenu}>
          {portfolioBar.filter(leadsSomewhere).map(({ name, url }) => (
            <Link key={url} to={url} aria-current={currentOf(url, pathname, section)}>
              {name}
            </Link>
          ))}
        </nav>
        <div className={styles.tools}>
          <ThemeSwitch />
          <DrawerButton opens={menuId} className={styles.open} aria-label={interfaceWords.menu}>
            <IconMenu2 size={22} stroke={1.6} aria-hidden />
          </DrawerButton>
        </div>
      </header>
      <Outlet />
      <Foot isBelow={pathname === "/"} />
      <Menu pathname={pathname} />
    </div>
  );
}

function currentOf(url: string, pathname: string, section: string | null) {
  if (url === pathname) return "page";
  return section !== null && url === `/#${section}` ? "location" : undefined;
}

/**
 * The splash is first in the document: it covers the page from the first paint, and its Skip button
 * is first in the Tab order.
 */
function SiteSplash() {
  const { says, waits, lead } = portfolio.splash;
  return (
    <Splash name={site.owner} says={says} waits={waits}>
      {lead}
    </Splash>
  );
}

function Menu({ pathname }: { pathname: string }) {
  return (
    <Drawer id={menuId} label={interfaceWords.menu} width={250}>
      <nav className={styles.pages} aria-label={interfaceWords.pages}>
        {portfolioMenu.filter(leadsSomewhere).map(({ name, url }) => (
          <Link key={url} to={url} aria-current={url === pathname ? "page" : undefined}>
            {name}
          </Link>
        ))}
        <a href={site.resume}>{words.resume}</a>
      </nav>
      <nav className={styles.elsewhere} aria-label={words.elsewhere}>
        {site.ventures.map(({ name, url }) => (
          <a key={url} href={url} target="_blank" rel="noopener">
            {name} <IconArrowUpRight stroke={1.6} role="img" aria-label={words.newTab} />
          </a>
        ))}
        <Link to="/marketing">
          {words.marketing} <IconArrowRight stroke={1.6} aria-hidden />
        </Link>
      </nav>
      <ThemeSwitch hasWords className={styles.theme} />
    </Drawer>
  );
}

/** `isBelow`: whether the footer is always below the fold. */
function Foot({ isBelow }: { isBelow: boolean }) {
  return (
    <footer className={styles.foot} {...(isBelow && belowFold({ narrow: 15, wide: 5 }))}>
      <p>
        <strong>{site.owner}</strong>, {site.place}
      </p>
      <nav aria-label={interfaceWords.footer}>
        <a href={`mailto:${site.email}`}>{site.email}</a>
        {site.profiles.map(({ name, url }) => (
          <a key={url} href={url}>
            {name}
          </a>
        ))}
        <a href={site.resume}>{words.resume}</a>
        <Link to="/marketing">{words.marketing}</Link>
        <Link to="/lms/privacy-policy">{interfaceWords.privacy}</Link>
      </nav>
      <p>{portfolio.credit}</p>
    </footer>
  );
}
