// Refetches data that a change can't be applied to. It does so while the change is newer than the
// data, not when the change arrives, because another screen or query may be loading at that moment.
import { useEffect, useState } from "react";
import { useLocation, useRevalidator } from "react-router";
import { useLiveLeads } from "./desk-context.ts";
import { isChangedSince } from "./live-leads.ts";
import { useOncePerSecond } from "./once-per-second.ts";

type Reload = {
  /** The query. A response to another query doesn't count. */
  query: string;
  /** The server's time before it read the newest data, or null if there is none. */
  loadedNow: string | null;
  /** False if the data must be reloaded, whatever has changed. */
  isKnown?: boolean;
  load: () => Promise<unknown>;
};

/** Figures also depend on the time: leads become late and a day begins without any change. */
const everyMs = 60_000;

/**
 * Calls `load` while the data is older than the newest change, at most once per second, and also
 * once per minute while the page is visible.
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each change and each load
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
 * Reloads the screen and the layout after such a change. The router decides which of several loads
 * is the newest, so this doesn't conflict with a command that revalidates.
 */
export function useRevalidateOnChange(loaded: { now: string } | null): void {
  const { pathname, search } = useLocation();
  const { revalidate } = useRevalidator();
  const loadedNow = loaded?.now ?? null;
  useReloadOnChange({ query: pathname + search, loadedNow, load: revalidate });
}

/** Returns the newer data: the reload's, unless the page was loaded again since. */
export function newer<Loaded extends { now: string }, Newer extends { now: string }>(
  loaded: Loaded | null,
  reloaded: Newer | null | undefined,
): Loaded | Newer | null {
  return loaded && reloaded && reloaded.now > loaded.now ? reloaded : loaded;
}
