// The archive's filters in the URL. Pure.
import { lineIn } from "#app/lms/lists/search-text.ts";
import { maxReasonLength } from "#contract/archive.ts";
import { uuid } from "#contract/fields.ts";

/** An empty string means no filter. */
export type FilterParams = {
  reason: string;
  /** A person's id. */
  by: string;
};

export const noFilters: FilterParams = { reason: "", by: "" };

/** Drops invalid values: a bookmarked or typed URL may contain anything. */
export function filtersFrom(search: URLSearchParams): FilterParams {
  return {
    reason: lineIn(search, "reason", maxReasonLength),
    by: uuid.safeParse(search.get("by")).data ?? "",
  };
}

export function isFiltered({ reason, by }: FilterParams): boolean {
  return Boolean(reason || by);
}
