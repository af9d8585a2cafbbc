// The archive's filters: why a lead was archived, and who archived it. They are stored in the URL.
import { useDesk } from "#app/lms/shell/desk-context.ts";
import { Hidden } from "#app/ui/hidden.tsx";
import { usePendingSearch } from "#app/ui/lists/pending-search.ts";
import { archiveReasonWords, archiveWords } from "#content/desk/archive.ts";
import type { DeskPerson } from "#contract/accounts.ts";
import { archivingOutcomes } from "#contract/archive.ts";
import styles from "./archive-filters.module.css";
import { type FilterParams, filtersFrom } from "./filter-params.ts";
import { reasonText } from "./reason-text.ts";

const words = archiveWords.filters;
const usualReasons: string[] = [
  ...archivingOutcomes,
  archiveReasonWords.triedReason,
  ...archiveReasonWords.reasons,
];

/** Each choice applies immediately and returns to the first page. */
export function ArchiveFilters() {
  const [pending, setPending] = usePendingSearch();
  const { person } = useDesk();
  const { reason, by } = filtersFrom(pending);
  const people = person?.colleagues ?? [];
  const ids = people.map(({ _id }) => _id);
  const choose = (name: keyof FilterParams, value: string) =>
    setPending({ [name]: value, show: null }, { replace: true });
  return (
    <div className={styles.filters}>
      <label>
        <Hidden>{words.reason}</Hidden>
        <select value={reason} onChange={({ target }) => choose("reason", target.value)}>
          <option value="">{words.anyReason}</option>
          {withChosen(usualReasons, reason).map((one) => (
            <option key={one} value={one}>
              {reasonText(one)}
            </option>
          ))}
        </select>
      </label>
      {(people.length > 1 || by) && (
        <label>
          <Hidden>{words.by}</Hidden>
          <select value={by} onChange={({ target }) => choose("by", target.value)}>
            <option value="">{words.anyone}</option>
            {withChosen(ids, by).map((id) => (
              <option key={id} value={id}>
                {nameOf(id, person)}
              </option>
            ))}
          </select>
        </label>
      )}
    </div>
  );
}

function nameOf(id: string, person: DeskPerson | null): string {
  if (id === person?._id) return words.me;
  return person?.colleagues.find(({ _id }) => _id === id)?.name ?? words.someoneElse;
}

/** A bookmarked or typed URL may contain a value that isn't offered. */
function withChosen(offered: string[], chosen: string): string[] {
  return !chosen || offered.includes(chosen) ? offered : [...offered, chosen];
}
