// The splash of the two home pages.
import type { Page } from "playwright-core";

/**
 * Keeps the splash open until a visitor closes it, however slow the machine is. Call this before
 * the page is opened.
 */
export async function holdOpening(page: Page) {
  await page.addInitScript(() => {
    const longestMs = 1000;
    const schedule = window.setTimeout.bind(window);
    // Before its scripts have loaded, a home page has no other timer that is this long.
    const only = (work: TimerHandler, ms?: number, ...rest: unknown[]) =>
      ms && ms > longestMs ? 0 : schedule(work, ms, ...rest);
    window.setTimeout = only as typeof window.setTimeout;
  });
}
