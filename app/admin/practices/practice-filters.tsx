import { ListFilters, SearchFilter, SelectFilter } from "#app/admin/list-filters.tsx";
import { billingWords } from "#content/console/billing.ts";
import {
  practiceNeedNames,
  practiceSortNames,
  practiceWords as words,
} from "#content/console/practices.ts";
import { lateShares } from "#contract/practices.ts";

type Choice = [value: string, name: string];
type FiltersProps = { isFiltered: boolean; packages: string[]; tags: string[] };

export function PracticeFilters({ isFiltered, packages, tags }: FiltersProps) {
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
        name="package"
        label={billingWords.package}
        any={billingWords.anyPackage}
        names={[["none", billingWords.noPackage], ...packages.map((one) => [one, one] as Choice)]}
      />
      {tags.length > 0 && (
        <SelectFilter
          name="tag"
          label={words.tag}
          any={words.anyTag}
          names={tags.map((one) => [one, one])}
        />
      )}
      <SelectFilter
        name="sort"
        label={words.sort}
        any={words.usualOrder}
        names={Object.entries(practiceSortNames)}
      />
    </ListFilters>
  );
}
