// The empty queue: why it is empty, and what to do next.
import { LoadFailed } from "#app/lms/lists/load-failed.tsx";
import { usePendingSearch } from "#app/lms/lists/pending-search.ts";
import { useDesk } from "#app/lms/shell/desk-context.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { filterWords, queueWords } from "#content/desk/dashboard.ts";
import { noFilters } from "./filters.tsx";
import styles from "./lead-list.module.css";

type EmptyQueueProps = {
  q: string;
  /** How many leads outside the queue match; null: they were not searched. */
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
  if (!q) return <Empty action={add}>{queueWords.empty}</Empty>;
  if (others) return <p className={styles.none}>{queueWords.noMatchInQueue}</p>;
  return (
    <Empty hint={others === null ? queueWords.tooShort : undefined} action={add}>
      {others === null ? queueWords.noMatchInQueue : queueWords.noMatch}
    </Empty>
  );
}
