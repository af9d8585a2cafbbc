// What the queue shows when it is empty: the reason, and what to do next.

import { useDesk } from "#app/lms/shell/desk-context.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { usePendingSearch } from "#app/ui/lists/pending-search.ts";
import { silentMs } from "#app/ui/live/event-stream.ts";
import { LoadFailed } from "#app/ui/load-failed.tsx";
import { useNow } from "#app/ui/now.tsx";
import { filterWords, queueWords } from "#content/desk/dashboard.ts";
import { timeText } from "#contract/moment-text.ts";
import { noFilters } from "./filters.tsx";
import styles from "./lead-list.module.css";

type EmptyQueueProps = {
  q: string;
  /** How many leads outside the queue match the search; null if they weren't searched. */
  others: number | null;
  isFiltered: boolean;
  isFailed: boolean;
};

export function EmptyQueue({ q, others, isFiltered, isFailed }: EmptyQueueProps) {
  const { viewAs } = useDesk();
  const [, setPending] = usePendingSearch();
  if (isFailed) return <LoadFailed>{queueWords.failed}</LoadFailed>;
  if (isFiltered) {
    const clear = (
      <Button variant="outline" onClick={() => setPending(noFilters)}>
        {filterWords.clear}
      </Button>
    );
    return <Empty action={clear}>{filterWords.nobody}</Empty>;
  }
  const add = !viewAs && (
    <ButtonLink variant={q ? "quiet" : "outline"} to="/lms/lead">
      {queueWords.addALead}
    </ButtonLink>
  );
  if (!q) {
    return (
      <Empty hint={<LiveSince />} action={add}>
        {queueWords.empty}
      </Empty>
    );
  }
  if (others) return <p className={styles.none}>{queueWords.noMatchInQueue}</p>;
  return (
    <Empty hint={others === null ? queueWords.tooShort : undefined} action={add}>
      {others === null ? queueWords.noMatchInQueue : queueWords.noMatch}
    </Empty>
  );
}

/**
 * Shows that the list is really empty, not broken. While the connection is lost, a banner says so
 * instead.
 */
function LiveSince() {
  const { isLive, liveSince, client } = useDesk();
  const now = useNow();
  if (!isLive) return null;
  const silence = silentMs();
  return (
    <>
      <span suppressHydrationWarning>
        {queueWords.liveSince(timeText(liveSince, now, client.timeZone))}
        {silence !== null && queueWords.lastHeard(Math.round(silence / 1000))}.
      </span>{" "}
      {queueWords.comesHere}
    </>
  );
}
