// The lead desk as an app: it opens offline, shows notifications, and doesn't leave data behind.
import type { Browser, BrowserContextOptions, CDPSession, Page } from "playwright-core";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { makeInquiry, makePractice } from "#server/db/make.ts";
import { expectAccessible, openBrowser, openPage, type WatchedPage } from "./browser.ts";
import { openDesk } from "./desk.ts";
import { type Product, sharedProduct } from "./product.ts";

let product: Product;
let browser: Browser;
let page: WatchedPage;
let practice: Awaited<ReturnType<typeof makePractice>>;
beforeAll(async () => {
  browser = await openBrowser({ hasPush: true });
  product = await sharedProduct();
});
beforeEach(async () => {
  practice = await product.withTools((tools) => makePractice(tools));
});
afterEach(async () => {
  await page.context().close();
});

test("offline, the desk shows the dashboard that was loaded last and how old it is, and updates after reconnecting", async () => {
  await addLead("Marisol");
  await openApp("/lms/dashboard");
  await page.context().setOffline(true);
  await page.goto(`${product.origin}/lms/archive`);
  await page.locator("[data-lead]", { hasText: "Marisol" }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/lms/dashboard");
  await page.getByText(/Connection lost at \d/).waitFor();
  await addLead("Owen");
  await page.context().setOffline(false);
  await page.locator("[data-lead]", { hasText: "Owen" }).waitFor();
  await page.getByText(/Connection lost at \d/).waitFor({ state: "hidden" });
});

test("the wall view doesn't show names offline, and shows them again after reconnecting", async () => {
  await addLead("Marisol");
  await openApp("/lms/dashboard");
  await page.goto(`${product.origin}/lms/dashboard?wall`);
  await page.getByText("Marisol").waitFor();
  await page.context().setOffline(true);
  await page.reload();
  await page.getByRole("heading", { name: "No connection" }).waitFor();
  expect(await page.getByText("Marisol").count()).toBe(0);
  await expectAccessible(page);
  await page.context().setOffline(false);
  await page.getByText("Marisol").waitFor();
});

test("a dashboard cached an hour ago shows how long its leads have been waiting by now", async () => {
  await addLead("Marisol");
  await openApp("/lms/dashboard");
  await page.evaluate(async () => {
    const pages = await caches.open("lead desk pages");
    const kept = await pages.match("/lms/dashboard");
    if (!kept) throw new Error("Nothing is kept");
    const headers = new Headers(kept.headers);
    const receivedAt = Number(/\d{13}/.exec(headers.get("Server-Timing") ?? "")?.[0]) - 3_600_000;
    headers.set("Server-Timing", `kept;desc="${receivedAt}"`);
    await pages.put("/lms/dashboard", new Response(await kept.text(), { headers }));
  });
  await page.context().setOffline(true);
  await page.reload();
  await page.getByText("1h 0m").first().waitFor();
});

test.each([
  ["logging out", () => page.getByRole("link", { name: "Log out" }).first().click()],
  [
    "an expired session",
    async () => {
      await product.withTools(({ pool }) =>
        pool.query("delete from sessions where account_id = $1", [practice.accountId]),
      );
      await page.goto(`${product.origin}/lms/archive`);
    },
  ],
  [
    "a response that the user is logged out",
    async () => {
      await page.context().clearCookies();
      await page.evaluate(() => fetch("/api/leads/new"));
    },
  ],
])("%s removes the cached dashboard and its account", async (_, end) => {
  await addLead("Marisol");
  await openApp("/lms/dashboard");
  await end();
  await expect.poll(() => page.evaluate(() => caches.match("/lms/kept-account"))).toBeUndefined();
  await expect.poll(keptDashboard).toBeNull();
});

test("another account on the same device can't see the previous account's data", async () => {
  await addLead("Marisol");
  await openApp("/lms/dashboard");
  const { email, password } = await product.withTools((tools) => makePractice(tools));
  const data = { email, password };
  await page.context().request.post(`${product.origin}/api/credentials`, { data });
  await page.goto(`${product.origin}/lms/archive`);
  await expect.poll(keptDashboard).not.toBeNull();
  await expect.poll(keptDashboard).not.toContain("Marisol");
});

test("a push message shows a notification; clicking it opens the lead in the open desk", async () => {
  const lead = await addLead("Marisol");
  await openApp("/lms/archive", { permissions: ["notifications"] });
  const { devtools, registrationId } = await worker();
  const reports: string[] = [];
  page.context().on("request", (request) => {
    if (request.url().includes("/api/alerts/")) reports.push(new URL(request.url()).pathname);
  });
  const payload = {
    _id: "018f0000-0000-7000-8000-000000000001",
    title: "Marisol asked to be called",
    body: "9:14 am",
    url: `/lms/lead?id=${lead}`,
    tag: "one",
    isSilent: false,
  };
  const deliver = (data: string) =>
    devtools.send("ServiceWorker.deliverPushMessage", {
      origin: product.origin,
      registrationId,
      data,
    });
  // The developer tools drop a push message for a service worker that hasn't started yet.
  const whenDelivered = () => deliver(JSON.stringify(payload)).then(shown);
  await expect
    .poll(whenDelivered, { interval: 1000 })
    .toEqual([{ title: payload.title, body: payload.body, silent: false }]);
  const called = { ...payload, title: "Called by Dana", isSilent: true };
  await deliver(JSON.stringify(called));
  await expect.poll(shown).toEqual([{ title: called.title, body: payload.body, silent: true }]);
  await expect.poll(() => reports).toContain(`/api/alerts/${payload._id}/shown`);

  await press();
  await page.getByRole("heading", { level: 1, name: "Marisol" }).waitFor();
  await expect.poll(() => reports).toContain(`/api/alerts/${payload._id}/opened`);
  const titles = async () => (await shown()).map(({ title }) => title);
  const whenRubbish = () => deliver("not JSON").then(titles);
  await expect.poll(whenRubbish, { interval: 1000 }).toContain("New lead");
});

test("a call closes the lead's notifications on a device with an open desk", async () => {
  const lead = await addLead("Marisol");
  await openApp("/lms/archive", { permissions: ["notifications"] });
  await page.evaluate(async (id) => {
    const registration = await navigator.serviceWorker.ready;
    await registration.showNotification("Marisol", { data: { url: `/lms/lead?id=${id}` } });
  }, lead);
  await expect.poll(shown).toHaveLength(1);
  await page.context().request.post(`${product.origin}/api/leads/${lead}/calls`, {
    data: { _id: crypto.randomUUID(), outcome: "spoke" },
  });
  await expect.poll(shown).toEqual([]);
});

test("a new version offers a reload once in each tab while no one is typing, and reloads only the tab that accepts", async () => {
  await openAppOfOlderVersion("/lms/lead");
  const typing = page.getByLabel("First name");
  await typing.fill("Walker");
  const other = await page.context().newPage();
  await other.goto(`${product.origin}/lms/archive`);
  await other.waitForFunction(() => navigator.serviceWorker.controller !== null);
  for (const tab of [page, other]) {
    await tab.evaluate(() => Object.assign(window, { isSame: true }));
  }
  const offer = (tab: Page) => tab.getByRole("button", { name: "Reload" });
  // The app checks whether a tab is idle every 30 seconds, and whenever the tab becomes visible.
  const lookAgain = (tab: Page) =>
    tab.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));

  await page.bringToFront();
  await typing.focus();
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update();
  });
  await expect.poll(waitingWorkers).toBe(1);
  await lookAgain(page);
  expect(await offer(page).count()).toBe(0);
  await page.getByRole("heading", { level: 1 }).click();
  await lookAgain(page);
  await offer(page).waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Close", exact: true }).click();
  await offer(page).waitFor({ state: "hidden" });
  await lookAgain(page);
  await lookAgain(other);
  await offer(other).waitFor();
  expect(await offer(page).count()).toBe(0);

  await offer(other).click();
  await other.waitForFunction(() => !("isSame" in window));
  await expect.poll(waitingWorkers).toBe(0);
  expect(await page.evaluate("isSame")).toBe(true);
  expect(await typing.inputValue()).toBe("Walker");
});

function waitingWorkers(): Promise<number> {
  return page.evaluate(async () => {
    const { waiting } = await navigator.serviceWorker.ready;
    return waiting ? 1 : 0;
  });
}

/** Opens the app with the service worker in control and the dashboard cached. */
async function openApp(path: string, options: BrowserContextOptions = {}) {
  page = await openDesk(browser, product.origin, practice, path, {
    serviceWorkers: "allow",
    ...options,
  });
  await whenKept();
}

/** Opens the app with a service worker that is older than the server's. */
async function openAppOfOlderVersion(path: string) {
  page = await openPage(browser, { serviceWorkers: "allow" });
  const { email, password } = practice;
  const data = { email, password };
  await page.context().request.post(`${product.origin}/api/credentials`, { data });
  // Playwright can replace the file of the first service worker, but not the file of an update.
  await page.context().route("**/lms/service-worker.js", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${await response.text()}\n// An older version.` });
  });
  await page.goto(product.origin + path);
  await whenKept();
}

async function whenKept() {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await expect.poll(keptDashboard).not.toBeNull();
}

function keptDashboard(): Promise<string | null> {
  return page.evaluate(async () => {
    const kept = await caches.match("/lms/dashboard");
    return kept ? kept.text() : null;
  });
}

function shown(): Promise<{ title: string; body: string; silent: boolean | null }[]> {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const all = await registration.getNotifications();
    return all.map(({ title, body, silent }) => ({ title, body, silent }));
  });
}

/** Acts as if someone clicked the newest notification. */
async function press() {
  const [running] = page.context().serviceWorkers();
  await running?.evaluate(async () => {
    const scope = globalThis as unknown as { registration: ServiceWorkerRegistration };
    const [notification] = await scope.registration.getNotifications();
    const pressed = Object.assign(new Event("notificationclick"), {
      notification,
      waitUntil: () => undefined,
    });
    dispatchEvent(pressed);
  });
}

async function worker(): Promise<{ devtools: CDPSession; registrationId: string }> {
  const devtools = await page.context().newCDPSession(page);
  const found = new Promise<string>((resolve) => {
    devtools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const ours = registrations.find(({ scopeURL }) => scopeURL === `${product.origin}/lms/`);
      if (ours) resolve(ours.registrationId);
    });
  });
  await devtools.send("ServiceWorker.enable");
  return { devtools, registrationId: await found };
}

async function addLead(firstName: string): Promise<string> {
  const { lead } = await product.withTools((tools) =>
    makeInquiry(tools, practice.clientId, { firstName, lastName: "" }),
  );
  return lead._id;
}
