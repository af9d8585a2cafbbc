// The heart: a signed webhook puts a row on a dashboard that is already open; the number is tapped,
// the outcome chosen; pie and statistics move.
import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { makeEnquiry, makeMetaSource, makePlatformId, makePractice } from "#server/db/make.ts";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  openBrowser,
  openPage,
  type WatchedPage,
} from "./browser.ts";
import { type Product, startProduct, until } from "./product.ts";

let product: Product;
let browser: Browser;
let page: WatchedPage;
let practice: Awaited<ReturnType<typeof makePractice>>;
let source: Awaited<ReturnType<typeof makeMetaSource>>;
beforeAll(async () => {
  product = await startProduct();
  browser = await openBrowser();
  const tools = await product.tools();
  practice = await makePractice(tools);
  source = await makeMetaSource(tools, practice.clientId);
  await tools.close();
});
afterAll(async () => {
  await browser.close();
  await product.stop();
});
afterEach(async () => {
  expect(page.troubles).toEqual([]);
  await page.context().close();
});

test("a lead arrives on an open dashboard, is called, and the figures move", async () => {
  page = await openDashboard();
  await page.getByText("Nobody is waiting for a call.").waitFor();
  await expectAccessible(page);

  const id = makePlatformId();
  const person = {
    full_name: "<img src=x onerror=alert(1)> Quintero",
    email: "marisol@example.com",
    phone_number: "+18135550142",
  };
  product.graphLeads.set(id, person);
  expect((await product.deliver([id], source)).status).toBe(200);

  const row = page.locator("[data-lead]").first();
  await row.waitFor();
  expect(await row.textContent()).toContain("<img src=x onerror=alert(1)> Quintero");
  expect(await row.textContent()).toContain("(813) 555-0142");
  await expect.poll(() => page.title()).toMatch(/^\(1\) Dashboard/);

  await row.getByRole("button", { name: /I’m calling/ }).click();
  await page.getByText("What came of the call?").waitFor();
  await page.reload();
  await page.getByText("What came of the call?").waitFor();
  await page.getByRole("button", { name: /No answer/ }).click();
  await page.getByText("No answer saved.").waitFor();
  await expect.poll(() => figure("Under 10 minutes")).toBe("1");
  await expect.poll(() => page.title()).toMatch(/^Dashboard/);
  await expectAccessible(page);

  await row.hover();
  await row.getByRole("button", { name: /I’m calling/ }).click();
  await page.getByText("What came of the call?").waitFor();
  await page.keyboard.press("4");
  await page.getByText("Booked saved.").waitFor();
  await expect.poll(() => statistic("New Customers")).toBe("1");
  await page.getByText("Nobody is waiting for a call.").waitFor();

  expect((await product.deliver([id], source)).status).toBe(200);
  const before = await figure("Under 10 minutes");
  await page.reload();
  expect(await figure("Under 10 minutes")).toBe(before);
  expect(await statistic("Leads")).toBe("1");
});

test("an outcome is undone from its toast, and the clock runs on", async () => {
  const lead = await addLead("Undone");
  page = await openDashboard();
  const row = page.locator(`[data-lead="${lead}"]`);
  await row.getByRole("button", { name: /I’m calling/ }).click();
  await page.getByRole("button", { name: /Booked/ }).click();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await row.getByRole("button", { name: /I’m calling/ }).waitFor();
  await row.getByText(/to goal|left/).waitFor();
});

test("an outcome without a line stays on the screen and is sent once when the line is back", async () => {
  const lead = await addLead("Offline");
  page = await openDashboard();
  const row = page.locator(`[data-lead="${lead}"]`);
  await row.getByRole("button", { name: /I’m calling/ }).click();
  await row.getByText("What came of the call?").waitFor();
  await page.context().setOffline(true);
  await row.getByRole("button", { name: /Voicemail/ }).click();
  await row.getByText("Voicemail is not saved yet.", { exact: false }).waitFor();
  page.troubles.length = 0;
  await page.context().setOffline(false);
  await until(async () => (await outcomesOf(lead)).length === 1);
  expect(await outcomesOf(lead)).toEqual(["voicemail"]);
  page.troubles.length = 0;
});

test("eight tabs of one desk hold one stream, and a lead reaches all of them", async () => {
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

test("the lead's page mends a name, adds a walk-in, and deletes with undo", async () => {
  const lead = await addLead("Mistyped");
  page = await openDashboard(`/lms/lead?id=${lead}`);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Mend" }).click();
  await page.getByLabel("First name").fill("Mended");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("heading", { level: 1, name: /Mended/ }).waitFor();
  await page.getByText("“Mistyped” became “Mended”", { exact: false }).waitFor();
  await page.getByRole("button", { name: "Delete" }).click();
  await page.waitForURL(/\/lms\/dashboard/);
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: /Mended/ }).waitFor();

  await page.goto(`${product.origin}/lms/lead`);
  await page.getByLabel("First name").fill("Walter");
  await page.getByLabel("Phone").fill("813 555 0123");
  await page.getByRole("button", { name: "Add" }).click();
  await page.getByRole("heading", { level: 1, name: "Walter" }).waitFor();
  await page.getByRole("link", { name: "(813) 555-0123" }).waitFor();
});

test("search and sort stand in the address, and Back goes back", async () => {
  await addLead("Findable");
  page = await openDashboard();
  await page.getByLabel("Search by name, e-mail or phone").fill("findab");
  await page.waitForURL(/q=findab/);
  await expect.poll(() => page.locator("[data-lead]").count()).toBe(1);
  await page.getByLabel("Search by name, e-mail or phone").fill("nobody at all");
  await page.getByText("No data.").waitFor();
  await page.getByLabel("Search by name, e-mail or phone").fill("");
  await page.getByLabel("Sort").selectOption("newest");
  await page.waitForURL(/sort=newest/);
  await page.goBack();
  await expect.poll(() => page.getByLabel("Sort").inputValue()).toBe("next");
});

test("on a phone of 320 px nothing is wider than the screen, and Call dials", async () => {
  const lead = await addLead("Pocket");
  page = await openDashboard("/lms/dashboard", {
    viewport: { width: 320, height: 640 },
    hasTouch: true,
    isMobile: true,
  });
  await expectNoSidewaysScroll(page);
  const call = page.locator(`[data-lead="${lead}"]`).getByRole("link", { name: /^Call/ });
  expect(await call.getAttribute("href")).toMatch(/^tel:\+1/);
  await expectAccessible(page);
});

async function openDashboard(path = "/lms/dashboard", options = {}): Promise<WatchedPage> {
  const opened = await openPage(browser, options);
  await opened.goto(product.origin + path);
  await opened.getByLabel("E-mail").fill(practice.email);
  await opened.getByLabel("Password").fill(practice.password);
  await opened.getByRole("button", { name: "Log in" }).click();
  await opened.waitForURL(`${product.origin}${path}`);
  await opened.getByRole("heading", { level: 1 }).waitFor();
  return opened;
}

async function addLead(firstName: string): Promise<string> {
  const tools = await product.tools();
  const { lead } = await makeEnquiry(tools, practice.clientId, { firstName });
  await tools.close();
  return lead._id;
}

async function outcomesOf(leadId: string): Promise<string[]> {
  const tools = await product.tools();
  const { rows } = await tools.pool.query(
    "select outcome from calls where lead_id = $1 and outcome is not null",
    [leadId],
  );
  await tools.close();
  return rows.map((row) => row.outcome);
}

async function figure(name: string): Promise<string | null> {
  return page
    .getByRole("row", { name: new RegExp(name) })
    .getByRole("cell")
    .first()
    .textContent();
}

async function statistic(name: string): Promise<string> {
  const group = page.locator("dl > div", { hasText: name });
  return (await group.locator("dd").textContent()) ?? "";
}
