import { Link } from "react-router";
import { importWords as words } from "#content/desk/import.ts";
import type { LeadImport } from "#contract/imports.ts";
import { momentText } from "#contract/moment-text.ts";
import { useImportPlace } from "./import-place.ts";
import styles from "./recent-imports.module.css";

/**
 * Lists the recent imports. Renders nothing if there are none, because the first step says what to
 * do.
 */
export function RecentImports({ imports }: { imports: LeadImport[] }) {
  const { timeZone, urlOf } = useImportPlace();
  const shown = imports.filter(({ state }) => state !== "uploading");
  if (shown.length === 0) return null;
  return (
    <section className={styles.recent} aria-labelledby="recent-title">
      <h2 id="recent-title">{words.recent}</h2>
      <ul>
        {shown.map(({ _id, fileName, state, uploadedAt, by }) => (
          <li key={_id}>
            <Link to={urlOf(_id)}>
              <bdi>{fileName}</bdi>
            </Link>
            <span>{words.states[state]}</span>
            <span className={styles.when} suppressHydrationWarning>
              {[by, momentText(uploadedAt, { timeZone })].filter(Boolean).join(", ")}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
