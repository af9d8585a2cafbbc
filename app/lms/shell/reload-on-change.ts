// Reloads data to which a change can't be applied. It does so for as long as the change is newer
// than the data, not just once when the change arrives, because another screen or query may be
// loading at that moment.
import { useEffect, useState } from "react";
import { useLocation, useRevalidator } from "react-router";
import { useLiveLeads } from "./desk-context.ts";
import { isChangedSince } from "./live-leads.ts";
import { useOncePerSecond } from "./once-per-second.ts";

type Reload = {
  /** Identifies the data. The response to a different query doesn't count. */
  query: string;
  /** The server's time just before it read the newest data; null if there is no data. */
  loadedNow: string | null;
  /** False if the data must be reloaded even if nothing has changed. */
  isKnown?: boolean;
  load: () => Promise<unknown>;
};

/** Figures also change with the time, because leads become late and a new day begins. */
const everyMs = 60_000;

/**
 * Calls `load` while the data is older than the newest change, at most once per second. Also calls
 * it once per minute while the page is visible.
 */
export function useReloadOnChange({ query, loadedNow, isKnown = true, load }: Reload): void {
  const live = useLiveLeads();
  const [asked, setAsked] = useState({ query, until: 0 });
  const reload = useOncePerSecond(async () => {
    // The request is sent after this change arrived, so its response includes the change, whatever
    // the clocks say.
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
 * Reloads the screen and the layout when a change is newer than their data. The router knows which
 * of several loads is the newest, so this doesn't conflict with a revalidation after a command.
 */
export function useRevalidateOnChange(loaded: { now: string } | null): void {
  const { pathname, search } = useLocation();
  const { revalidate } = useRevalidator();
  const loadedNow = loaded?.now ?? null;
  useReloadOnChange({ query: pathname + search, loadedNow, load: revalidate });
}

/** Returns the reloaded data, or the page's own data if the page was loaded later. */
export function newer<Loaded extends { now: string }, Newer extends { now: string }>(
  loaded: Loaded | null,
  reloaded: Newer | null | undefined,
): Loaded | Newer | null {
  return loaded && reloaded && reloaded.now > loaded.now ? reloaded : loaded;
}
