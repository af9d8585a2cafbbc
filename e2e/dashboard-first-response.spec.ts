// The dashboard's first response contains what a front desk needs first: the waiting leads, with
// styles.
import type { Browser } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { madePassword, makeInquiry, makePractice } from "#server/db/make.ts";
import { openBrowser, openPage, type WatchedPage } from "./browser.ts";
import { type Product, sharedProduct } from "./product.ts";

let product: Product;
let browser: Browser;
let token: string;
beforeAll(async () => {
  browser = await openBrowser();
  product = await sharedProduct();
  const practice = await product.withTools(async (tools) => {
    const practice = await makePractice(tools);
    await makeInquiry(tools, practice.clientId, { firstName: "Tamika", lastName: "Fitchley" });
    return practice;
  });
  const answer = await fetch(`${product.origin}/api/credentials`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ email: practice.email, password: madePassword }),
  });
  token = ((await answer.json()) as { token: string }).token;
});

test("the dashboard's first response shows the waiting leads before any style sheet or script has loaded", async () => {
  const page = await openSignedIn();
  await page.route("**/assets/**", (route) => route.abort());
  await page.goto(`${product.origin}/lms/dashboard`);
  const row = page.locator("[data-lead]", { hasText: "Tamika Fitchley" });
  expect(await row.isVisible()).toBe(true);
  expect(await row.locator("div").first().evaluate(displayOf)).toBe("grid");
  await page.context().close();
});

test("the dashboard doesn't request style sheets, and the next screen loads its own", async () => {
  const page = await openSignedIn();
  const fetched: string[] = [];
  page.on("request", (request) => {
    // These parts load after the first render, with their own styles.
    const isLater =
      /\/assets\/(alerts|alert-offer|appointment-offer|first-steps|menu|sound-control)-/.test(
        request.url(),
      );
    if (request.resourceType() === "stylesheet" && !isLater) fetched.push(request.url());
  });
  await page.goto(`${product.origin}/lms/dashboard`, { waitUntil: "networkidle" });
  expect(fetched).toEqual([]);

  await page.getByRole("link", { name: "Tamika Fitchley" }).click();
  await page.getByRole("heading", { level: 1, name: /Tamika Fitchley/ }).waitFor();
  await expect.poll(() => fetched.length).toBeGreaterThan(0);
  await page.goBack();
  const row = page.locator("[data-lead]", { hasText: "Tamika Fitchley" });
  expect(await row.locator("div").first().evaluate(displayOf)).toBe("grid");
  expect(page.troubles).toEqual([]);
  await page.context().close();
});

async function openSignedIn(): Promise<WatchedPage> {
  const page = await openPage(browser);
  await page.context().addCookies([{ name: "clientToken", value: token, url: product.origin }]);
  return page;
}

function displayOf(element: Element): string {
  return getComputedStyle(element).display;
}
