import { useEffect, useEffectEvent } from "react";

/**
 * Calls `call` at this interval while the page is visible, and whenever it becomes visible or is
 * back online. Never calls it if the interval is null.
 */
export function useWhileVisible(call: () => void, everyMs: number | null) {
  const onTime = useEffectEvent(() => {
    if (document.visibilityState === "visible") call();
  });
  useEffect(() => {
    if (everyMs === null) return;
    const left = new AbortController();
    const timer = setInterval(() => onTime(), everyMs);
    addEventListener("visibilitychange", () => onTime(), { signal: left.signal });
    addEventListener("online", () => onTime(), { signal: left.signal });
    return () => {
      clearInterval(timer);
      left.abort();
    };
  }, [everyMs]);
}
