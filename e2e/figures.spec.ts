// A practice manager reviews the figures: chooses a period, sees when calls are late, opens the
// inquiries behind a number, and exports them.
import { readFile } from "node:fs/promises";
import type { Browser, BrowserContextOptions } from "playwright-core";
import { afterEach, beforeAll, expect, inject, test } from "vitest";
import {
  makeCall,
  makeCampaign,
  makeInquiry,
  makeOpenHours,
  makeOwner,
  makePractice,
} from "#server/db/make.ts";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  expectReadableInDarkMode,
  openBrowser,
  type WatchedPage,
} from "./browser.ts";
import { openDesk, zoneAt } from "./desk.ts";
import { type Product, sharedProduct } from "./product.ts";

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const widths = [320, 390, 768, 1440];

let product: Product;
let browser: Browser;
let page: WatchedPage;
let practice: Awaited<ReturnType<typeof makePractice>>;
let owner: Awaited<ReturnType<typeof makeOwner>>;
beforeAll(async () => {
  browser = await openBrowser();
  product = await sharedProduct();
  await product.withTools(async (tools) => {
    practice = await makePractice(tools);
    owner = await makeOwner(tools);
    const { clientId } = practice;
    // Always open, so that waits in business hours don't depend on when this runs.
    await makeOpenHours(tools, clientId, { timeZone: zoneAt(14), from: "00:00", to: "23:59" });
    const { campaignId } = await makeCampaign(tools, {
      ...{ clientId, name: "Clear aligners", platform: "meta" },
    });
    const now = Date.now();
    // These inquiries are from forty days ago: 24 were called after four minutes, half of them
    // booked; six were never called.
    for (let index = 0; index < 30; index += 1) {
      const submittedAt = new Date(now - 40 * dayMs + index * 1000);
      const { lead } = await makeInquiry(tools, clientId, { submittedAt, campaignId });
      if (index >= 24) continue;
      await makeCall(tools, practice, lead._id, {
        calledAt: new Date(submittedAt.getTime() + 4 * minuteMs),
        outcome: index % 2 ? "booked" : "no_answer",
      });
    }
    // This inquiry from 90 minutes ago has a name that a spreadsheet would run as a formula.
    const submittedAt = new Date(now - 90 * minuteMs);
    await makeInquiry(tools, clientId, { submittedAt, firstName: "=1+1", lastName: "Boyd" });
    await makeInquiry(tools, clientId, { firstName: "Fresh" });
  });
});
afterEach(async () => {
  expect(page.troubles).toEqual([]);
  await page.context().close();
});

test("the dashboard's period and counting mode are in the URL and survive a reload", async () => {
  await openAs(practice.email, "/lms/dashboard");
  await expect.poll(onTime).toEqual(["24", "0", "7"]);
  await page.getByLabel("Period").selectOption("Last 30 days");
  await expect.poll(onTime).toEqual(["0", "0", "1"]);
  await page.getByText("Percentages appear once there are 20").waitFor();
  expect(new URL(page.url()).searchParams.get("period")).toBe("30d");
  await page.getByRole("radio", { name: "Business hours" }).click();
  await page.waitForURL(/reading=open/);
  await page.reload();
  // Going back before the scripts have loaded would hydrate the page at another URL.
  await page.waitForFunction(() => "isAnswering" in window);
  await expect.poll(() => page.getByLabel("Period").inputValue()).toBe("30d");
  await expect
    .poll(() => page.getByRole("radio", { name: "Business hours" }).isChecked())
    .toBe(true);
  await page.goBack();
  await expect.poll(onTime).toEqual(["0", "0", "1"]);

  await page.getByLabel("Period").selectOption("Custom dates");
  await page.getByLabel("End date").fill(dayAgo(35));
  await page.getByLabel("End date").blur();
  await expect.poll(onTime).toEqual(["24", "0", "6"]);
  await page.getByText("Statistics Through").waitFor();
});

test("links lead from the dashboard to the reports, from a number to its inquiries, and from a name to its lead", async () => {
  await openAs(practice.email, "/lms/dashboard?reading=wall");
  await page.getByRole("link", { name: "By hour, campaign and outcome" }).click();
  await page.getByRole("heading", { name: "Reports", level: 1 }).waitFor();
  const soon = page.getByRole("region", { name: "Time to first call" });
  await soon.getByText("under 5 min", { exact: true }).waitFor();
  // Only the ring shows the share under ten minutes; the table also counts inquiries that are still
  // waiting.
  expect(await soon.getByText("under 10 min", { exact: true }).count()).toBe(0);
  await soon.getByText("not yet").waitFor();
  await page.getByText("31 inquiries, and").waitFor();
  await expectAccessible(page);

  const came = page.getByRole("region", { name: "Results" });
  expect(await came.getByRole("row", { name: /Under 10 minutes/ }).textContent()).toContain("50%");
  expect(await came.getByRole("row", { name: /Late/ }).textContent()).toContain("too few to tell");
  await came.getByRole("link", { name: "12 booked" }).click();
  await page.getByRole("heading", { name: "Under 10 minutes, booked · All time" }).waitFor();
  await page.getByText("10 / 12").waitFor();
  await page.getByRole("link", { name: "Show More" }).click();
  await page.getByText("12 / 12").waitFor();
  await expect.poll(() => page.getByRole("main").getByRole("listitem").count()).toBe(12);
  await expectAccessible(page);

  await page.getByRole("main").getByRole("link", { name: "Reports" }).click();
  const map = page.getByRole("region", { name: "On time by hour and weekday" });
  // Done by keyboard. The last cell is for all hours and all days.
  const all = map.getByRole("link", { name: /All, All: 24 of 31/ });
  await all.focus();
  await page.keyboard.press("Enter");
  await page.getByText("10 / 31").waitFor();
  const list = page.url();
  await page.getByRole("link", { name: "=1+1 Boyd" }).click();
  await page.waitForURL(/\/lms\/lead\?id=/);
  await page.getByRole("link", { name: "Back", exact: true }).click();
  await page.waitForURL(list);
});

test("the reports show a single campaign and an empty period, and the list of an unknown figure shows Page not found", async () => {
  await openAs(practice.email, "/lms/figures");
  await page.getByRole("link", { name: "Clear aligners" }).click();
  await page.getByText(": 30 inquiries.").waitFor();
  await page.getByRole("link", { name: /Only Clear aligners/ }).click();
  await page.getByText("31 inquiries, and").waitFor();
  await page.goto(`${product.origin}/lms/figures?period=days&to=2001-01-01`);
  await page.getByText("No data.").waitFor();
  await page.getByText("No inquiries in this period.").waitFor();
  await page.goto(`${product.origin}/lms/inquiries?bucket=best`);
  await page.getByRole("heading", { name: "Page not found" }).waitFor();
  page.troubles.length = 0;
});

test("the leads behind a figure can be exported to a CSV file that is safe to open in a spreadsheet", async () => {
  await openAs(practice.email, "/lms/inquiries?bucket=other&period=30d");
  const waiting = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export" }).click();
  const download = await waiting;
  expect(download.suggestedFilename()).toMatch(/^leads-\d{4}-\d\d-\d\d\.csv$/);
  const text = await readFile(await download.path(), "utf8");
  const lines = text.trimEnd().split("\r\n");
  expect(lines.length).toBe(2);
  expect(lines[1]).toContain(",'=1+1,Boyd,");
});

test("the owner can view the figures and their lists, but not export them", async () => {
  await openAs(owner.email, `/lms/figures?client=${practice.clientId}`);
  await page.getByText("Viewing as").waitFor();
  expect(await page.getByRole("link", { name: "Export" }).count()).toBe(0);
  await page
    .getByRole("region", { name: "Calls on Time" })
    .getByRole("link", { name: "24" })
    .click();
  await page.getByText("10 / 24").waitFor();
  expect(new URL(page.url()).searchParams.get("client")).toBe(practice.clientId);
  expect(await page.getByRole("link", { name: "Export" }).count()).toBe(0);
});

test("the reports show an error when a new period can't be loaded, and Retry loads the period", async () => {
  await openAs(practice.email, "/lms/figures");
  await page.getByText("31 inquiries, and").waitFor();
  await page.route("**/*.data*", (route) => route.abort());
  await page.getByLabel("Period").selectOption("Today");
  await page.getByText("We couldn’t load these numbers.").waitFor();
  await page.unroute("**/*.data*");
  await page.getByRole("button", { name: "Retry" }).last().click();
  await page.getByText("Today").nth(1).waitFor();
  page.troubles.length = 0;
});

test("the reports and the list of inquiries fit phones, tablets and desktops", async () => {
  await openAs(practice.email, "/lms/figures?period=days");
  const checked = inject("isLong") ? widths : [320, 1440];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoSidewaysScroll(page);
    if (!checked.includes(width)) continue;
    await expectAccessible(page);
    await expectReadableInDarkMode(page);
    await expectNoSidewaysScroll(page);
    await page.emulateMedia({ colorScheme: "light" });
  }
  await page.goto(`${product.origin}/lms/inquiries`);
  await page.getByText("10 / 31").waitFor();
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoSidewaysScroll(page);
  }
});

async function openAs(email: string, path: string, options: BrowserContextOptions = {}) {
  const who = { email, password: practice.password };
  page = await openDesk(browser, product.origin, who, path, {
    reducedMotion: "reduce",
    ...options,
  });
}

async function onTime(): Promise<string[]> {
  const card = page.getByRole("region", { name: "Calls on Time" });
  const rows = await card.getByRole("row").all();
  return Promise.all(
    rows.map(async (row) => (await row.getByRole("cell").first().textContent()) ?? ""),
  );
}

/** Returns the practice's date this many days ago; near midnight it may be off by one. */
function dayAgo(days: number): string {
  return new Date(Date.now() - days * dayMs).toISOString().slice(0, 10);
}
