// A long page loads its styles in two parts: the critical CSS for what is above the fold, then the
// rest (server/pages/at-build/critical-css.ts). The page must look as if they had loaded in one
// part.
import { readFileSync } from "node:fs";
import type { Browser } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { findViolations } from "./axe.ts";
import { openBrowser, openPage, type WatchedPage } from "./browser.ts";
import { type Product, sharedProduct } from "./product.ts";

let product: Product;
let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
  product = await sharedProduct();
});

test.each(["/", "/marketing"])(
  "%s looks the same as with all of its style sheets loaded at once, in order",
  async (path) => {
    const page = await openStyled(path, { bypassCSP: true });
    const isDrawn = "[data-below]{content-visibility:visible!important}";
    await page.addStyleTag({ content: isDrawn });
    const touch = await touchableIn(page);
    for (const look of looks) {
      await show(page, look, touch);
      await page.evaluate(recordStyles);
    }
    await page.evaluate(useSheetsInOrder, sheetsOf(path));
    for (const look of looks) {
      await show(page, look, touch);
      expect([look, await page.evaluate(differences)]).toEqual([look, []]);
    }
    await page.context().close();
  },
);

test.each(["/", "/marketing", "/es/marketing"])(
  "%s reserves enough space for each part below the fold",
  async (path) => {
    const page = await openStyled(path);
    for (const width of [320, 412, 768, 959, 960, 1440, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      expect([width, await page.evaluate(partsWithTooLittleSpace)]).toEqual([width, []]);
    }
    await page.context().close();
  },
);

test.each(["/", "/marketing"])(
  "%s passes axe before anything has been scrolled to",
  async (path) => {
    // The page is checked as loaded: without scrolling, interaction, or rendering ahead.
    const page = await openStyled(path, { viewport: { width: 412, height: 823 } });
    const violations = await findViolations(page);
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
    await page.context().close();
  },
);

test("a color scheme that was chosen is in the HTML of pages that are opened later", async () => {
  const page = await openPage(browser, { viewport: { width: 1440, height: 900 } });
  await page.goto(`${product.origin}/`);
  const bright = await groundOf(page);
  await page.getByRole("button", { name: "Dark mode" }).first().click();
  await expect.poll(() => groundOf(page)).not.toBe(bright);
  const dark = await groundOf(page);
  // Scripts are blocked, because the server must write the scheme into the page, prerendered or
  // not.
  await page.route("**/*.js", (route) => route.abort());
  for (const path of ["/contact", "/marketing", "/lms", "/no-such-page", "/"]) {
    const answer = await page.goto(product.origin + path);
    expect([path, await answer?.text()]).toEqual([
      path,
      expect.stringContaining('data-theme="dark"'),
    ]);
    expect([path, await groundOf(page)]).toEqual([path, dark]);
  }
  await page.unroute("**/*.js");
  await page.reload();
  await page.getByRole("button", { name: "Light mode" }).first().click();
  await expect.poll(() => groundOf(page)).toBe(bright);
  await page.reload();
  expect(await groundOf(page)).toBe(bright);
  await page.context().close();
});

const groundOf = (page: WatchedPage) =>
  page.evaluate(() => getComputedStyle(document.body).backgroundColor);

test("a page's height doesn't change if someone uses the page before all of its styles have loaded", async () => {
  const page = await openPage(browser);
  const isLate = Promise.withResolvers<void>();
  await page.route("**/assets/page-*.css", async (route) => {
    await isLate.promise;
    await route.continue();
  });
  await page.goto(`${product.origin}/marketing`, { waitUntil: "commit" });
  await page.locator("footer").waitFor({ state: "attached" });
  await page.evaluate(async () => {
    // The first frame decides which parts are near enough to be laid out, and loads their fonts.
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    await document.fonts.ready;
  });
  const heights = () => page.evaluate(heightsOfParts);
  const before = await heights();
  await page.mouse.move(300, 200);
  await page.mouse.move(310, 210);
  await page.waitForFunction(() => document.documentElement.dataset.drawn !== undefined);
  expect(await heights()).toEqual(before);
  isLate.resolve();
  await page.waitForFunction(() => document.documentElement.dataset.styled !== undefined);
  await page.context().close();
});

test("a page is shown in full if its second script fails, and the next interaction loads the script again", async () => {
  const whole = await openStyled("/marketing");
  await whole.evaluate(renderEverything);
  const heights = await whole.evaluate(heightsBelow);
  await whole.context().close();

  const page = await openPage(browser, { reducedMotion: "reduce" });
  await page.route("**/assets/apart-*.js*", (route) => route.abort());
  await page.goto(`${product.origin}/marketing`);
  await page.waitForFunction(() => document.documentElement.dataset.styled !== undefined);
  await page.evaluate(renderEverything);
  await expect.poll(() => page.evaluate(heightsBelow)).toEqual(heights);
  await page.unroute("**/assets/apart-*.js*");
  await page.evaluate(() => delete document.documentElement.dataset.drawn);
  await page.mouse.move(300, 200);
  await page.mouse.move(310, 210);
  await page.waitForFunction(() => document.documentElement.dataset.drawn !== undefined);
  await page.context().close();
});

test("clicks made before any script has loaded take effect exactly once", async () => {
  const page = await openPage(browser, { viewport: { width: 1440, height: 900 } });
  const isApart = Promise.withResolvers<void>();
  const isHeld = Promise.withResolvers<void>();
  await page.route("**/assets/apart-*.js", (route) => isApart.promise.then(() => route.continue()));
  await page.route("**/assets/held-*.js", (route) => isHeld.promise.then(() => route.continue()));
  await page.goto(`${product.origin}/contact`, { waitUntil: "commit" });
  const dark = page.getByRole("button", { name: "Dark mode" }).first();
  const bright = await groundOf(page);
  // Someone who sees no effect clicks again.
  await dark.click();
  await dark.click();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("button", { name: "Menu", exact: true }).click();
  const menu = page.getByRole("dialog", { name: "Menu" });
  expect(await menu.isVisible()).toBe(false);
  expect(await groundOf(page)).toBe(bright);

  isApart.resolve();
  await menu.waitFor();
  await expect.poll(() => groundOf(page)).not.toBe(bright);
  await menu.getByRole("button", { name: "Close Menu" }).click();
  const isTakenOver = page.evaluate(
    () => new Promise<void>((done) => addEventListener("hydrated", () => done(), { once: true })),
  );
  isHeld.resolve();
  await isTakenOver;
  expect(await menu.isVisible()).toBe(false);
  expect(await groundOf(page)).not.toBe(bright);
  await page.context().close();
});

test("a section below the fold can be reached by its link and by searching the page's text", async () => {
  const page = await openStyled("/marketing#makeover");
  const title = page.getByRole("heading", {
    name: "A free marketing makeover for your practice.",
  });
  await expect
    .poll(() => page.locator("#makeover").evaluate((one) => one.getBoundingClientRect().top))
    .toBeLessThan(100);
  expect(await title.isVisible()).toBe(true);
  await page.evaluate(() => scrollTo(0, 0));
  // Like the browser's own search, it includes parts that aren't laid out yet.
  expect(
    await page.evaluate(() => Reflect.apply(Reflect.get(window, "find"), window, ["Oldroyd"])),
  ).toBe(true);
  await page.context().close();
});

test("a page has the same scroll position after a reload", async () => {
  const page = await openStyled("/marketing");
  await page.mouse.move(300, 200);
  await page.mouse.move(310, 210);
  await page.waitForFunction(() => "__reactRouterRouteModules" in window);
  await page.waitForFunction(() => document.documentElement.dataset.drawn !== undefined);
  const title = page.getByRole("heading", {
    name: "Three prices. Nothing hidden behind a sales call.",
  });
  // Not a smooth scroll, because then the title could pass the expected position and end elsewhere.
  await title.evaluate(async (one) => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    scrollBy({ top: one.getBoundingClientRect().top - 100, behavior: "instant" });
  });
  const top = () => title.evaluate((one) => Math.round(one.getBoundingClientRect().top));
  await expect.poll(top).toBe(100);
  await page.reload();
  // The browser restores what was in view, while the parts above it still have only their reserved
  // height.
  await expect.poll(async () => Math.abs((await top()) - 100)).toBeLessThan(10);
  await page.context().close();
});

async function openStyled(path: string, options = {}): Promise<WatchedPage> {
  const page = await openPage(browser, { reducedMotion: "reduce", ...options });
  await page.goto(product.origin + path);
  await page.waitForFunction(() => document.documentElement.dataset.styled !== undefined);
  return page;
}

type Look = { width: number; media: "screen" | "print"; states: string[] };

const looks: Look[] = [
  { width: 1440, media: "screen", states: [] },
  { width: 390, media: "screen", states: [] },
  { width: 720, media: "print", states: [] },
  { width: 1440, media: "screen", states: ["hover"] },
  { width: 390, media: "screen", states: ["focus", "focus-visible", "active"] },
];

type Touch = (states: string[]) => Promise<void>;

async function show(page: WatchedPage, { width, media, states }: Look, touch: Touch) {
  await page.setViewportSize({ width, height: 900 });
  await page.emulateMedia({ media });
  await touch(states);
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState }) => playState !== "running"),
  );
}

/** Forces these states on all interactive elements, as a pointer or the keyboard would. */
async function touchableIn(page: WatchedPage): Promise<Touch> {
  const session = await page.context().newCDPSession(page);
  await session.send("DOM.enable");
  await session.send("CSS.enable");
  const { root } = await session.send("DOM.getDocument");
  const selector = "a, button, input, select, textarea, summary, label, [tabindex]";
  const { nodeIds } = await session.send("DOM.querySelectorAll", { nodeId: root.nodeId, selector });
  return async (states) => {
    for (const nodeId of nodeIds) {
      await session.send("CSS.forcePseudoState", { nodeId, forcedPseudoClasses: states });
    }
  };
}

/** Runs in the page. */
function renderEverything() {
  document.documentElement.dataset.drawn = "";
}

/** Runs in the page. */
function heightsBelow(): number[] {
  return [...document.querySelectorAll("[data-below]")].map((part) => part.clientHeight);
}

/** Runs in the page. Returns the height of the whole page and of each of its parts. */
function heightsOfParts(): [string, number][] {
  const parts = document.querySelectorAll<HTMLElement>("body > *, main > *");
  return [document.documentElement, ...parts].map((part) => [
    part.id || part.className || part.tagName,
    part.offsetHeight,
  ]);
}

/** Runs in the page. Returns the parts that reserve less space than they need. */
async function partsWithTooLittleSpace(): Promise<string[]> {
  // The new width applies from the next frame on.
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  return [...document.querySelectorAll<HTMLElement>("[data-below]")]
    .filter((part) => {
      const room = Number.parseFloat(getComputedStyle(part).containIntrinsicBlockSize.slice(5));
      part.dataset.drawn = "";
      const { paddingTop, paddingBottom } = getComputedStyle(part);
      const height =
        part.clientHeight - Number.parseFloat(paddingTop) - Number.parseFloat(paddingBottom);
      delete part.dataset.drawn;
      return !(room >= height);
    })
    .map((part) => part.id || part.tagName);
}

/**
 * Runs in the page. Records the computed styles of each element and its pseudo-elements, for every
 * property that the style sheets set.
 */
function recordStyles() {
  const said = (rule: CSSRule): string[] => [
    ...(rule instanceof CSSStyleRule ? rule.style : []),
    ...(rule instanceof CSSGroupingRule ? [...rule.cssRules].flatMap(said) : []),
  ];
  // The properties that defer the parts below the fold aren't set by a style sheet.
  const own = /^(--|content-visibility|contain-intrinsic|overflow-clip-margin)/;
  const names = [...document.styleSheets]
    .flatMap(({ cssRules }) => [...cssRules].flatMap(said))
    .filter((name, at, all) => !own.test(name) && all.indexOf(name) === at);
  const looks = [...document.body.querySelectorAll("*:not(svg *, script, style)")].flatMap((one) =>
    [null, "::before", "::after"].map((pseudo) => {
      const style = getComputedStyle(one, pseudo);
      return pseudo && style.content === "none"
        ? []
        : names.map((name) => `${name}: ${style.getPropertyValue(name)}`);
    }),
  );
  const kept: string[][][] = Reflect.get(window, "kept") ?? [];
  Reflect.set(window, "kept", [...kept, looks]);
}

/** Runs in the page. Returns the first few differences from the recorded styles. */
function differences(): string[] {
  const kept: string[][][] = Reflect.get(window, "kept");
  const before = kept.shift() ?? [];
  const elements = [...document.body.querySelectorAll("*:not(svg *, script, style)")];
  const found = elements.flatMap((one, at) =>
    [null, "::before", "::after"].flatMap((pseudo, index) => {
      const look = before[3 * at + index] ?? [];
      const style = getComputedStyle(one, pseudo);
      return look
        .filter((kept) => {
          const [name = ""] = kept.split(": ", 1);
          return kept !== `${name}: ${style.getPropertyValue(name)}`;
        })
        .map((kept) => `${one.tagName}.${one.getAttribute("class")}${pseudo ?? ""} ${kept}`);
    }),
  );
  return found.slice(0, 12);
}

/** The style sheets of a built page, in order. */
function sheetsOf(path: string): string[] {
  const html = readFileSync(`build/client${path}/index.html`, "utf8");
  return [...html.matchAll(/<link [^>]*rel="stylesheet" href="([^"]+)"/g)].map(
    ([, href = ""]) => href,
  );
}

/** Runs in the page. Applies the style sheets in order, as if they had loaded at once. */
async function useSheetsInOrder(sheets: string[]) {
  const style = document.querySelector("style");
  await Promise.all(
    sheets.map(
      (href) =>
        new Promise((resolve) => {
          const link = document.createElement("link");
          link.rel = "stylesheet";
          link.href = href;
          link.onload = resolve;
          style?.before(link);
        }),
    ),
  );
  style?.remove();
  const { href } = document.querySelector<HTMLLinkElement>("link[data-rest]") ?? {};
  for (const link of document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")) {
    if (link.href === href) link.remove();
  }
}
