import { ButtonLink } from "#app/ui/button.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { ShellHead } from "#app/ui/shell.tsx";
import { consoleWords } from "#content/console/frame.ts";
import { errorPageWords } from "#content/error-page.ts";
import { useIsOpen } from "./layout/role.tsx";
import styles from "./page-not-found.module.css";

const { today, contactRequests, practices } = consoleWords.places;

const links = [
  { to: "/admin/today", name: today },
  { to: "/admin/requests", name: contactRequests },
  { to: "/admin/practices", name: practices },
];

/** Shown in the console's frame for an unknown URL or id. */
export function PageNotFound() {
  const isOpen = useIsOpen();
  const ways = (
    <nav aria-label={errorPageWords.ways} className={styles.ways}>
      {links
        .filter(({ to }) => isOpen(to))
        .map(({ to, name }) => (
          <ButtonLink key={to} to={to} variant="outline">
            {name}
          </ButtonLink>
        ))}
    </nav>
  );
  return (
    <>
      <ShellHead title={errorPageWords.notFound} />
      <main>
        <Empty title={consoleWords.nothingHere} action={ways}>
          {consoleWords.mayHaveMoved}
        </Empty>
      </main>
    </>
  );
}
