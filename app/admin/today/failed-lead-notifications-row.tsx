import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { Question } from "#app/admin/question.tsx";
import styles from "#app/admin/today.module.css";
import { useOneChange } from "#app/admin/use-one-change.ts";
import { api } from "#app/api.ts";
import { Button } from "#app/ui/button.tsx";
import { todayWords } from "#content/console/today.ts";
import type { FailedLeadNotificationGroup } from "#contract/intake.ts";

type RowProps = { group: FailedLeadNotificationGroup; when: ReactNode };

/** The leads of a form that a platform has notified us about but that we couldn't load. */
export function FailedLeadNotificationsRow({ group, when }: RowProps) {
  const { page, form, source, count, failed, problem } = group;
  const [isAsking, setIsAsking] = useState(false);
  const { change, isBusy } = useOneChange();
  const all = api.admin["failed-lead-notifications"];
  const name = source?.name ?? todayWords.failedLeadNotificationsOf(page, form);
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <p>
          {source ? (
            <Link to={`/admin/source?id=${source._id}`} className={styles.name}>
              <bdi>{name}</bdi>
            </Link>
          ) : (
            <strong>{name}</strong>
          )}
          <span className={styles.kind}>
            {source && `${source.practice} · `}
            {todayWords.failedLeads(count)}
          </span>
        </p>
        <p className={problem ? styles.problem : styles.sub}>
          {problem ? todayWords.failedReason(problem, count) : todayWords.beingFetched}
        </p>
      </div>
      {when}
      {failed > 0 && (
        <>
          <Button
            variant="outline"
            isSmall
            aria-disabled={isBusy}
            aria-label={`${todayWords.again}: ${name}`}
            onClick={() => void change(() => all.replays.$post({ json: { page, form } }))}
          >
            {todayWords.again}
          </Button>
          <Button
            variant="quiet"
            isSmall
            aria-label={`${todayWords.dismiss}: ${name}`}
            onClick={() => setIsAsking(true)}
          >
            {todayWords.dismiss}
          </Button>
        </>
      )}
      <Question
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={todayWords.askDismiss(failed)}
        what={source ? todayWords.dismissMeans : todayWords.dismissMeansOfNobody}
        yes={todayWords.dismiss}
        isSafe
        onYes={() => {
          setIsAsking(false);
          void change(() => all.dismissals.$post({ json: { page, form, failed } }));
        }}
      />
    </li>
  );
}
