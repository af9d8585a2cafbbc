// Refetches data after a change that can't be applied to it. Not when the change arrives, but while
// it is newer than the data: it may arrive while another screen or query is loading.
import { useEffect, useState } from "react";
import { useLocation, useRevalidator } from "react-router";
import { useLiveLeads } from "./desk-context.ts";
import { isChangedSince } from "./live-leads.ts";
import { useOncePerSecond } from "./once-per-second.ts";

type Reload = {
  /** The query: a response to a different query isn't about this one. */
  query: string;
  /** The server's time before it read the newest data, or null if there is none. */
  loadedNow: string | null;
  /** False: the data must be loaded again, whatever has changed. */
  isKnown?: boolean;
  load: () => Promise<unknown>;
};

/** Figures depend on the time, too: a lead becomes late, and a day begins, without any change. */
const everyMs = 60_000;

/**
 * Calls `load` while the data is older than the newest change, at most once per second; and once per
 * minute while the page is visible.
 */
export function useReloadOnChange({ query, loadedNow, isKnown = true, load }: Reload): void {
  const live = useLiveLeads();
  const [asked, setAsked] = useState({ query, until: 0 });
  const reload = useOncePerSecond(async () => {
    // Requested after this change arrived, so the response includes it, whatever the clocks say.
    const until = live.counts?.now ?? 0;
    await load();
    setAsked({ query, until });
  });
  const until = asked.query === query ? asked.until : 0;
  const isWanted = loadedNow !== null && (!isKnown || isChangedSince(live, loadedNow, until));
  // biome-ignore lint/correctness/useExhaustiveDependencies: again after each change and each load
  useEffect(() => {
    if (isWanted) reload();
  }, [isWanted, live, loadedNow, until, reload]);

  const isLoaded = loadedNow !== null;
  useEffect(() => {
    if (!isLoaded) return;
    const timer = setInterval(() => {
      if (!document.hidden) reload();
    }, everyMs);
    return () => clearInterval(timer);
  }, [isLoaded, reload]);
}

/**
 * Loads the screen and the layout again after such a change. If there are several loads, the router
 * decides which one is the newest, so a command that revalidates does not compete with this.
 */
export function useRevalidateOnChange(loaded: { now: string } | null): void {
  const { pathname, search } = useLocation();
  const { revalidate } = useRevalidator();
  const loadedNow = loaded?.now ?? null;
  useReloadOnChange({ query: pathname + search, loadedNow, load: revalidate });
}

/** Returns the newer data: a reload's, unless the page was loaded again since. */
export function newer<Loaded extends { now: string }, Newer extends { now: string }>(
  loaded: Loaded | null,
  reloaded: Newer | null | undefined,
): Loaded | Newer | null {
  return loaded && reloaded && reloaded.now > loaded.now ? reloaded : loaded;
}
