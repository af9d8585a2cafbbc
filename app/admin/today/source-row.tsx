import { Link } from "react-router";
import styles from "#app/admin/today.module.css";
import { ButtonLink } from "#app/ui/button.tsx";
import { sourceStateNames, sourceWords } from "#content/console/sources.ts";
import { todayWords } from "#content/console/today.ts";
import type { Source } from "#contract/sources.ts";

/** A source with a problem, such as submissions that didn't become leads. */
export function SourceRow({ source }: { source: Source }) {
  const { _id, name, practice, unread, state } = source;
  const url = `/admin/source?id=${_id}`;
  return (
    <li className={styles.row}>
      <p className={styles.what}>
        <Link to={url} className={styles.name}>
          <bdi>{name}</bdi>
        </Link>
        <span className={styles.sub}>
          {practice.name} · {unread > 0 ? sourceWords.needYou(unread) : sourceStateNames[state]}
        </span>
      </p>
      <ButtonLink variant="quiet" to={url} isSmall aria-label={`${todayWords.look}: ${name}`}>
        {todayWords.look}
      </ButtonLink>
    </li>
  );
}
