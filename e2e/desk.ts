// A practice that is logged in to the lead desk.
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterEach, beforeAll, beforeEach, expect } from "vitest";
import { makePractice } from "#server/db/make.ts";
import { openBrowser, openPage, shiftClock, type WatchedPage } from "./browser.ts";
import { type Product, sharedProduct } from "./product.ts";

/**
 * Prepares a test file in which each test has its own practice on the shared product. Each test's
 * `page` is closed at its end and must not have logged any errors.
 */
export function deskJourneys({ hasPush = false } = {}) {
  const desk = {
    /** Opens the desk as the practice's manager. */
    async open(path: string, options?: BrowserContextOptions) {
      const { browser, product, practice } = desk;
      desk.page = await openDesk(browser, product.origin, practice, path, options);
    },
  } as Desk;
  beforeAll(async () => {
    [desk.browser, desk.product] = await Promise.all([openBrowser({ hasPush }), sharedProduct()]);
  });
  beforeEach(async () => {
    desk.practice = await desk.product.withTools((tools) => makePractice(tools));
  });
  afterEach(async () => {
    expect(desk.page.troubles).toEqual([]);
    await desk.page.context().close();
  });
  return desk;
}

type Desk = {
  browser: Browser;
  product: Product;
  practice: Awaited<ReturnType<typeof makePractice>>;
  page: WatchedPage;
  open(path: string, options?: BrowserContextOptions): Promise<void>;
};

/** Returns the options for a touch screen of phone size. */
export const phone = (width: number): BrowserContextOptions => ({
  viewport: { width, height: 844 },
  hasTouch: true,
  isMobile: true,
});

/** Runs a check at the width of a small phone, and then at a usual phone's. */
export async function atPhoneWidths(page: Page, check: (width: number) => Promise<void>) {
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await check(width);
  }
}

/** Returns a time zone where it is this hour right now. */
export function zoneAt(hour: number): string {
  const ahead = ((hour - new Date().getUTCHours() + 36) % 24) - 12;
  // In these names, zones west of Greenwich have a plus sign.
  return `Etc/GMT${ahead > 0 ? "-" : "+"}${Math.abs(ahead)}`;
}

/**
 * Logs in with an API call, because the login screen is not under test. Returns the page once it
 * responds to input. `shiftMs`: how far a product's own clock is ahead of the run's.
 */
export async function openDesk(
  browser: Browser,
  origin: string,
  who: { email: string; password: string },
  path: string,
  { shiftMs = 0, ...options }: BrowserContextOptions & { shiftMs?: number } = {},
): Promise<WatchedPage> {
  // Without a graphics card, animations need as much CPU time as everything else that the browser
  // shows.
  const page = await openPage(browser, { reducedMotion: "reduce", ...options });
  if (shiftMs !== 0) await page.context().addInitScript(shiftClock, shiftMs);
  const { email, password } = who;
  const answer = await page.context().request.post(`${origin}/api/credentials`, {
    data: { email, password },
  });
  if (!answer.ok()) throw new Error(`${email} could not sign in: ${answer.status()}`);
  await page.addInitScript(() =>
    addEventListener("hydrated", () => Object.assign(window, { isAnswering: true })),
  );
  await page.goto(origin + path);
  await page.waitForFunction(() => "isAnswering" in window);
  return page;
}

type StoredCall = { outcome: string; calledAt: Date; isEnteredLater: boolean };

/** Returns the calls of a lead that have an outcome on the server. */
export async function callsOf(product: Product, leadId: string): Promise<StoredCall[]> {
  const { rows } = await product.withTools((tools) =>
    tools.pool.query<StoredCall>(
      `select outcome, called_at "calledAt", is_entered_later "isEnteredLater"
     from calls where lead_id = $1 and outcome is not null`,
      [leadId],
    ),
  );
  return rows;
}

export async function outcomesOf(product: Product, leadId: string): Promise<string[]> {
  return (await callsOf(product, leadId)).map((call) => call.outcome);
}
