// The frame of the desk and of the console: a menu at the left, a drawer on a phone.

import type { ComponentType, ReactNode } from "react";
import { Link, NavLink, useNavigation } from "react-router";
import { interfaceWords } from "#content/interface.ts";
import { Drawer, DrawerButton } from "./drawer.tsx";
import { Hidden } from "./hidden.tsx";
import { IconArrowLeft, IconLogout, IconMenu2 } from "./icons.tsx";
import styles from "./shell.module.css";
import { SkipLink } from "./skip-link.tsx";
import { ThemeSwitch } from "./theme-switch.tsx";

export type ShellPlace = {
  name: string;
  url: string;
  icon: ComponentType<{ size?: number; stroke?: number; "aria-hidden"?: boolean }>;
  /** How many things wait there; 0 says nothing. */
  count?: number;
  /** Whether the page that is shown lies below it. */
  isHolding?: boolean;
};

type ShellProps = {
  /** "Lead desk" over the practice's name. */
  title: string;
  owner: string;
  signedInAs: string;
  places: ShellPlace[];
  /** Where logging out is done. */
  leaveBy: string;
  /** Above the switch of colours, for example what the keys do. */
  aside?: ReactNode;
  children: ReactNode;
};

export function Shell(props: ShellProps) {
  return (
    <div className={styles.shell} data-shell="">
      <SkipLink />
      <Underway />
      <aside className={styles.side} aria-label={interfaceWords.menu}>
        <Menu {...props} />
      </aside>
      <div className={styles.main}>{props.children}</div>
      <Drawer id="desk-menu" label={interfaceWords.menu} side="left" width={240}>
        <Menu {...props} />
      </Drawer>
    </div>
  );
}

/** On a slow line: what was asked for is on its way. A quick answer shows nothing. */
function Underway() {
  const { state } = useNavigation();
  return (
    <div role="status" className={styles.underway} data-underway={state !== "idle" || undefined}>
      {state !== "idle" && <Hidden>{interfaceWords.loading}</Hidden>}
    </div>
  );
}

type HeadProps = {
  title: string;
  /** A page below another: the way back takes the menu's place in the hand. */
  back?: string;
  children?: ReactNode;
};

/** The head of a page: its title, and at the right what stands beside it. */
export function ShellHead({ title, back, children }: HeadProps) {
  return (
    <header className={styles.head}>
      {back ? (
        <Link to={back} className={styles.back} aria-label={interfaceWords.back}>
          <IconArrowLeft size={22} stroke={1.75} aria-hidden />
        </Link>
      ) : (
        <DrawerButton opens="desk-menu" className={styles.open} aria-label={interfaceWords.menu}>
          <IconMenu2 size={22} stroke={1.75} aria-hidden />
        </DrawerButton>
      )}
      {/* A title may be a name that somebody typed: long, or from right to left. */}
      <h1 id="main" tabIndex={-1} title={title}>
        <bdi>{title}</bdi>
      </h1>
      <div className={styles.beside}>{children}</div>
    </header>
  );
}

function Menu({ title, owner, signedInAs, places, leaveBy, aside }: ShellProps) {
  return (
    <div className={styles.menu}>
      <p className={styles.brand}>
        <strong>{title}</strong>
        <span>{owner}</span>
      </p>
      <nav aria-label={interfaceWords.mainMenu} className={styles.places}>
        {places.map(({ name, url, icon: Icon, count, isHolding }) => (
          <NavLink
            key={url}
            to={url}
            end
            className={styles.place}
            data-holds={isHolding || undefined}
          >
            <Icon size={18} stroke={1.75} aria-hidden />
            {name}
            {count ? <span className={styles.count}>{count}</span> : null}
          </NavLink>
        ))}
      </nav>
      <div className={styles.foot}>
        {aside}
        <ThemeSwitch hasWords className={styles.place} />
        <Link to={leaveBy} prefetch="none" className={styles.place}>
          <IconLogout size={18} stroke={1.75} aria-hidden />
          {interfaceWords.logOut}
        </Link>
        <p className={styles.who}>{interfaceWords.loggedInAs(signedInAs)}</p>
      </div>
    </div>
  );
}
