// The dashboard's data: what its loader read, updated with the event stream's changes. What these
// changes can't update is fetched again, at most once per second.
import { useEffect, useMemo, useRef, useState } from "react";
import { useRevalidator, useSearchParams } from "react-router";
import { figuresSearch } from "#app/lms/figures/period.ts";
import { useDesk, useLiveLeads } from "#app/lms/shell/desk-context.ts";
import { useLastGood, useLastGoodWithoutRetry } from "#app/lms/shell/last-known-good.ts";
import { patchedList } from "#app/lms/shell/live-leads.ts";
import { newer, useReloadOnChange } from "#app/lms/shell/reload-on-change.ts";
import { rootPath } from "#app/root-path.ts";
import { askApi } from "#app/ui/ask-api.ts";
import { openStarts } from "#contract/open-time.ts";
import { wallStarts } from "#contract/timeliness.ts";
import { isFiltered } from "./filter-params.ts";
import { type Queue, rowsShown } from "./load-dashboard.ts";
import type { Reloaded } from "./reload.ts";
import { readView } from "./view.ts";

/** Keeps the queue up to date. `queryKey`: the list's query as one string. */
export function useLiveQueue(loaderData: Queue | null, queryKey: string) {
  const [search] = useSearchParams();
  const view = readView(search);
  const { reloaded, reload } = useReloads(search.toString());
  const loaded = useLastGood(newer(loaderData, reloaded?.list), `leads ${queryKey}`);
  const figures = useLastGoodWithoutRetry(
    newer(loaderData, reloaded?.figures),
    `dashboard ${figuresSearch(search)}`,
  );

  const live = useLiveLeads();
  const { sort, q, filters } = view;
  const show = rowsShown(view);
  const isNarrowed = q !== "" || isFiltered(filters);
  const { client } = useDesk();
  const { reading } = client;
  const patched = useMemo(() => {
    const startsAt = (at: Date) => (reading === "open" ? openStarts(at, client) : wallStarts(at));
    return loaded && patchedList(loaded, live, { sort, show, isNarrowed, startsAt });
  }, [loaded, live, sort, show, isNarrowed, reading, client]);
  const queue = useMemo(
    () => loaded && patched && { ...loaded, list: patched.list },
    [loaded, patched],
  );
  const isKnown = patched?.isKnown ?? true;
  useReloadOnChange({
    query: search.toString(),
    loadedNow: loaded?.now ?? null,
    isKnown,
    load: () => reload(isKnown && !isNarrowed ? "figures" : "all"),
  });
  return { queue, figures, mail: reloaded?.mail ?? null };
}

/**
 * Returns the newest responses for this query as `reloaded`, and `reload`, which requests them
 * again.
 */
function useReloads(search: string) {
  const { revalidate } = useRevalidator();
  const [answered, setAnswered] = useState<(Reloaded & { search: string }) | null>(null);
  const leaving = useRef<AbortController>(null);
  // Aborts the request when the page unmounts, for example after it was locked.
  useEffect(() => {
    leaving.current = new AbortController();
    return () => leaving.current?.abort();
  }, []);
  const reload = async (wanted: "all" | "figures") => {
    const part = wanted === "all" ? "" : "&part=figures";
    const url = `${rootPath}/lms/dashboard/reload?${search}${part}`;
    const signal = leaving.current?.signal ?? null;
    const outcome = await askApi(() => fetch(url, { signal }));
    if (signal?.aborted) return;
    // The page's own load says that the server can't be reached, and retries.
    if (!outcome.isDone) return revalidate();
    const { list, figures, mail }: Reloaded = outcome.answer;
    setAnswered((last) => ({
      search,
      list: list ?? (last?.search === search ? last.list : null),
      figures: figures ?? list,
      mail,
    }));
  };
  return { reloaded: answered?.search === search ? answered : null, reload };
}
