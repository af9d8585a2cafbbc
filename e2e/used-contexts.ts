// Browser contexts that journeys use one after the other, because making one, with its window,
// takes Chromium longer than loading a page. What a journey left in it is deleted before the next
// one gets it.
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";

/** `origins`: the pages' origins that may have stored something in the context. */
type Used = { context: BrowserContext; origins: Set<string>; isIdle: boolean };

const idle = new Map<string, Used[]>();

/**
 * Returns a page in an empty context. Closing the context makes it available to others with the
 * same options.
 */
export async function openPageInContext(
  browser: Browser,
  options: BrowserContextOptions,
): Promise<Page> {
  const key = JSON.stringify(options);
  const used = idle.get(key)?.pop();
  if (used) used.isIdle = false;
  const context = used?.context ?? (await makeContext(browser, options, key));
  const page = await context.newPage();
  if (used && used.origins.size > 0) {
    const session = await context.newCDPSession(page);
    for (const origin of used.origins) {
      await session.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
    }
    await session.detach();
    used.origins.clear();
  }
  return page;
}

async function makeContext(
  browser: Browser,
  options: BrowserContextOptions,
  key: string,
): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  // A service worker would keep running, and scripts added to a context can't be removed. The state
  // that a context starts with is deleted with the rest.
  const { serviceWorkers, storageState, permissions } = options;
  let isReusable = serviceWorkers === "block" && !storageState && !permissions;
  const spoil = () => {
    isReusable = false;
  };
  const origins = new Set<string>();
  const followed = (page: Page) => {
    page.on("framenavigated", (frame) => {
      const { origin } = new URL(frame.url());
      if (origin.startsWith("http")) origins.add(origin);
    });
  };
  context.on("page", followed);
  for (const name of spoiling) calledFirst(context, name, spoil);
  for (const name of timers) calledFirst(context.clock, name, spoil);
  const close = context.close.bind(context);
  const used: Used = { context, origins, isIdle: false };
  context.close = async (...given) => {
    // Some journeys close a context that their file closes again after each of them.
    if (used.isIdle) return;
    if (!isReusable) return close(...given);
    used.isIdle = true;
    await context.unrouteAll({ behavior: "ignoreErrors" });
    await context.setOffline(false);
    await Promise.all(context.pages().map((page) => page.close()));
    await context.clearCookies();
    await context.clearPermissions();
    idle.set(key, [...(idle.get(key) ?? []), used]);
  };
  return context;
}

const spoiling = [
  "addInitScript",
  "exposeFunction",
  "exposeBinding",
  "setHTTPCredentials",
] as const;
const timers = [
  "install",
  "fastForward",
  "pauseAt",
  "runFor",
  "setFixedTime",
  "setSystemTime",
] as const;

/** `before` runs at every call of the method. */
function calledFirst<Of extends object>(of: Of, name: keyof Of & string, before: () => void) {
  const method = (of[name] as (...given: unknown[]) => unknown).bind(of);
  Object.assign(of, {
    [name]: (...given: unknown[]) => {
      before();
      return method(...given);
    },
  });
}
