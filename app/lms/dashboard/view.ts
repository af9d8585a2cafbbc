// Reads the dashboard's list settings from the URL. Pure.
import { mostShown } from "#app/lms/lists/list-foot.tsx";
import { searchText } from "#app/lms/lists/search-text.ts";
import { leadPageSize } from "#contract/leads.ts";
import { leadSorts } from "#contract/queue.ts";
import { readFilters } from "./filter-params.ts";
import type { View } from "./load-dashboard.ts";

/** Reads the list's search, sort order, filters and length. */
export function readView(search: URLSearchParams): View {
  return {
    q: searchText(search),
    sort: leadSorts.find((one) => one === search.get("sort")) ?? "next",
    show: Math.min(mostShown, Math.max(leadPageSize, Number(search.get("show")) || 0)),
    filters: readFilters(search),
  };
}
