// What a front desk sees first: the menu, the first row to call, and a practice's first steps.
import { randomUUID } from "node:crypto";
import type { Browser, BrowserContextOptions, Locator } from "playwright-core";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { demoStartWords } from "#content/demo.ts";
import { makeCall, makeInquiry, makeOwner, makePractice } from "#server/db/make.ts";
import {
  continueCall,
  expectAccessible,
  expectNoSidewaysScroll,
  expectReadableInDarkMode,
  openBrowser,
  openPage,
  type WatchedPage,
} from "./browser.ts";
import { openDesk as openDeskOf, phone } from "./desk.ts";
import { type Product, sharedProduct } from "./product.ts";

let product: Product;
let browser: Browser;
let page: WatchedPage;
let practice: Awaited<ReturnType<typeof makePractice>>;
beforeAll(async () => {
  browser = await openBrowser();
  product = await sharedProduct();
});
beforeEach(async () => {
  practice = await product.withTools((tools) => makePractice(tools));
});
afterEach(async () => {
  expect(page.troubles).toEqual([]);
  await page.context().close();
});

test("the menu has Reports after the dashboard and marks it, by keyboard and in the phone's drawer", async () => {
  await addLead("Nadia", 3);
  await openDesk("/lms/dashboard");
  const menu = page.getByRole("navigation", { name: "Main" });
  const names = ["Dashboard", "Reports", "Archive", "Template", "Profile"];
  expect(await linksOf(menu)).toEqual(names);
  await menu.getByRole("link", { name: "Dashboard" }).focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "Reports" }).waitFor();
  await expect.poll(() => linksOf(menu, "[aria-current=page]")).toEqual(["Reports"]);
  await page.goto(`${product.origin}/lms/inquiries?bucket=lt10`);
  await expect.poll(() => linksOf(menu, "[data-holds]")).toEqual(["Reports"]);
  await page.context().close();

  await openDesk("/lms/figures", phone(320));
  await page.getByRole("button", { name: "Menu", exact: true }).tap();
  const drawer = page.getByRole("dialog", { name: "Menu" });
  expect(await linksOf(drawer.getByRole("navigation"))).toEqual(names);
  await expect.poll(() => linksOf(drawer, "[aria-current=page]")).toEqual(["Reports"]);
  await expectAccessible(page);
});

test("the owner who views as a practice has Reports in the menu, and stays in that practice", async () => {
  const owner = await product.withTools((tools) => makeOwner(tools));
  page = await openPage(browser);
  const { email, password } = owner;
  await page.context().request.post(`${product.origin}/api/credentials`, {
    data: { email, password },
  });
  await page.goto(`${product.origin}/lms/dashboard?client=${practice.clientId}`);
  const menu = page.getByRole("navigation", { name: "Main" });
  expect(await linksOf(menu)).toEqual(["Dashboard", "Reports", "Archive"]);
  await menu.getByRole("link", { name: "Reports" }).click();
  await page.waitForURL(`**/lms/figures?client=${practice.clientId}`);
  await expect.poll(() => linksOf(menu, "[aria-current=page]")).toEqual(["Reports"]);
});

test("a live demo has Reports in its menu", async () => {
  page = await openPage(browser);
  // Made in the background after the start.
  await vi.waitUntil(isDemoReady, { timeout: 100_000, interval: 300 });
  await page.goto(`${product.origin}/marketing`);
  await page.getByRole("link", { name: demoStartWords.button }).first().click();
  await page.waitForURL("**/demo/lms/dashboard", { timeout: 60_000 });
  await menuOf(page).getByRole("link", { name: "Reports" }).click();
  await page.waitForURL("**/demo/lms/figures");
  await expect.poll(() => linksOf(menuOf(page), "[aria-current=page]")).toEqual(["Reports"]);
}, 180_000);

test("only the first row to call has a solid button, and when it is answered the next one gets it in place", async () => {
  await addLead("Ada", 8);
  await addLead("Bea", 3);
  await addLead("Cleo", 200);
  await openDesk("/lms/dashboard");
  await row("Cleo").waitFor();
  expect(await solidRows()).toEqual(["Ada"]);
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await solidRows()).toEqual(["Ada"]);
  await page.emulateMedia({ colorScheme: "light" });
  await expectAccessible(page);

  const before = await row("Bea").locator("[data-call]").boundingBox();
  await row("Ada").getByRole("button", { name: "I’m calling" }).click();
  await continueCall(page);
  const answer = row("Ada").getByRole("button", { name: /^No answer/ });
  await answer.waitFor();
  // The result is next, not another call.
  expect(await solidRows()).toEqual([]);
  await answer.click();
  await expect.poll(solidRows).toEqual(["Bea"]);
  const after = await row("Bea").locator("[data-call]").boundingBox();
  expect([after?.x, after?.width, after?.height]).toEqual([
    before?.x,
    before?.width,
    before?.height,
  ]);
});

test("on a phone too, and while another device calls the first one, the second is the first to call", async () => {
  const { _id } = await addLead("Ada", 8);
  await addLead("Bea", 3);
  await openDesk("/lms/dashboard", phone(390));
  await expect.poll(solidRows).toEqual(["Ada"]);
  await page.context().request.post(`${product.origin}/api/leads/${_id}/calls`, {
    data: { _id: randomUUID() },
  });
  await row("Ada").getByRole("button", { name: "Add result" }).waitFor();
  await expect.poll(solidRows).toEqual(["Bea"]);
});

test.each([
  ["a desktop", { viewport: { width: 1440, height: 900 } }],
  ["a phone", phone(390)],
  ["a small phone", phone(320)],
])("on %s a new practice sees its first steps until each is really done", async (_, options) => {
  await openDesk("/lms/dashboard", options);
  const steps = page.getByRole("region", { name: "Set up your lead desk" });
  await steps.getByText("0 of 4 done").waitFor();
  await expectAccessible(page);
  await expectReadableInDarkMode(page);
  await expectNoSidewaysScroll(page);
  expect(await steps.getByRole("link", { name: "Open the lead" }).count()).toBe(0);

  await steps.getByRole("link", { name: "Business hours" }).click();
  const hours = page.getByRole("form", { name: "Business hours" });
  await hours.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Saved.", { exact: true }).waitFor();
  await page.goBack();
  await steps.getByText("1 of 4 done").waitFor();

  await confirmAddress();
  await page.reload();
  await steps.getByText("2 of 4 done").waitFor();
  await steps.getByRole("link", { name: "Add a lead by hand" }).click();
  await page.getByRole("heading", { level: 1, name: "Add a lead" }).waitFor();
  await page.goBack();
  const { _id } = await addLead("Nadia", 3);
  // Without a reload; the lead is above the steps.
  await steps.getByText("3 of 4 done").waitFor();
  const top = async (what: Locator) => (await what.boundingBox())?.y ?? 0;
  expect(await top(row("Nadia"))).toBeLessThan(await top(steps));
  await steps.getByRole("link", { name: "Open the lead" }).click();
  await page.waitForURL(`**/lms/lead?id=${_id}`);
  await page.goBack();
  await steps.waitFor();
  await product.withTools((tools) =>
    makeCall(tools, practice, _id, { calledAt: new Date(), outcome: "no_answer" }),
  );
  await steps.waitFor({ state: "detached" });
  expect(await storedStage()).toBe("over");
  await page.reload();
  await row("Nadia").waitFor();
  await page.waitForFunction(() => "isAnswering" in window);
  expect(await steps.count()).toBe(0);
});

test("the first steps stay hidden once dismissed, and a practice with leads never sees them", async () => {
  await openDesk("/lms/dashboard");
  const steps = () => page.getByRole("region", { name: "Set up your lead desk" });
  await steps().getByRole("button", { name: "Hide this list" }).focus();
  await page.keyboard.press("Enter");
  await steps().waitFor({ state: "detached" });
  expect(await page.evaluate(() => document.activeElement?.id)).toBe("main");
  expect(await storedStage()).toBe("over");
  await page.reload();
  await page.waitForFunction(() => "isAnswering" in window);
  expect(await steps().count()).toBe(0);
  await page.context().close();

  practice = await product.withTools((tools) => makePractice(tools));
  const { _id } = await addLead("Nadia", 60);
  await product.withTools((tools) =>
    makeCall(tools, practice, _id, { calledAt: new Date(), outcome: "not_interested" }),
  );
  await openDesk("/lms/dashboard");
  await page.getByText("No one is waiting for a call.").waitFor();
  await expect.poll(storedStage).toBe("over");
  expect(await steps().count()).toBe(0);
});

const row = (name: string) => page.locator("[data-lead]").filter({ hasText: `${name} Quintero` });

const menuOf = (on: WatchedPage) => on.getByRole("navigation", { name: "Main" });

async function linksOf(menu: Locator, which = "a"): Promise<string[]> {
  await menu.locator(which).first().waitFor();
  // The dashboard's entry ends in the number of waiting leads.
  const texts = await menu.locator(which).allTextContents();
  return texts.map((text) => text.replace(/\d+$/, ""));
}

/** The names of the rows whose call button is filled. */
async function solidRows(): Promise<string[]> {
  // A button under the pointer is tinted.
  await page.mouse.move(0, 0);
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState }) => playState !== "running"),
  );
  return page.locator("[data-lead]").evaluateAll((rows) =>
    rows.flatMap((row) => {
      const buttons = [...row.querySelectorAll<HTMLElement>("[data-call], a[href^='tel:']")];
      const isSolid = buttons
        .filter((one) => one.checkVisibility() && one.textContent?.match(/call/i))
        .some((one) => getComputedStyle(one).backgroundColor !== "rgba(0, 0, 0, 0)");
      return isSolid ? [row.querySelector("a")?.textContent?.split(" ")[0] ?? ""] : [];
    }),
  );
}

async function isDemoReady(): Promise<boolean> {
  const asked = "select from clients where is_demo and approved_at is not null";
  return (await product.withTools(({ pool }) => pool.query(asked))).rowCount === 1;
}

/** What this device remembers about the first steps. */
function storedStage(): Promise<string | null> {
  return page.evaluate((id) => localStorage.getItem(`first steps/${id}`), practice.clientId);
}

/** As if its code had been entered. */
async function confirmAddress() {
  await product.withTools(({ pool }) =>
    pool.query(
      `insert into alert_addresses (client_id, id, kind, address, confirmed_at, created_at)
       values ($1, $2, 'email', 'desk@example.com', now(), now())`,
      [practice.clientId, randomUUID()],
    ),
  );
}

async function openDesk(path: string, options: BrowserContextOptions = {}) {
  page = await openDeskOf(browser, product.origin, practice, path, options);
}

async function addLead(firstName: string, minutesAgo: number) {
  const { lead } = await product.withTools((tools) =>
    makeInquiry(tools, practice.clientId, {
      firstName,
      submittedAt: new Date(Date.now() - minutesAgo * 60_000),
    }),
  );
  return lead;
}
