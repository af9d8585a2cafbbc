import { Link } from "react-router";
import styles from "#app/admin/today.module.css";
import { ButtonLink } from "#app/ui/button.tsx";
import { todayWords } from "#content/console/today.ts";
import type { ListedClient } from "#contract/practices.ts";

/** A practice whose number may be labeled spam: far fewer leads answer its calls than before. */
export function LabeledNumberRow({ client: { _id, name } }: { client: ListedClient }) {
  const url = `/admin/practice?id=${_id}#phone-number`;
  return (
    <li className={styles.row}>
      <p className={styles.what}>
        <Link to={url} className={styles.name}>
          <bdi>{name}</bdi>
        </Link>
        <span className={styles.sub}>{todayWords.labeledWhy}</span>
      </p>
      <ButtonLink variant="quiet" to={url} isSmall aria-label={`${todayWords.look}: ${name}`}>
        {todayWords.look}
      </ButtonLink>
    </li>
  );
}
