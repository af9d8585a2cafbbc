// A lead desk page that the service worker cached and that was opened offline.

/** The name in a kept page's `Server-Timing` for when the browser received it, in milliseconds. */
export const keptTiming = "kept";

/**
 * Returns when the page was received, or null if it came from the server. Safari has these timings
 * since 16.4.
 */
export function keptPageReceivedAt(): number | null {
  const [page] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const kept = page?.serverTiming?.find(({ name }) => name === keptTiming);
  return kept ? Number(kept.description) : null;
}
