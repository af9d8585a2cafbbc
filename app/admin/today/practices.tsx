// Shows each practice's waiting leads, and how soon it has called in the last thirty days. The
// practice with the longest wait comes first.
import { Link } from "react-router";
import { OnTimeBar } from "#app/admin/practices/on-time-bar.tsx";
import { totalOf, Waiting } from "#app/admin/practices/practice-facts.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { IconAlertTriangle } from "#app/ui/icons.tsx";
import { isFew, shareText } from "#app/ui/share.ts";
import { practiceWords } from "#content/console/practices.ts";
import { todayWords } from "#content/console/today.ts";
import type { ClientList, ListedClient } from "#contract/practices.ts";
import styles from "./practices.module.css";

/** Which practices are listed, and how many, so that the page can be read at a glance. */
export const practicesToday = { status: "active", sort: "waiting", limit: "20" } as const;

export function Practices({ shown }: { shown: ClientList }) {
  const { clients: practices, total } = shown;
  return (
    <section className={styles.box} aria-labelledby="practices">
      <h2 id="practices">
        {todayWords.practices} <span>{todayWords.span}</span>
      </h2>
      {practices.length === 0 && (
        <Empty
          action={
            <ButtonLink variant="outline" to="/admin/practices#invite">
              {todayWords.invite}
            </ButtonLink>
          }
        >
          {todayWords.noPractices}
        </Empty>
      )}
      <ul>
        {practices.map((practice) => (
          <li key={practice._id} className={styles.practice}>
            <Link to={`/admin/practice?id=${practice._id}`} className={styles.name}>
              <bdi>{practice.name}</bdi>
            </Link>
            {practice.waitingSince ? (
              <Waiting practice={practice} />
            ) : (
              <p className={styles.allClear}>{todayWords.nobodyWaits}</p>
            )}
            {practice.isUnreachable && (
              <p className={styles.unreachable}>
                <IconAlertTriangle size={16} aria-hidden />
                {practiceWords.unreachable}
              </p>
            )}
            <Month practice={practice} />
          </li>
        ))}
      </ul>
      {total > practices.length && (
        <p className={styles.more}>
          <Link to="/admin/practices?sort=waiting">{todayWords.allPractices(total)}</Link>
        </p>
      )}
    </section>
  );
}

function Month({ practice: { figures, uncalled } }: { practice: ListedClient }) {
  const total = totalOf(figures);
  if (total === 0) {
    // The text depends on whether leads are waiting, because a lead without a call isn't counted
    // until it is late.
    const why = uncalled > 0 ? todayWords.notCountedYet : todayWords.nobodyAsked;
    return <p className={styles.allClear}>{why}</p>;
  }
  const { lt10 } = figures.timeDiff;
  return (
    <div className={styles.month}>
      <p>
        {!isFew(total) && <strong>{shareText(lt10, total)}</strong>}
        <span>{todayWords.onTime(lt10, total)}</span>
      </p>
      <OnTimeBar timeDiff={figures.timeDiff} />
    </div>
  );
}
