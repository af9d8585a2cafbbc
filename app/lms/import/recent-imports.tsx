import { Link } from "react-router";
import { useDesk } from "#app/lms/shell/desk-context.ts";
import { momentText } from "#app/ui/moment-text.ts";
import { importWords as words } from "#content/desk/import.ts";
import type { LeadImport } from "#contract/imports.ts";
import styles from "./recent-imports.module.css";

/** Nothing at all when there are none: the first step says what to do. */
export function RecentImports({ imports }: { imports: LeadImport[] }) {
  const { client } = useDesk();
  const shown = imports.filter(({ state }) => state !== "uploading");
  if (shown.length === 0) return null;
  return (
    <section className={styles.recent} aria-labelledby="recent-title">
      <h2 id="recent-title">{words.recent}</h2>
      <ul>
        {shown.map(({ _id, fileName, state, uploadedAt, by }) => (
          <li key={_id}>
            <Link to={`/lms/import?id=${_id}`}>
              <bdi>{fileName}</bdi>
            </Link>
            <span>{words.states[state]}</span>
            <span className={styles.when}>
              {[by, momentText(uploadedAt, { timeZone: client.timeZone })]
                .filter(Boolean)
                .join(", ")}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
