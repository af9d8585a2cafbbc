// More leads than one screen holds: the menu, the counts and the news stay where they can be seen.
import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { makeEnquiry, makeOwner, makePractice } from "#server/db/make.ts";
import { expectAccessible, openBrowser, type WatchedPage } from "./browser.ts";
import { openDesk, phone } from "./desk.ts";
import { type Product, startProduct } from "./product.ts";

let product: Product;
let browser: Browser;
let page: WatchedPage;
let practice: Awaited<ReturnType<typeof makePractice>>;
beforeAll(async () => {
  browser = await openBrowser();
  product = await startProduct({ CAPTCHA_PROVIDER: "off" });
});
beforeEach(async () => {
  practice = await withTools((tools) => makePractice(tools));
});
afterAll(async () => {
  await browser.close();
  await product.stop();
});
afterEach(async () => {
  expect(page.troubles).toEqual([]);
  await page.context().close();
});

test("the menu stays in view while a long list scrolls, and scrolls by itself in a low window", async () => {
  await addLeads(20);
  const big = { viewport: { width: 1440, height: 900 } };
  page = await openDesk(browser, product.origin, practice, "/lms/dashboard?show=20", big);
  const logOut = page.getByRole("link", { name: "Log out" });
  const isInView = async () => {
    const box = await logOut.boundingBox();
    const { height } = page.viewportSize() ?? { height: 0 };
    return box !== null && box.y >= 0 && box.y + box.height <= height;
  };
  expect(await isInView()).toBe(true);
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  expect(await isInView()).toBe(true);
  await page.setViewportSize({ width: 1440, height: 340 });
  expect(await isInView()).toBe(false);
  await logOut.scrollIntoViewIfNeeded();
  expect(await isInView()).toBe(true);

  await page.context().close();
  const owner = await withTools((tools) => makeOwner(tools));
  page = await openDesk(browser, product.origin, owner, "/admin", big);
  await page.evaluate(() => document.querySelector("main")?.style.setProperty("height", "3000px"));
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  expect(await isInView()).toBe(true);
});

function addLeads(count: number): Promise<unknown> {
  return withTools(async (tools) => {
    for (let index = 0; index < count; index += 1) {
      await makeEnquiry(tools, practice.clientId, { firstName: `Number ${index}` });
    }
  });
}

async function withTools<Made>(
  make: (tools: Awaited<ReturnType<Product["tools"]>>) => Promise<Made>,
): Promise<Made> {
  const tools = await product.tools();
  const made = await make(tools);
  await tools.close();
  return made;
}
