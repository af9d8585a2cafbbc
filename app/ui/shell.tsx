// The frame of the lead desk and the console. The menu is on the left; on phones it is a drawer.

import { createContext, type ReactNode, useContext } from "react";
import { Link, NavLink, useNavigate, useNavigation } from "react-router";
import { interfaceWords } from "#content/interface.ts";
import { Drawer, DrawerButton } from "./drawer.tsx";
import { Hidden } from "./hidden.tsx";
import { type Icon, IconArrowLeft, IconLogout, IconMenu2 } from "./icons.tsx";
import styles from "./shell.module.css";
import { SkipLink } from "./skip-link.tsx";
import { ThemeSwitch } from "./theme-switch.tsx";

export type ShellPlace = {
  name: string;
  url: string;
  icon: Icon;
  /** The number in the entry's badge, which is hidden if the number is 0. */
  count?: number;
  /** Whether the current page is a subpage of this entry. */
  isHolding?: boolean;
};

type ShellProps = {
  /** The text above the practice's name, such as "Lead desk". */
  title: string;
  owner: string;
  signedInAs: string;
  places: ShellPlace[];
  /** The URL of the logout page; null if there is no account to log out of. */
  signOutUrl: string | null;
  /** Content above the theme switch, for example the shortcuts button. */
  aside?: ReactNode;
  /** Content at the end of each page's header. */
  inHead?: ReactNode;
  children: ReactNode;
};

/** The content that the frame adds to the end of each page's header. */
const HeadEnd = createContext<ReactNode>(null);

export function Shell(props: ShellProps) {
  return (
    <HeadEnd value={props.inHead}>
      <div className={styles.shell} data-shell="">
        <SkipLink />
        <LoadingIndicator />
        <aside className={styles.side} aria-label={interfaceWords.menu}>
          <Menu {...props} />
        </aside>
        <div className={styles.main}>{props.children}</div>
        <Drawer id="desk-menu" label={interfaceWords.menu} side="left" width={240}>
          <Menu {...props} />
        </Drawer>
      </div>
    </HeadEnd>
  );
}

/** A loading indicator that appears only if navigation is slow. */
function LoadingIndicator() {
  const { state } = useNavigation();
  return (
    <div role="status" className={styles.loading} data-loading={state !== "idle" || undefined}>
      {state !== "idle" && <Hidden>{interfaceWords.loading}</Hidden>}
    </div>
  );
}

type HeadProps = {
  title: string;
  /**
   * On phones, a subpage has a back button instead of the menu. It goes back to the previous page
   * with its search, filters and scroll position, or to this URL if the subpage was opened
   * directly.
   */
  back?: string;
  children?: ReactNode;
};

/** A page's header: the title, and actions on the right. */
export function ShellHead({ title, back, children }: HeadProps) {
  const goBack = useGoBack(back);
  return (
    <header className={styles.head}>
      {back ? (
        <Link
          to={back}
          className={styles.back}
          aria-label={interfaceWords.back}
          onClick={(event) => {
            event.preventDefault();
            goBack();
          }}
        >
          <IconArrowLeft size={22} aria-hidden />
        </Link>
      ) : (
        <DrawerButton opens="desk-menu" className={styles.open} aria-label={interfaceWords.menu}>
          <IconMenu2 size={22} aria-hidden />
        </DrawerButton>
      )}
      {/* The title may be a name that someone has typed, so it may be long or right-to-left. */}
      <h1 id="main" tabIndex={-1} title={title}>
        <bdi>{title}</bdi>
      </h1>
      <div className={styles.actions}>
        {children}
        {useContext(HeadEnd)}
      </div>
    </header>
  );
}

function Menu({ title, owner, signedInAs, places, signOutUrl, aside }: ShellProps) {
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
            <Icon aria-hidden />
            {name}
            {count ? <span className={styles.count}>{count}</span> : null}
          </NavLink>
        ))}
      </nav>
      <div className={styles.foot}>
        {aside}
        <ThemeSwitch hasWords className={styles.place} />
        {signOutUrl && (
          <>
            <Link to={signOutUrl} prefetch="none" className={styles.place}>
              <IconLogout aria-hidden />
              {interfaceWords.logOut}
            </Link>
            <p className={styles.who}>{interfaceWords.loggedInAs(signedInAs)}</p>
          </>
        )}
      </div>
    </div>
  );
}

/**
 * Returns a function that goes to the previous page, or to `home` if this page was opened directly.
 */
export function useGoBack(home = "/"): () => void {
  const navigate = useNavigate();
  // React Router numbers its history entries from the time when the document was loaded.
  return () => void (history.state?.idx > 0 ? navigate(-1) : navigate(home));
}
