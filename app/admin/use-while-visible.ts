import { useEffect, useEffectEvent } from "react";

/**
 * Calls `call` at this interval while the page is visible, and whenever the page becomes visible or
 * is online again. With null, never calls it.
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
