// A real Chromium, with pages that fail their test on any console error.
import type { RunOptions } from "axe-core";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { expect, inject } from "vitest";
import { findViolations } from "./axe.ts";
import { keepHistory } from "./page-history.ts";
import { openPageInContext } from "./used-contexts.ts";

/**
 * Popups of the address bar: pages that Chromium loads with each window although no one sees them.
 * They cost a second of CPU time for every page that a test opens.
 */
const unseen = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup"];
/**
 * Playwright 1.65's own list of disabled features for Chromium on Linux and macOS. It is repeated
 * here because the browser reads only the last such list on its command line.
 */
const disabledByPlaywright = [
  ...["AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose"],
  ...["HttpsUpgrades", "HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter"],
  ...["PaintHolding", "ThirdPartyStoragePartitioning", "AvoidCorsURLLoaderRestartOnRedirect"],
  ...["OptimizationHints", "NetworkTimeServiceQuerying", "AimEnabled", "PreconnectToSearch"],
];

/**
 * Turns off the background requests of a fresh Chromium, which would only fail without a network.
 */
const quietly = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  `--disable-features=${[...disabledByPlaywright, ...unseen].join(",")}`,
];

const opened = new Map<string | undefined, Promise<Browser>>();

/**
 * Returns the worker's browser, which all of its files share: one without windows, which takes a
 * third less time, if `HEADLESS_SHELL_PATH` names one. It has no push service, moves the pointer on
 * its own, and draws some text a pixel higher. `hasPush`: a whole Chromium.
 */
export function openBrowser({ hasPush = false } = {}): Promise<Browser> {
  const { BROWSER_PATH, HEADLESS_SHELL_PATH } = process.env;
  const executablePath = (!hasPush && HEADLESS_SHELL_PATH) || BROWSER_PATH;
  const browser = opened.get(executablePath) ?? chromium.launch({ executablePath, args: quietly });
  opened.set(executablePath, browser);
  return browser;
}

export type WatchedPage = Page & {
  /** Problems in the page so far: errors, blocked scripts, policy warnings. */
  troubles: string[];
};

/**
 * Opens a page with its own browser context. Service workers are blocked unless `options` allow
 * them, because they would hide requests from a test that watches or replaces them.
 */
export async function openPage(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const page = await openPageInContext(browser, { serviceWorkers: "block", ...options });
  const shiftMs = Number(process.env.CLOCK_SHIFT_MS ?? 0);
  if (shiftMs !== 0) await page.context().addInitScript(shiftClock, shiftMs);
  // Longer than any pause of a busy machine, because these tests check what happens, not how soon.
  page.setDefaultTimeout(90_000);
  keepHistory(page);
  const troubles: string[] = [];
  page.on("pageerror", ({ name, message }) => {
    // React Router aborts a request that a newer one has replaced, occasionally with an uncaught
    // error.
    const isOvertaken = name === "AbortError" && abortMessages.includes(message);
    if (!isOvertaken) troubles.push(`${name}: ${message}`);
  });
  page.on("console", (message) => {
    const isBlocked = message.text() === "Service Worker registration blocked by Playwright";
    if (!["error", "warning"].includes(message.type()) || isBlocked) return;
    const { url } = message.location();
    troubles.push(
      message.text().startsWith("Failed to load") ? `${message.text()} ${url}` : message.text(),
    );
  });
  return Object.assign(page, { troubles });
}

/** Before the response's head has arrived, and while its body is read. */
const abortMessages = ["signal is aborted without reason", "BodyStreamBuffer was aborted"];

/** The rules about colors, which take most of axe's time. */
const colorRules = ["color-contrast", "link-in-text-block"];

/**
 * Checks WCAG 2.2 AA and below with axe. `areColorsChecked`: whether colors are checked too; by
 * default only in `npm run test:long`, because a page's states share the same few colors.
 */
export async function expectAccessible(
  page: Page,
  { areColorsChecked = inject("isLong") } = {},
): Promise<void> {
  const values = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
  const rules = Object.fromEntries(colorRules.map((rule) => [rule, { enabled: areColorsChecked }]));
  await expectNothingFound(page, { runOnly: { type: "tag", values }, rules });
}

/** Runs the checks whose results can differ in dark mode. The page stays in dark mode. */
export async function expectReadableInDarkMode(
  page: Page,
  { areColorsChecked = inject("isLong") } = {},
): Promise<void> {
  await page.emulateMedia({ colorScheme: "dark" });
  if (!areColorsChecked) return;
  await expectNothingFound(page, { runOnly: { type: "rule", values: colorRules } });
}

async function expectNothingFound(page: Page, options: RunOptions): Promise<void> {
  // axe measures once. If parts of a long page were laid out during that, elements would move, and
  // a button that is just being enabled would be measured between its two colors.
  await page.evaluate(async () => {
    document.documentElement.dataset.drawn = "";
    const atOnce = new CSSStyleSheet();
    atOnce.replaceSync("*, *::before, *::after { transition: none !important; }");
    document.adoptedStyleSheets = [atOnce];
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  });
  // An opening dialog is still transparent, and colors take some frames to change.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ playState, effect }) =>
          playState !== "running" || Number(effect?.getComputedTiming().endTime) > 10_000,
      ),
  );
  const violations = await findViolations(page, options);
  const found = violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map((node) => `${node.target.join(" ")} (${node.failureSummary})`).join(", ")}`,
  );
  await page.evaluate(() => {
    document.adoptedStyleSheets = [];
  });
  expect(found).toEqual([]);
}

/**
 * Starts the call even if the desk asks for confirmation first, as it does at night or after many
 * calls.
 */
export async function continueCall(page: Page): Promise<void> {
  const anyway = page.getByRole("dialog").getByText("Call anyway");
  const outcome = page.getByText("How did the call").first();
  await outcome.or(anyway).first().waitFor();
  if (await anyway.isVisible()) await anyway.click();
  await outcome.waitFor();
}

/** Expects that nothing is wider than the screen once the styles have loaded. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const tooWide = () =>
    page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth - clientWidth;
    });
  const where = `${page.url()} at ${page.viewportSize()?.width} px`;
  await expect.poll(tooWide, { message: where }).toBeLessThanOrEqual(0);
}

/**
 * Runs in the page. Shifts its clock by this many milliseconds, as the whole run's clock is
 * shifted.
 */
export function shiftClock(shiftMs: number) {
  const RealDate = Date;
  class ShiftedDate extends RealDate {
    constructor(...given: unknown[]) {
      super(...((given.length === 0 ? [RealDate.now() + shiftMs] : given) as []));
    }

    static override now() {
      return RealDate.now() + shiftMs;
    }
  }
  window.Date = ShiftedDate as DateConstructor;
}
