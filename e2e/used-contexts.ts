// Reuses browser contexts, because Chromium needs more time to make one, with its window, than to
// load a page. What a test left in a context is deleted before the next test gets it.
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";

/** `origins`: the origins of all pages that may have stored something in the context. */
type Used = { context: BrowserContext; origins: Set<string>; isIdle: boolean };

const idle = new Map<string, Used[]>();

/**
 * Returns a page in an empty context. Closing the context makes it available for the next page with
 * the same options.
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
  // A context with any of these options isn't reused: a service worker would keep running, added
  // scripts can't be removed, and clearing the context would also delete the state that it starts
  // with.
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
    // Some tests close a context themselves, and their file closes it again after each test.
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

/** Makes `before` run at every call of the method. */
function calledFirst<Of extends object>(of: Of, name: keyof Of & string, before: () => void) {
  const method = (of[name] as (...given: unknown[]) => unknown).bind(of);
  Object.assign(of, {
    [name]: (...given: unknown[]) => {
      before();
      return method(...given);
    },
  });
}
