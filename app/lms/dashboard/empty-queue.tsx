// The queue without a row: why, and what to do next.
import { useRevalidator } from "react-router";
import { usePendingSearch } from "#app/lms/lists/pending-search.ts";
import { deskUrl, useDesk } from "#app/lms/shell/desk-context.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { deskWords, filterWords } from "#content/desk.ts";
import { noFilters } from "./filters.tsx";
import styles from "./lead-list.module.css";

type EmptyQueueProps = { q: string; isFiltered: boolean; isFailed: boolean };

export function EmptyQueue({ q, isFiltered, isFailed }: EmptyQueueProps) {
  const { viewAs } = useDesk();
  const [, setPending] = usePendingSearch();
  const { revalidate } = useRevalidator();
  if (isFailed) {
    const retry = (
      <Button variant="outline" onClick={() => void revalidate()}>
        Retry
      </Button>
    );
    return <Empty action={retry}>{deskWords.failed}</Empty>;
  }
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
      Add a lead
    </ButtonLink>
  );
  if (!q) return <Empty action={add}>{deskWords.empty}</Empty>;
  const ways = (
    <div className={styles.ways}>
      <ButtonLink
        variant="outline"
        to={deskUrl(`/lms/archive?${new URLSearchParams({ q })}`, viewAs)}
        prefetch={viewAs ? "none" : "intent"}
      >
        {deskWords.lookInArchive}
      </ButtonLink>
      {add}
    </div>
  );
  return (
    <Empty hint={deskWords.notSearched} action={ways}>
      {deskWords.noMatch}
    </Empty>
  );
}
