// The splash of the two home pages.
import type { Page } from "playwright-core";

/**
 * Keeps the splash open, however long a busy machine takes, until a visitor closes it. Call this
 * before the page is opened.
 */
export async function holdOpening(page: Page) {
  await page.addInitScript(() => {
    const longestMs = 1000;
    const schedule = window.setTimeout.bind(window);
    // No other timer of a home page is that long before its scripts have loaded.
    const only = (work: TimerHandler, ms?: number, ...rest: unknown[]) =>
      ms && ms > longestMs ? 0 : schedule(work, ms, ...rest);
    window.setTimeout = only as typeof window.setTimeout;
  });
}
