// The empty queue: why it is empty, and what to do next.
import { LoadFailed } from "#app/lms/lists/load-failed.tsx";
import { usePendingSearch } from "#app/lms/lists/pending-search.ts";
import { deskUrl, useDesk } from "#app/lms/shell/desk-context.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { filterWords, queueWords } from "#content/desk/dashboard.ts";
import { noFilters } from "./filters.tsx";
import styles from "./lead-list.module.css";

type EmptyQueueProps = { q: string; isFiltered: boolean; isFailed: boolean };

export function EmptyQueue({ q, isFiltered, isFailed }: EmptyQueueProps) {
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
  if (!q) return <Empty action={add}>{queueWords.empty}</Empty>;
  const ways = (
    <div className={styles.actions}>
      <ButtonLink
        variant="outline"
        to={deskUrl(`/lms/archive?${new URLSearchParams({ q })}`, viewAs)}
        prefetch={viewAs ? "none" : "intent"}
      >
        {queueWords.searchArchive}
      </ButtonLink>
      {add}
    </div>
  );
  return (
    <Empty hint={queueWords.notSearched} action={ways}>
      {queueWords.noMatch}
    </Empty>
  );
}
