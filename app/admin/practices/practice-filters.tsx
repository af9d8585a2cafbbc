import { ListFilters, SearchFilter, SelectFilter } from "#app/admin/list-filters.tsx";
import {
  practiceNeedNames,
  practiceSortNames,
  practiceWords as words,
} from "#content/console/practices.ts";
import { lateShares } from "#contract/practices.ts";

export function PracticeFilters({ isFiltered }: { isFiltered: boolean }) {
  return (
    <ListFilters isFiltered={isFiltered}>
      <SearchFilter label={words.search} hint={words.searchHelp} />
      <SelectFilter
        name="status"
        label={words.status}
        any={words.anyStatus}
        names={Object.entries(words.states)}
      />
      <SelectFilter
        name="needs"
        label={words.needs}
        any={words.anyNeed}
        names={Object.entries(practiceNeedNames)}
      />
      <SelectFilter
        name="late"
        label={words.late}
        any={words.anyLate}
        names={lateShares.map((share) => [share, words.lateShare(share)])}
      />
      <SelectFilter
        name="sort"
        label={words.sort}
        any={words.usualOrder}
        names={Object.entries(practiceSortNames)}
      />
    </ListFilters>
  );
}
