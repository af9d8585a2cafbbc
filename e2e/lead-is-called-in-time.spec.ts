// The core journey: a signed webhook adds a row to an open dashboard, the number is tapped, the
// outcome is chosen, and the pie chart and the statistics update.
import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from "vitest";
import { makeInquiry, makeOwner, makePlatformId, makePractice } from "#server/db/make.ts";
import { continueCall, expectAccessible, openBrowser, type WatchedPage } from "./browser.ts";
import { openDesk } from "./desk.ts";
import { type Product, startProduct } from "./product.ts";

/** The demo's Meta form, as its startup output prints it. */
const demoSource = { page: "1155501001", form: "2255501001" };

let product: Product;
let browser: Browser;
let page: WatchedPage;
let practice: Awaited<ReturnType<typeof makePractice>>;
beforeAll(async () => {
  browser = await openBrowser();
  product = await startProduct({ CAPTCHA_PROVIDER: "off" }, { isKilled: true });
  practice = await product.withTools((tools) => makePractice(tools));
});
afterAll(() => product.stop());
afterEach(async () => {
  expect(page.troubles).toEqual([]);
  await page.context().close();
});

test("a lead arrives on the demo's open dashboard and is called, and the figures update", async () => {
  const demo = await startProduct(
    { DEMO_PASSWORD: "a password for the demo", CAPTCHA_PROVIDER: "off" },
    { command: "demo" },
  );
  onTestFinished(demo.stop);
  page = await openDashboard("/lms/dashboard", {}, demo, {
    email: "desk@example.com",
    password: "a password for the demo",
  });
  // Four of the demo's leads are waiting for their first call.
  await expect.poll(() => page.title()).toMatch(/^\(4, 2 due\) Dashboard/);
  await expectAccessible(page);
  const before = await allFigures();

  const id = makePlatformId();
  const person = {
    full_name: "<img src=x onerror=alert(1)> Quintero",
    email: "marisol@example.com",
    phone_number: "+18135550142",
  };
  demo.graphLeads.set(id, person);
  expect((await demo.deliver([id], demoSource)).status).toBe(200);

  const row = page.locator("[data-lead]", { hasText: "(813) 555-0142" });
  await row.waitFor();
  expect(await row.textContent()).toContain("<img src=x onerror=alert(1)> Quintero");
  await expect.poll(() => page.title()).toMatch(/^\(5, 2 due\) Dashboard/);
  await page.getByRole("status").getByText("New lead: <img src=x onerror=alert(1)>").waitFor();
  await expect
    .poll(() => page.getByRole("navigation", { name: "Main" }).textContent())
    .toContain("5");

  await row.getByRole("button", { name: /I’m calling/ }).click();
  await continueCall(page);
  await page.reload();
  await page.getByText("How did the call").waitFor();
  await page.getByRole("button", { name: /No answer/ }).click();
  await page.getByText("Saved: No answer.").waitFor();
  const called = { ...before, onTime: before.onTime + 1, leads: before.leads + 1 };
  await expect.poll(allFigures).toEqual(called);
  await expect.poll(() => page.title()).toMatch(/^\(4, 2 due\) Dashboard/);
  await expectAccessible(page);

  await page.getByLabel("Search by name, email or phone").fill("813 555 0142");
  await expect.poll(() => page.locator("[data-lead]").count()).toBe(1);
  await row.hover();
  await row.getByRole("button", { name: /I’m calling/ }).click();
  await continueCall(page);
  await page.keyboard.press("4");
  await page.getByText("Saved: Booked.").waitFor();
  await expect.poll(allFigures).toEqual({ ...called, customers: called.customers + 1 });
  const others = page.getByRole("region", { name: "Not in the queue" });
  await others.getByText("Booked").waitFor();

  expect((await demo.deliver([id], demoSource)).status).toBe(200);
  const forged = await demo.deliver([makePlatformId()], demoSource, "another secret");
  expect(forged.status).toBe(401);
  await page.reload();
  expect(await allFigures()).toEqual({ ...called, customers: called.customers + 1 });
  await demo.withTools(async (tools) => {
    expect((await tools.pool.query("select 1 from deliveries")).rowCount).toBe(2);
  });
});

test("a new lead reaches all eight open tabs of a practice", async () => {
  page = await openDashboard();
  const others: WatchedPage[] = [];
  for (let tab = 0; tab < 7; tab += 1) {
    const other = Object.assign(await page.context().newPage(), { troubles: [] });
    await other.goto(`${product.origin}/lms/dashboard`);
    others.push(other);
  }
  const lead = await addLead("Eightfold");
  for (const tab of [page, ...others]) await tab.locator(`[data-lead="${lead}"]`).waitFor();
});

test("a lead that arrives while a second tab is still loading reaches that tab too", async () => {
  page = await openDashboard();
  const second = Object.assign(await page.context().newPage(), { troubles: [] });
  let letScriptsGo = () => {};
  const scriptsMayGo = new Promise<void>((resolve) => {
    letScriptsGo = resolve;
  });
  await second.route("**/assets/*.js", async (route) => {
    await scriptsMayGo;
    await route.continue();
  });
  await second.goto(`${product.origin}/lms/dashboard`, { waitUntil: "commit" });
  await second.getByRole("heading", { level: 1 }).waitFor();
  const lead = await addLead("Meanwhile");
  await page.locator(`[data-lead="${lead}"]`).waitFor();
  letScriptsGo();
  await second.locator(`[data-lead="${lead}"]`).waitFor();
});

test("a lead's name can be edited, a deleted lead restored, and a walk-in added", async () => {
  const lead = await addLead("Mistyped");
  page = await openDashboard(`/lms/lead?id=${lead}`);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Edit" }).click();
  await page.getByLabel("First name").fill("Edited");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: /Edited/ }).waitFor();
  await page.getByRole("button", { name: "Show delivery and alerts" }).click();
  await page.getByText("“Mistyped” to “Edited”", { exact: false }).waitFor();
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.waitForURL(/\/lms\/dashboard/);
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await page.getByText("Edited Quintero is back.").waitFor();
  await page.getByRole("heading", { level: 1, name: /Edited/ }).waitFor();

  await page.goto(`${product.origin}/lms/lead`);
  await page.getByLabel("First name").fill("Walter");
  await page.getByLabel("Phone").fill("813 555 0123");
  await page.getByRole("button", { name: "Add" }).click();
  await page.getByRole("heading", { level: 1, name: "Walter" }).waitFor();
  await page.getByRole("link", { name: "(813) 555-0123" }).waitFor();
});

test("Back undoes a sort on a slow connection, even when the search was cleared right before it", async () => {
  page = await openDashboard();
  await page.getByLabel("Search by name, email or phone").fill("findab");
  await page.waitForURL(/q=findab/);
  // Longer than the search's debounce.
  await page.route(/sort=newest/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.continue();
  });
  await page.getByLabel("Search by name, email or phone").fill("");
  await page.getByLabel("Sort").selectOption("newest");
  await page.waitForURL((url) => url.search === "?sort=newest");
  await page.goBack();
  await expect.poll(() => page.getByLabel("Sort").inputValue()).toBe("next");
});

test("the dashboard keeps its rows, marked as outdated, while the server is unavailable, and updates once the server is back", async () => {
  const lead = await addLead("Remaining");
  page = await openDashboard();
  await page.locator(`[data-lead="${lead}"]`).waitFor();
  await product.kill();
  await page.getByText(/Connection lost at \d+:\d\d/).waitFor();
  await page.getByText("Not live").waitFor();
  await page.locator(`[data-lead="${lead}"]`).waitFor();
  await page.getByRole("button", { name: "Retry" }).click();
  await page.locator(`[data-lead="${lead}"]`).waitFor();

  await product.restart();
  const missed = await addLead("Missed");
  await page.locator(`[data-lead="${missed}"]`).waitFor();
  await page.getByText(/Connection lost at/).waitFor({ state: "detached" });
  // The page's requests failed while the server was unavailable.
  page.troubles.length = 0;
});

test("view as is read-only for the owner", async () => {
  const lead = await addLead("Looked at");
  const owner = await product.withTools((tools) => makeOwner(tools));
  page = await openDesk(
    browser,
    product.origin,
    owner,
    `/lms/dashboard?client=${practice.clientId}`,
  );
  await page.getByText("Viewing as Bayshore Family Dental.").waitFor();
  await expectAccessible(page);
  const row = page.locator(`[data-lead="${lead}"]`);
  await row.waitFor();
  await page.mouse.move(200, 200);
  expect(await page.getByRole("button", { name: /I’m calling/ }).count()).toBe(0);
  expect(await page.getByRole("link", { name: "Add lead" }).count()).toBe(0);
  const newer = await addLead("Live to the owner");
  await page.locator(`[data-lead="${newer}"]`).waitFor();
  // Hovering over a name doesn't prefetch it, so it isn't audited as a view.
  await row.getByRole("link", { name: "Looked at" }).hover();
  expect(await page.locator("link[rel=prefetch]").count()).toBe(0);
  await row.getByRole("link", { name: "Looked at" }).click();
  await page.getByRole("heading", { level: 1, name: /Looked at/ }).waitFor();
  await page.getByText("Viewing as Bayshore Family Dental.").waitFor();
  for (const name of ["Edit", "Log a call", "More"]) {
    expect(await page.getByRole("button", { name }).count()).toBe(0);
  }
  await expectAccessible(page);
  await page.getByRole("link", { name: "Dashboard" }).click();
  await row.waitFor();
  // A screen that doesn't open for the owner says so, and isn't in the menu.
  for (const place of ["profile", "template", "import"]) {
    await page.goto(`${product.origin}/lms/${place}?client=${practice.clientId}`);
    await page.getByRole("heading", { level: 1, name: "Only for the practice" }).waitFor();
    const said = page.locator("main").getByText("open only for the practice.");
    await said.waitFor();
    expect(await page.getByText("You’re offline").count()).toBe(0);
    expect(await page.getByText("We couldn’t load").count()).toBe(0);
  }
  await expectAccessible(page);
  await page.getByRole("link", { name: "Back to the dashboard" }).click();
  await row.waitFor();
});

function openDashboard(
  path = "/lms/dashboard",
  options = {},
  where: Pick<Product, "origin"> = product,
  who: { email: string; password: string } = practice,
): Promise<WatchedPage> {
  return openDesk(browser, where.origin, who, path, options);
}

async function addLead(firstName: string): Promise<string> {
  const { lead } = await product.withTools((tools) =>
    makeInquiry(tools, practice.clientId, { firstName }),
  );
  return lead._id;
}

async function allFigures() {
  const share = page
    .getByRole("row", { name: /Under 10 minutes/ })
    .getByRole("cell")
    .first();
  return {
    onTime: Number(await share.textContent()),
    leads: await statistic("Leads"),
    customers: await statistic("New Customers"),
  };
}

async function statistic(name: string): Promise<number> {
  const group = page.locator("dl > div", { hasText: name });
  return Number(await group.locator("dd").textContent());
}
