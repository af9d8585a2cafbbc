// Two tabs of one browser share the storage for calls that haven't been sent.
import type { Browser, Page } from "playwright-core";
import { afterEach, beforeAll, expect, inject, test } from "vitest";
import { makeInquiry, makePractice } from "#server/db/make.ts";
import { openBrowser, type WatchedPage } from "./browser.ts";
import { openDesk } from "./desk.ts";
import { type Product, sharedProduct } from "./product.ts";

let product: Product;
let browser: Browser;
let page: WatchedPage;
beforeAll(async () => {
  browser = await openBrowser();
  product = await sharedProduct();
});
afterEach(async () => {
  await page.context().close();
});

/** The number of batches; every second batch is made offline. */
const batches = inject("isLong") ? 10 : 2;
/** The number of calls in each batch. */
const size = inject("isLong") ? 20 : 10;

test("calls recorded in two tabs, online and offline, are neither lost nor duplicated", async () => {
  const practice = await product.withTools((tools) => makePractice(tools));
  page = await openDesk(browser, product.origin, practice, "/lms/dashboard");
  const context = page.context();
  const tabs = [page, await context.newPage()];
  const recorded = () => countCalls(practice.clientId);
  for (let batch = 0; batch < batches; batch += 1) {
    const leads = await addLeads(practice.clientId, `Batch${batch}`, size);
    for (const tab of tabs) {
      await tab.goto(`${product.origin}/lms/dashboard?q=Batch${batch}&show=20`);
      await expect.poll(() => tab.title()).toMatch(/^\(\d/);
    }
    await context.setOffline(batch % 2 === 1);
    await Promise.all(
      tabs.map((tab, at) =>
        callEach(
          tab,
          leads.filter((_, index) => index % 2 === at),
        ),
      ),
    );
    await context.setOffline(false);
    const all = size * (batch + 1);
    await expect.poll(recorded).toEqual({ calls: all, leads: all, outcomes: all });
  }
}, 600_000);

/**
 * Calls each lead and records an outcome, as fast as the page can, in a race with the other tab.
 */
async function callEach(tab: Page, leads: string[]): Promise<void> {
  await tab.evaluate(async (ids) => {
    for (const id of ids) {
      const row = `[data-lead="${id}"]`;
      document.querySelector<HTMLElement>(`${row} [data-call]`)?.click();
      const outcome = `${row} [data-outcome="voicemail"]`;
      while (!document.querySelector(outcome)) {
        await new Promise((resolve) => setTimeout(resolve));
      }
      document.querySelector<HTMLElement>(outcome)?.click();
    }
  }, leads);
}

function addLeads(clientId: string, firstName: string, count: number): Promise<string[]> {
  return product.withTools(async (tools) => {
    const made: string[] = [];
    while (made.length < count) {
      const { lead } = await makeInquiry(tools, clientId, { firstName });
      made.push(lead._id);
    }
    return made;
  });
}

function countCalls(clientId: string) {
  return product.withTools(async ({ pool }) => {
    const { rows } = await pool.query(
      `select count(*)::int calls, count(distinct lead_id)::int leads, count(outcome)::int outcomes
       from calls where client_id = $1`,
      [clientId],
    );
    return rows[0];
  });
}
