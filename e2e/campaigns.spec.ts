// The owner adds a campaign and imports its report; the practice sees what a lead costs.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeCampaign, makeInquiry, makeOwner, makePractice } from "#server/db/make.ts";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  expectReadableInDarkMode,
  openBrowser,
} from "./browser.ts";
import { openDesk, phone } from "./desk.ts";
import { type Product, startProduct } from "./product.ts";

let product: Product;
let browser: Browser;
let owner: Awaited<ReturnType<typeof makeOwner>>;
let practice: Awaited<ReturnType<typeof makePractice>> & { email: string; password: string };
beforeAll(async () => {
  browser = await openBrowser();
  product = await startProduct({ CAPTCHA_PROVIDER: "off" });
  owner = await product.withTools((tools) => makeOwner(tools));
  practice = await product.withTools((tools) =>
    makePractice(tools, { name: "Gulf Dental", timeZone: "America/New_York" }),
  );
});
afterAll(() => product.stop());

test("the owner adds a campaign and imports a report with an invalid row; the practice sees the cost", async () => {
  const today = new Intl.DateTimeFormat("en-CA", { timeZone: "America/New_York" }).format();
  const page = await openDesk(browser, product.origin, owner, "/admin/campaigns");
  await page.getByText("No campaigns yet.").waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Add a campaign" }).first().click();
  const form = page.getByRole("form", { name: "Add a campaign" });
  await form.getByLabel("Practice").selectOption({ label: "Gulf Dental" });
  await form.getByLabel("Platform").selectOption({ label: "Meta" });
  await form.getByLabel("Name").fill("Clear aligners");
  await form.getByLabel("Budget (dollars)").fill("1,500");
  await form.getByRole("button", { name: "Add a campaign" }).click();
  await page.getByRole("heading", { name: "By week" }).waitFor();
  const campaignId = new URL(page.url()).searchParams.get("id") ?? "";
  await product.withTools(async (tools) => {
    for (const firstName of ["Ada", "Grace"]) {
      await makeInquiry(tools, practice.clientId, { firstName, campaignId });
    }
  });

  await page.getByRole("button", { name: "Import a report" }).click();
  const report = page.getByRole("form", { name: "Import a report" });
  const lines = [
    "Reporting starts,Reporting ends,Campaign name,Campaign ID,Impressions,Clicks (all),Amount spent (USD)",
    `${today},${today},Clear aligners,901,"1,200",24,51.50`,
    `3/4/2026,3/4/2026,Clear aligners,901,10,1,1`,
  ];
  await report.getByLabel("Report file").setInputFiles({
    ...{ name: "meta.csv", mimeType: "text/csv" },
    buffer: Buffer.from(lines.join("\n")),
  });
  await report.getByRole("button", { name: "Check the file" }).click();
  await report.getByText("Line 3: The date could be month first").waitFor();
  await report.getByText("Matched by name").waitFor();
  await report.getByText("1,200 impressions, 24 clicks, $51.50 spent").waitFor();
  await expectAccessible(page);
  await report.getByRole("button", { name: "Import 1 day" }).click();
  // The day, its week and the whole period show the new amount.
  await page.getByRole("cell", { name: "$51.50" }).first().waitFor();
  await expectAccessible(page);
  await expectReadableInDarkMode(page);
  expect(page.troubles).toEqual([]);
  await page.context().close();

  const desk = await openDesk(browser, product.origin, practice, "/lms/figures");
  const row = desk.getByRole("row", { name: /Clear aligners.*\$51\.50 spent/ });
  await row.getByText("$25.75").waitFor();
  await row.getByText("2 leads").waitFor();
  await expectAccessible(desk);
  expect(desk.troubles).toEqual([]);
  await desk.context().close();
});

test("the owner sees the totals before merging a campaign into another one, and can undo the merge", async () => {
  const { from } = await product.withTools(async (tools) => {
    const campaign = { clientId: practice.clientId, platform: "web" as const };
    const one = await makeCampaign(tools, { ...campaign, name: "invisalign_oct" });
    await makeCampaign(tools, { ...campaign, name: "Invisalign Oct" });
    await makeInquiry(tools, practice.clientId, { campaignId: one.campaignId });
    return { from: one.campaignId };
  });
  const url = `/admin/campaign?id=${from}`;
  const page = await openDesk(browser, product.origin, owner, url);
  await page.getByRole("button", { name: "Merge", exact: true }).click();
  const form = page.getByRole("form", { name: "Merge" });
  await form.getByLabel("Merge into").selectOption({ label: "Invisalign Oct (Website)" });
  await form.getByRole("row", { name: /^Merged/ }).waitFor();
  await expectAccessible(page);
  await form.getByRole("button", { name: "Merge", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "Invisalign Oct" }).waitFor();
  await page.getByText("“invisalign_oct” was merged into this campaign").waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Undo the merge of invisalign_oct" }).click();
  await page.getByText("“invisalign_oct” is back.").waitFor();
  await page.getByText("was merged into this campaign").waitFor({ state: "hidden" });
  expect(page.troubles).toEqual([]);
  await page.context().close();
});

test("a practice that was selected in a form stays selected during later searches", async () => {
  await product.withTools(async (tools) => {
    for (let count = 1; count <= 50; count += 1)
      await makePractice(tools, { name: `Dental ${count}` });
    await makePractice(tools, { name: "Zephyr Dental" });
  });
  const page = await openDesk(browser, product.origin, owner, "/admin/campaigns");
  for (const opens of ["Add a campaign", "Import a report"]) {
    await page.getByRole("button", { name: opens }).first().click();
    const form = page.getByRole("form", { name: opens });
    const practices = form.getByRole("combobox", { name: /^Practice/ });
    await form.getByLabel("Find a practice").fill("Zephyr");
    await practices.selectOption({ label: "Zephyr Dental" });
    const chosen = () =>
      practices.evaluate((one: HTMLSelectElement) => one.selectedOptions[0]?.text);
    // Searches that list the first practices, then another one, then the first ones again.
    for (const [search, listed] of [
      ["", "Dental 1"],
      ["Dental 17", "Dental 17"],
      ["", "Dental 1"],
    ] as const) {
      await form.getByLabel("Find a practice").fill(search);
      await practices
        .getByRole("option", { name: listed, exact: true })
        .waitFor({ state: "attached" });
      expect(await chosen()).toBe("Zephyr Dental");
    }
    await page.keyboard.press("Escape");
    await page.reload();
  }
  expect(page.troubles).toEqual([]);
  await page.context().close();
});

test("a phone shows a campaign, its days and the costs without scrolling sideways", async () => {
  const { campaignId } = await product.withTools((tools) =>
    makeCampaign(tools, {
      ...{ clientId: practice.clientId, platform: "google" },
      name: "Implants for people who have waited for a long time",
    }),
  );
  const today = new Intl.DateTimeFormat("en-CA", { timeZone: "America/New_York" }).format();
  const url = `/admin/campaign?id=${campaignId}`;
  const page = await openDesk(browser, product.origin, owner, url, phone(320));
  // A long name takes the whole line next to the back button; the rest of the header is below it.
  const name = await page.getByRole("heading", { level: 1 }).boundingBox();
  expect(name?.width).toBeGreaterThan(230);
  const button = await page.getByRole("button", { name: "Import a report" }).boundingBox();
  expect(button?.y).toBeGreaterThanOrEqual((name?.y ?? 0) + (name?.height ?? 0));
  await page.getByRole("button", { name: "Add a day’s numbers" }).click();
  const form = page.getByRole("form", { name: "Add a day’s numbers" });
  await form.getByLabel("Day").fill(today);
  await form.getByLabel("Spend (dollars)").fill("12.3x");
  await form.getByRole("button", { name: "Save", exact: true }).click();
  await form.locator("[aria-invalid]").first().waitFor();
  await form.getByLabel("Spend (dollars)").fill("12.30");
  await form.getByRole("button", { name: "Save", exact: true }).click();
  await form.waitFor({ state: "hidden" });
  const table = page.getByRole("region", { name: "Daily numbers by date" });
  const figure = (text: string) => table.getByRole("cell", { name: text }).first();
  await figure("$12.30").waitFor();
  // The newest day is the first row below its week. Its spend is edited in place.
  await table
    .getByTitle(/^Edit spend of/)
    .first()
    .click();
  const field = table.getByRole("textbox", { name: /^Edit spend of/ });
  await field.fill("12.305");
  await field.press("Enter");
  await table.getByText("Enter an amount with at most two decimals.").waitFor();
  await expectAccessible(page);
  await field.fill("15");
  await field.press("Enter");
  await figure("$15.00").waitFor();
  await table
    .getByTitle(/^Edit spend of/)
    .first()
    .click();
  await field.fill("99");
  await field.press("Escape");
  await figure("$15.00").waitFor();
  // A second figure is edited before the first one is saved, and both edits survive.
  await table
    .getByTitle(/^Edit clicks of/)
    .first()
    .click();
  await table.getByRole("textbox", { name: /^Edit clicks of/ }).fill("7");
  await table
    .getByTitle(/^Edit impressions of/)
    .first()
    .click();
  const other = table.getByRole("textbox", { name: /^Edit impressions of/ });
  await other.fill("120");
  await table
    .getByTitle(/^Edit clicks of/)
    .filter({ hasText: "7" })
    .waitFor();
  expect(await other.inputValue()).toBe("120");
  await other.press("Escape");
  await table.getByRole("button", { name: /^Remove / }).click();
  await page.getByText("Day removed.").waitFor();
  await expect.poll(() => table.evaluate((one) => one === document.activeElement)).toBe(true);
  await page.getByRole("button", { name: "Undo" }).click();
  await figure("$15.00").waitFor();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.goto(`${product.origin}/admin/campaigns?state=running&platform=google`);
  await page.getByText("1 campaign").waitFor();
  await expectNoSidewaysScroll(page);
  // The count and the button don't make the title wrap.
  const title = await page.getByRole("heading", { level: 1, name: "Campaigns" }).boundingBox();
  expect(title?.height).toBeLessThan(40);
  expect(page.troubles).toEqual([]);
  await page.context().close();
});

test("a dialog closes with its buttons, a tap outside or Back, but not when a drag inside it ends outside", async () => {
  const page = await openDesk(browser, product.origin, owner, "/admin/today", phone(390));
  await page.getByRole("button", { name: "Menu" }).click();
  await page
    .getByRole("dialog", { name: "Menu" })
    .getByRole("link", { name: "Campaigns", exact: true })
    .click();
  await page.waitForURL("**/admin/campaigns");
  const dialog = page.getByRole("dialog", { name: "Add a campaign" });
  const open = async () => {
    await page.getByRole("button", { name: "Add a campaign" }).first().click();
    await dialog.waitFor();
  };
  const isClosed = () => dialog.waitFor({ state: "hidden" });

  await open();
  const close = dialog.getByRole("button", { name: "Close" });
  const size = await close.boundingBox();
  expect([size?.width, size?.height]).toEqual([44, 44]);
  // The first field has the focus, not the Close button.
  expect(await close.evaluate((one) => one === document.activeElement)).toBe(false);
  await expectAccessible(page);
  const title = await dialog.getByRole("heading").boundingBox();
  const label = await dialog.locator("label").first().boundingBox();
  expect((label?.y ?? 0) - (title?.y ?? 0) - (title?.height ?? 0)).toBeGreaterThanOrEqual(8);
  await close.click();
  await isClosed();

  await open();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await isClosed();

  await open();
  await page.touchscreen.tap(6, 6);
  await isClosed();

  await open();
  const box = await dialog.boundingBox();
  await page.mouse.move((box?.x ?? 0) + 40, (box?.y ?? 0) + 12);
  await page.mouse.down();
  await page.mouse.move(6, 6);
  await page.mouse.up();
  expect(await dialog.isVisible()).toBe(true);
  await page.evaluate(() => history.back());
  await isClosed();
  await expect.poll(() => page.url()).toBe(`${product.origin}/admin/campaigns`);
  await page.evaluate(() => history.back());
  await page.waitForURL("**/admin/today");
  expect(page.troubles).toEqual([]);
  await page.context().close();
});
