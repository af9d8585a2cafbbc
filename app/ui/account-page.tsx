// The frame of the login pages: a title, one box, and a link back.
import type { ReactNode } from "react";
import { Link } from "react-router";
import { site } from "#content/site.ts";
import styles from "./account-page.module.css";
import { ThemeSwitch } from "./theme-switch.tsx";

export function AccountPage({
  title,
  home = "/marketing",
  children,
  foot,
}: {
  title: string;
  /** The site that the page belongs to. */
  home?: string;
  children: ReactNode;
  foot?: ReactNode;
}) {
  return (
    <div className={styles.page}>
      <header className={styles.top}>
        <Link to={home} className={styles.brand}>
          {site.agency}
        </Link>
        <ThemeSwitch />
      </header>
      <main id="main" className={styles.box}>
        <h1>{title}</h1>
        {children}
      </main>
      {foot && <footer className={styles.foot}>{foot}</footer>}
    </div>
  );
}
