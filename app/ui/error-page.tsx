// The error page. It says what happened and offers three pages to go to.
import { isRouteErrorResponse, Link } from "react-router";
import { errorPageWords as words } from "#content/error-page.ts";
import { errorMessages } from "#content/messages.ts";
import { site } from "#content/site.ts";
import styles from "./error-page.module.css";
import { ThemeSwitch } from "./theme-switch.tsx";

/** Shows a 404 for an unknown URL, or any other error that was thrown. */
export function ErrorPage({ error }: { error: unknown }) {
  return (
    <div className={styles.page}>
      <header className={styles.top}>
        <Link to="/" className={styles.name}>
          {site.owner}
        </Link>
        <ThemeSwitch />
      </header>
      <main id="main" tabIndex={-1} className={styles.main}>
        {statusOf(error) !== null && (
          <p className={styles.status} aria-hidden="true">
            {statusOf(error)}
          </p>
        )}
        <h1>{errorTitle(error)}</h1>
        <p className={styles.says}>{sentenceFor(error)}</p>
        <nav aria-label={words.ways}>
          <ul className={styles.actions}>
            {words.links.map(({ to, name, says }) => (
              <li key={to}>
                <Link to={to}>
                  <b>{name}</b>
                  <span>{says}</span>
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </main>
    </div>
  );
}

export function errorTitle(error: unknown): string {
  const status = statusOf(error);
  if (status === 403) return words.forbidden;
  return status === 404 ? words.notFound : words.failed;
}

function statusOf(error: unknown): number | null {
  if (typeof error === "number") return error;
  return isRouteErrorResponse(error) ? error.status : null;
}

function sentenceFor(error: unknown): string {
  const status = statusOf(error);
  if (status === 404) return words.notFoundSays;
  if (status === 401) return errorMessages.unauthorized;
  if (status === 403) return errorMessages.forbidden;
  if (status !== null && status >= 500) return errorMessages.unavailable;
  return errorMessages.internal;
}
