import { ListFilters, SearchFilter, SelectFilter } from "#app/admin/list-filters.tsx";
import { comparisonNames, comparisonWords as words } from "#content/console/comparison.ts";
import {
  type ComparisonQuery,
  type ComparisonSort,
  comparisonPeriods,
  comparisonSorts,
} from "#contract/comparison.ts";
import { monthAfter, monthName } from "#contract/month-reports.ts";

/**
 * How many months are offered. Older months and the current one are offered only if the URL names
 * them.
 */
const monthsOffered = 12;

type FiltersProps = { today: string; period: ComparisonQuery["period"]; isFiltered: boolean };

export function ComparisonFilters({ today, period, isFiltered }: FiltersProps) {
  // The list starts with the month before last, because last month has its own option.
  const months = Array.from({ length: monthsOffered }, (_, index) =>
    monthAfter(today.slice(0, 7), -2 - index),
  );
  const isNamed = comparisonPeriods.some((one) => one === period);
  if (!isNamed && !months.includes(period)) months.unshift(period);
  const sorts = (Object.keys(comparisonSorts) as ComparisonSort[]).toSorted(
    (a, b) => Number(b === "onTime") - Number(a === "onTime"),
  );
  return (
    <ListFilters isFiltered={isFiltered}>
      <SelectFilter
        name="period"
        label={words.period}
        names={[
          ...comparisonPeriods.map((one): [string, string] => [one, words.periods[one]]),
          ...months.map((month): [string, string] => [month, monthName(month)]),
        ]}
      />
      <SelectFilter
        name="sort"
        label={words.sort}
        names={sorts.map((sort) => [sort, comparisonNames[sort]])}
      />
      <SearchFilter label={words.search} hint={words.searchHelp} />
    </ListFilters>
  );
}
