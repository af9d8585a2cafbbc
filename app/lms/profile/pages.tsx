// The profile's pages: a list of them next to the open one. On a phone the list is a separate page.
import type { ReactNode } from "react";
import { Link } from "react-router";
import {
  IconBell,
  IconBuilding,
  IconChevronRight,
  IconClock,
  IconLock,
} from "#app/lms/shell/desk-icons.ts";
import {
  type Icon,
  IconArrowLeft,
  IconPlugConnected,
  IconUserCircle,
  IconUsers,
} from "#app/ui/icons.tsx";
import { UnsavedSettings } from "#app/ui/settings/unsaved.tsx";
import { profileWords } from "#content/desk/profile.ts";
import styles from "./pages.module.css";

export type ProfilePage = keyof typeof profileWords.pages;

const icons: Record<ProfilePage, Icon> = {
  practice: IconBuilding,
  you: IconUserCircle,
  alerts: IconBell,
  hours: IconClock,
  people: IconUsers,
  sources: IconPlugConnected,
  security: IconLock,
};

export type ProfileSection = { id: string; name: string; content: ReactNode };

type PagesProps = {
  pages: { page: ProfilePage; summary: string; sections: ProfileSection[] }[];
  /** The page in the URL, or null for the list, which is next to the first page if there's room. */
  open: ProfilePage | null;
  /** Content above the sections. */
  children?: ReactNode;
};

export function ProfilePages({ pages, open, children }: PagesProps) {
  const shown = pages.find(({ page }) => page === open) ?? pages[0];
  return (
    <main className={styles.columns} data-open={open ?? undefined}>
      <nav aria-label={profileWords.contents} className={styles.list}>
        {pages.map(({ page, summary }) => {
          const PageIcon = icons[page];
          return (
            <Link
              key={page}
              to={profileUrl(page)}
              aria-current={page === shown?.page ? "page" : undefined}
            >
              <PageIcon aria-hidden />
              <span>
                <strong>{profileWords.pages[page]}</strong>
                <small>{summary}</small>
              </span>
              <IconChevronRight aria-hidden />
            </Link>
          );
        })}
      </nav>
      {shown && (
        <div className={styles.page}>
          <Link to={profileUrl(null)} className={styles.back}>
            <IconArrowLeft aria-hidden /> {profileWords.allPages}
          </Link>
          {children}
          <UnsavedSettings key={shown.page}>
            {shown.sections.map(({ id, name, content }) => (
              <section key={id} id={id} aria-labelledby={`${id}-name`} className={styles.section}>
                <h2 id={`${id}-name`}>{name}</h2>
                {content}
              </section>
            ))}
          </UnsavedSettings>
        </div>
      )}
    </main>
  );
}

export const profileUrl = (page: ProfilePage | null) =>
  page ? `/lms/profile?page=${page}` : "/lms/profile";

/** Reads `?page=` of a URL; null if it doesn't name a page. */
export function readProfilePage(search: URLSearchParams): ProfilePage | null {
  const page = search.get("page");
  return page !== null && Object.hasOwn(icons, page) ? (page as ProfilePage) : null;
}
