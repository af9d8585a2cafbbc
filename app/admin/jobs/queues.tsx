// Shows how much work each queue had at the last update. Empty queues are collapsed.
import { Link } from "react-router";
import { agencyZone } from "#app/admin/agency-hours.ts";
import { Moment } from "#app/ui/at-time.tsx";
import { queueNames, jobWords as words } from "#content/console/system.ts";
import { momentText } from "#contract/moment-text.ts";
import type { JobQueue } from "#contract/system.ts";
import styles from "./queues.module.css";

const counted = ["waiting", "active", "failed", "done"] as const;

export function Queues({ queues }: { queues: JobQueue[] }) {
  const isBusy = ({ waiting, active, failed }: JobQueue) => waiting + active + failed > 0;
  const quiet = queues.filter((queue) => !isBusy(queue));
  return (
    <section aria-labelledby="queues" className={styles.queues}>
      <h2 id="queues">{words.queues}</h2>
      <p className={styles.about}>{words.about}</p>
      <QueueTable queues={queues.filter(isBusy)} />
      {quiet.length > 0 && (
        <details>
          <summary>{words.quiet(quiet.length)}</summary>
          <QueueTable queues={quiet} />
        </details>
      )}
    </section>
  );
}

function QueueTable({ queues }: { queues: JobQueue[] }) {
  if (queues.length === 0) return <p className={styles.about}>{words.nothingWaits}.</p>;
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{words.queue}</th>
          {counted.map((state) => (
            <th key={state} scope="col">
              {words.counts[state]}
            </th>
          ))}
          <th scope="col">{words.oldest}</th>
        </tr>
      </thead>
      <tbody>
        {queues.map((queue) => (
          <tr key={queue.name}>
            <th scope="row">{queueNames[queue.name] ?? queue.name}</th>
            {counted.map((state) => (
              <td key={state} data-label={words.counts[state]}>
                {queue[state] > 0 ? (
                  <Link to={`?state=${state}&queue=${queue.name}`}>{queue[state]}</Link>
                ) : (
                  0
                )}
              </td>
            ))}
            <td data-label={words.oldest}>
              {queue.waitingSince ? (
                <Moment at={queue.waitingSince} timeZone={agencyZone}>
                  {momentText(queue.waitingSince, { timeZone: agencyZone })}
                </Moment>
              ) : (
                "–"
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
