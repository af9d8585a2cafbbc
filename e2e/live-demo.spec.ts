// Anyone can try the lead desk: from one click on either site to the first call, and to the
// deletion of the last row.
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { caseStudies } from "#content/case-studies.ts";
import { demoArrivals, demoDeskWords, demoGuideWords, demoStartWords } from "#content/demo.ts";
import { callWarningWords } from "#content/desk/calls.ts";
import { figureWords } from "#content/desk/figures.ts";
import { portfolio } from "#content/portfolio.ts";
import { makeInquiry, makePractice } from "#server/db/make.ts";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  expectReadableInDarkMode,
  openBrowser,
  openPage,
  type WatchedPage,
} from "./browser.ts";
import { openDesk, phone } from "./desk.ts";
import { studyPath } from "./owner.ts";
import { type Product, startProduct } from "./product.ts";

let product: Product;
let browser: Browser;
let page: WatchedPage;
beforeAll(async () => {
  browser = await openBrowser();
  product = await startProduct({ DEMO: "on", CAPTCHA_PROVIDER: "off" });
  // The demo's template is made in the background after startup.
  await vi.waitUntil(async () => (await countRows("approved_at is not null")) === 1, {
    timeout: 100_000,
    interval: 300,
  });
});
afterEach(async () => {
  await page.context().close();
});
afterAll(() => product.stop());

const { flagship } = portfolio.projects;
const study = caseStudies.find(({ project }) => project === flagship?.project);
const [first] = demoArrivals;
const firstName = `${first.firstName} ${first.lastName}`;

test("a demo goes from a click on the marketing site to the first call, alongside a real session", async () => {
  const practice = await product.withTools((tools) => makePractice(tools));
  await product.withTools((tools) =>
    makeInquiry(tools, practice.clientId, { firstName: "Beatrice" }),
  );
  page = await openDesk(browser, product.origin, practice, "/lms/dashboard");
  await page.getByRole("link", { name: "Beatrice Quintero" }).waitFor();
  const tokens = async () => {
    const cookies = await page.context().cookies(`${product.origin}/lms`);
    return cookies.map(({ name, value }) => [name, value]).filter(([name]) => name !== "theme");
  };
  const before = await tokens();

  const demo = await page.context().newPage();
  await demo.goto(`${product.origin}/marketing`);
  await press(demo);
  await callFirstLead(demo);
  // The guide follows along: a call and its result, a lead's page, the reports.
  const guide = demo.getByRole("region", { name: demoGuideWords.title });
  await guide.getByText(demoGuideWords.steps[3].title).waitFor();
  await demo.locator("[data-lead] a[href*='/lms/lead?']").first().click();
  await demo.waitForURL("**/demo/lms/lead?**");
  await guide.getByText(demoGuideWords.steps[4].title).waitFor();
  await demo.getByRole("link", { name: figureWords.title }).first().click();
  await guide.getByText(demoGuideWords.finished.title).waitFor();

  // The first tab still shows the practice itself, and its token wasn't replaced.
  await page.reload();
  await page.getByRole("link", { name: "Beatrice Quintero" }).waitFor();
  expect(await page.getByText(firstName).count()).toBe(0);
  expect(await tokens()).toEqual(before);
  expect(before.map(([name]) => name)).toEqual(["clientToken", "deviceToken"]);

  // The emails that the desk sent are in the outbox, and nowhere else.
  await demo.getByRole("link", { name: demoDeskWords.outbox }).first().click();
  await demo.getByText("alicia.romero@example.com").first().waitFor();
  expect(product.mails).toEqual([]);

  const [id] = await demoIds();
  await demo.getByRole("button", { name: demoDeskWords.end }).click();
  await demo.getByRole("heading", { name: demoStartWords.ended.title }).waitFor();
  await expect.poll(() => countRows(`id = '${id}'`)).toBe(0);
  await demo.goto(`${product.origin}/demo/lms/dashboard`);
  await demo.getByRole("heading", { name: demoStartWords.ended.title }).waitFor();
  await page.reload();
  await page.getByRole("link", { name: "Beatrice Quintero" }).waitFor();
  expect(page.troubles).toEqual([]);
});

test("a phone can open the demo from the portfolio, with a guide, a profile without an account, and a link back", async () => {
  page = await openPage(browser, phone(390));
  await page.goto(product.origin);
  if (study) {
    await page.getByRole("link", { name: `Read the case study ${study.project}` }).click();
    await page.waitForURL(`**${studyPath(study.project)}`);
  }
  await press(page);
  const guide = page.getByRole("region", { name: demoGuideWords.title });
  const step = async () => {
    const said = await guide.innerText();
    return demoGuideWords.steps.findIndex(({ title }) => said.includes(title));
  };
  const last = demoGuideWords.steps.length - 1;
  // The guide also advances when the first lead arrives.
  for (let at = await step(); at < last; at = await step()) {
    await guide.getByRole("button", { name: demoGuideWords.next }).click();
    await expect.poll(step).toBeGreaterThan(at);
  }
  // The Call button is a phone link. The demo doesn't dial, because Chromium would open its own
  // window.
  await callFirstLead(page);
  // The device remembers the guide's step, and remembers that the guide was closed.
  await page.reload();
  await guide.getByText(demoGuideWords.steps.at(-1)?.title ?? "").waitFor();
  await guide.getByRole("button", { name: demoGuideWords.dismiss }).focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => guide.count()).toBe(0);
  await page.goto(`${product.origin}/demo/lms/profile?page=alerts`);
  await page.getByText(demoDeskWords.accountOff).waitFor();
  await expect.poll(() => guide.count()).toBe(0);
  await page.getByRole("link", { name: "All settings" }).click();
  const pages = page.getByRole("navigation", { name: "Settings" });
  await pages.getByRole("link", { name: /^Hours/ }).click();
  await page.getByRole("form", { name: "Follow-up plan" }).waitFor();
  expect(await page.getByLabel("Current password").count()).toBe(0);
  // A second click opens the same demo again.
  const [before] = await demoIds();
  await page.getByRole("link", { name: demoDeskWords.back }).click();
  await page.waitForURL("**/marketing");
  await press(page);
  expect(await demoIds()).toEqual([before]);
  expect(page.troubles).toEqual([]);
});

test("a demo's start, desk, outbox and end are accessible on a phone and a desktop, in light and dark mode", async () => {
  page = await openPage(browser, { viewport: { width: 320, height: 800 } });
  const expectGood = async (...shown: Locator[]) => {
    // Each page is opened at the width of a phone.
    for (const width of [1440, 320]) {
      await page.setViewportSize({ width, height: 800 });
      for (const one of shown) await one.waitFor();
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
      await expectReadableInDarkMode(page);
      await page.emulateMedia({ colorScheme: "light" });
    }
  };
  const held = Promise.withResolvers<void>();
  await page.route("**/api/demos", async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto(`${product.origin}/demo`);
  await page.getByText(demoStartWords.steps.making).waitFor();
  await expectGood();
  held.resolve();
  await page.waitForURL("**/demo/lms/dashboard");
  await expectGood(
    page.locator("[data-lead]").first(),
    page.getByRole("complementary", { name: demoDeskWords.banner }),
    page.getByRole("region", { name: demoGuideWords.title }),
  );
  await page.goto(`${product.origin}/demo/lms/outbox`);
  await page.getByRole("heading", { level: 1, name: demoDeskWords.outbox }).waitFor();
  await expectGood();
  // Done by keyboard, because a click waits for two frames, and a page without changes may not draw
  // any.
  await page.getByRole("button", { name: demoDeskWords.end }).press("Enter");
  await page.getByRole("heading", { name: demoStartWords.ended.title }).waitFor();
  await expectGood();
  expect(page.troubles).toEqual([]);
});

/** Clicks exactly once, and waits until the first lead is shown. */
async function press(on: Page) {
  await on.getByRole("link", { name: demoStartWords.button }).first().click();
  await on.waitForURL("**/demo/lms/dashboard");
  await on.locator("[data-lead]").first().waitFor();
}

async function callFirstLead(on: Page) {
  const row = on.locator("[data-lead]").filter({ hasText: firstName });
  await row.waitFor();
  const dials = row.getByRole("link", { name: /^Call / });
  await row.locator("[data-call]").or(dials).filter({ visible: true }).click();
  // At night, the desk asks before it calls.
  const outcome = on.locator('[data-outcome="booked"]').first();
  const name = callWarningWords.callAnyway;
  const anyway = on.getByRole("button", { name }).or(on.getByRole("link", { name }));
  await outcome.or(anyway).first().waitFor();
  if (await anyway.isVisible()) await anyway.click();
  await outcome.click();
  await expect.poll(() => bookedIn()).toBe(1);
}

async function bookedIn(): Promise<number> {
  const [id] = await demoIds();
  const { rows } = await product.withTools((tools) =>
    tools.pool.query(
      `select count(*)::int as booked from calls join leads on leads.client_id = calls.client_id
         and leads.id = lead_id where calls.client_id = $1 and first_name = $2 and outcome = 'booked'`,
      [id, first.firstName],
    ),
  );
  return rows[0].booked;
}

async function countRows(which: string): Promise<number> {
  const asked = `select from clients where is_demo and ${which}`;
  return (await product.withTools((tools) => tools.pool.query(asked))).rowCount ?? 0;
}

async function demoIds(): Promise<string[]> {
  const { rows } = await product.withTools((tools) =>
    tools.pool.query("select id from clients where demo_ends_at > now() order by id"),
  );
  return rows.map(({ id }) => id);
}
