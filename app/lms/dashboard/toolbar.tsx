// The queue's toolbar: search, sort order, filters, and the button to add a lead.

import { LeadSearchBox } from "#app/lms/lists/lead-search-box.tsx";
import { IconArrowsSort } from "#app/lms/shell/desk-icons.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Hidden } from "#app/ui/hidden.tsx";
import { usePendingSearch } from "#app/ui/lists/pending-search.ts";
import { IconPlus } from "#app/ui/writing-icons.ts";
import { queueWords, sortNames } from "#content/desk/dashboard.ts";
import type { FilterChoices } from "#contract/filters.ts";
import { type LeadSort, leadSorts } from "#contract/queue.ts";
import { FilterButton } from "./filters.tsx";
import styles from "./lead-list.module.css";

type ToolbarProps = {
  q: string;
  sort: LeadSort;
  choices: FilterChoices;
  canAdd: boolean;
};

export function Toolbar({ q, sort, choices, canAdd }: ToolbarProps) {
  const [, setPending] = usePendingSearch();
  return (
    <div className={styles.toolbar}>
      <h2 id="leads" tabIndex={-1}>
        {queueWords.title}
      </h2>
      <LeadSearchBox q={q} />
      <label className={styles.sort}>
        <IconArrowsSort aria-hidden />
        <Hidden>{queueWords.sort}</Hidden>
        <select value={sort} onChange={(event) => setPending({ sort: event.target.value })}>
          {leadSorts.map((one) => (
            <option key={one} value={one}>
              {sortNames[one]}
            </option>
          ))}
        </select>
      </label>
      <FilterButton choices={choices} />
      {canAdd && (
        <ButtonLink variant="outline" to="/lms/lead" className={styles.add}>
          <IconPlus aria-hidden />
          <span>{queueWords.addLead}</span>
        </ButtonLink>
      )}
    </div>
  );
}
