// Whether this page can reach the server.
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { keptPageReceivedAt } from "#app/kept-page.ts";
import { readNow } from "#app/ui/now.tsx";

/**
 * Calls `onReturn` when the browser is online again or the tab is visible again, because a sleeping
 * phone may have missed events.
 */
export function useBackOnline(onReturn: () => void) {
  const onBack = useEffectEvent(onReturn);
  useEffect(() => {
    const left = new AbortController();
    const { signal } = left;
    addEventListener("online", () => onBack(), { signal });
    document.addEventListener(
      "visibilitychange",
      () => {
        if (document.visibilityState === "visible") onBack();
      },
      { signal },
    );
    return () => left.abort();
  }, []);
}

/** Returns since when the server has responded without interruption, on the server's clock. */
export function useLiveSince(lostAt: Date | null, loadedAt: string): Date {
  const [since, setSince] = useState(() => new Date(loadedAt));
  const wasLost = useRef(false);
  useEffect(() => {
    if (!lostAt && wasLost.current) setSince(readNow());
    wasLost.current = lostAt !== null;
  }, [lostAt]);
  return since;
}

/**
 * Returns when the server stopped responding, or null while it responds. `loadedAt`: when the page
 * was loaded, on the server's clock. If a cached page is opened offline, that is the returned time.
 */
export function useLostAt(isWell: boolean, loadedAt: string): Date | null {
  const [lostAt, setLostAt] = useState<Date | null>(null);
  const [openedAt] = useState(loadedAt);
  useEffect(() => {
    const isKept = loadedAt === openedAt && keptPageReceivedAt() !== null;
    if (isKept) setLostAt(new Date(openedAt));
    else setLostAt((before) => (isWell ? null : (before ?? readNow())));
  }, [isWell, loadedAt, openedAt]);
  return lostAt;
}
