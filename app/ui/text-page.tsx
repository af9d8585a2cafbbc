// The frame of a text page: the agency's name, a title, and a column of text.
import type { ReactNode } from "react";
import { Link } from "react-router";
import { site } from "#content/site.ts";
import { LanguageLink } from "./language-link.tsx";
import { SkipLink } from "./skip-link.tsx";
import styles from "./text-page.module.css";
import { ThemeSwitch } from "./theme-switch.tsx";

export function TextPage({
  title,
  home = "/marketing",
  children,
  foot,
}: {
  title: string;
  /** The marketing site in the page's language. */
  home?: string;
  children: ReactNode;
  foot?: ReactNode;
}) {
  return (
    <div className={styles.page}>
      <SkipLink />
      <header className={styles.top}>
        <Link to={home} className={styles.name}>
          {site.mailName}
        </Link>
        <div className={styles.switches}>
          <LanguageLink isShort />
          <ThemeSwitch />
        </div>
      </header>
      <main id="main" tabIndex={-1} className={styles.text}>
        <h1>{title}</h1>
        {children}
      </main>
      {foot}
    </div>
  );
}
