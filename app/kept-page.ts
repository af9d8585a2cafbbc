// A lead desk page that was opened offline from the service worker's cache.

/**
 * The name of the `Server-Timing` entry in a cached page. Its value is when the browser received
 * the page, in milliseconds.
 */
export const keptTiming = "kept";

/**
 * Returns when a cached page was received, or null if the page came from the server. Safari has
 * supported these timings since version 16.4.
 */
export function keptPageReceivedAt(): number | null {
  const [page] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const kept = page?.serverTiming?.find(({ name }) => name === keptTiming);
  return kept ? Number(kept.description) : null;
}
