// Reads the archive's filters from the URL. Pure.
import { lineIn } from "#app/lms/lists/search-text.ts";
import { maxReasonLength } from "#contract/archive.ts";
import { uuid } from "#contract/fields.ts";

/** An empty string means that there is no filter. */
export type FilterParams = {
  reason: string;
  /** The id of the person who archived the lead. */
  by: string;
};

export const noFilters: FilterParams = { reason: "", by: "" };

/**
 * Reads the filters. Invalid values are dropped or shortened, because a bookmarked or typed URL may
 * contain anything.
 */
export function filtersFrom(search: URLSearchParams): FilterParams {
  return {
    reason: lineIn(search, "reason", maxReasonLength),
    by: uuid.safeParse(search.get("by")).data ?? "",
  };
}

export function isFiltered({ reason, by }: FilterParams): boolean {
  return Boolean(reason || by);
}
