// A practice without a website links to its form on our site, where a visitor's browser doesn't run
// scripts.
import type { Browser } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { makeFormSource, makePractice } from "#server/db/make.ts";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  expectReadableInDarkMode,
  openBrowser,
  openPage,
} from "./browser.ts";
import { type Product, sharedProduct } from "./product.ts";

let product: Product;
let browser: Browser;
let address: string;
beforeAll(async () => {
  browser = await openBrowser();
  product = await sharedProduct();
  address = await product.withTools(async (tools) => {
    const { clientId } = await makePractice(tools, { name: "Gulf Dental" });
    return `${product.origin}/f/${(await makeFormSource(tools, clientId)).formKey}`;
  });
});

test("a hosted form fits a phone, and axe finds no problems in light or dark mode", async () => {
  const page = await openPage(browser, { viewport: { width: 320, height: 640 } });
  const answer = await page.goto(address);
  expect(answer?.status()).toBe(200);
  await page.getByRole("heading", { name: "Gulf Dental" }).waitFor();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await expectReadableInDarkMode(page);
  expect(await page.context().cookies()).toEqual([]);
  expect(page.troubles).toEqual([]);
  await page.context().close();
});

test("a visitor can send a hosted form without JavaScript and is thanked", async () => {
  const page = await openPage(browser, { javaScriptEnabled: false });
  await page.goto(address);
  await page.getByLabel("Name").fill("Ada King");
  await page.getByLabel("Phone").fill("(813) 555-0188");
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByRole("heading", { name: "Thank you" }).waitFor();
  await page.getByText("Gulf Dental got your message").waitFor();
  expect(page.url()).toBe(`${address}?sent=1`);
  await page.context().close();
});

test("an unknown form's page says that it doesn't exist", async () => {
  const answer = await fetch(`${product.origin}/f/nobody`);
  expect([answer.status, await answer.text()]).toEqual([
    404,
    expect.stringContaining("This form isn’t available"),
  ]);
});
