// A page that cannot be shown: what happened, in plain words, and three ways to go on.
import { isRouteErrorResponse, Link } from "react-router";
import { errorMessages } from "#content/messages.ts";
import { site } from "#content/site.ts";
import styles from "./error-page.module.css";
import { ThemeSwitch } from "./theme-switch.tsx";

/** `404` for an address that leads nowhere, any thrown thing otherwise. */
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
        <nav aria-label="Ways to go on">
          <ul className={styles.ways}>
            {ways.map(({ to, name, says }) => (
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

const ways = [
  { to: "/", name: "Home", says: `The portfolio of ${site.owner}` },
  { to: "/marketing", name: "Marketing", says: `${site.agency}, for practices around Tampa Bay` },
  { to: "/lms", name: "Lead management system", says: "Where practices call their new leads" },
] as const;

export function errorTitle(error: unknown): string {
  return statusOf(error) === 404 ? "Page not found" : "Something went wrong";
}

function statusOf(error: unknown): number | null {
  if (typeof error === "number") return error;
  return isRouteErrorResponse(error) ? error.status : null;
}

function sentenceFor(error: unknown): string {
  const status = statusOf(error);
  if (status === 404) return "Nothing lives at this address. It may have moved, or never was.";
  if (status === 401) return errorMessages.unauthorized;
  if (status === 403) return errorMessages.forbidden;
  if (status !== null && status >= 500) return errorMessages.unavailable;
  return errorMessages.internal;
}
