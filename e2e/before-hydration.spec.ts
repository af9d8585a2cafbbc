// On a slow connection a screen is visible before its scripts have loaded. Input that comes before
// then takes effect afterward.
import type { Browser } from "playwright-core";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { makeInquiry, makePractice } from "#server/db/make.ts";
import { openBrowser } from "./browser.ts";
import { openDesk } from "./desk.ts";
import { type Product, sharedProduct } from "./product.ts";

let product: Product;
let browser: Browser;
let practice: Awaited<ReturnType<typeof makePractice>>;
beforeAll(async () => {
  [browser, product] = await Promise.all([openBrowser(), sharedProduct()]);
});
beforeEach(async () => {
  practice = await product.withTools((tools) => makePractice(tools));
  await product.withTools((tools) =>
    makeInquiry(tools, practice.clientId, { firstName: "Tamika", lastName: "Fitchley" }),
  );
});

test("a button and a choice clicked before the scripts have loaded take effect once they have", async () => {
  const { page, loadScripts } = await openWithoutScripts();
  const row = page.locator("[data-lead]", { hasText: "Tamika Fitchley" });
  await page.getByRole("radio", { name: "Business hours" }).click();
  await row.getByRole("button", { name: /I’m calling/ }).click();
  loadScripts();
  await page.getByText("How did the call").waitFor();
  await page.waitForURL(/reading=open/);
  await page.getByRole("radio", { name: "Business hours", checked: true }).waitFor();
  expect(page.troubles).toEqual([]);
  await page.context().close();
});

test("a period that is chosen before the scripts have loaded is shown once they have", async () => {
  const { page, loadScripts } = await openWithoutScripts();
  await page.getByLabel("Period").selectOption("Today");
  loadScripts();
  await page.waitForURL(/period=today/);
  expect(page.troubles).toEqual([]);
  await page.context().close();
});

test("a profile button that is clicked before the scripts have loaded takes effect once they have", async () => {
  const other = await openDesk(browser, product.origin, practice, "/lms/profile");
  const { page, loadScripts } = await openWithoutScripts("/lms/profile?page=security");
  await page.getByRole("button", { name: /^Log out Chrome/ }).click();
  loadScripts();
  await page.getByText("That device is logged out.").waitFor();
  await other.context().close();
  await page.context().close();
});

test("a search that is typed before the scripts have loaded runs once they have, and the cursor doesn't move", async () => {
  const { page, loadScripts } = await openWithoutScripts("/lms/archive");
  const box = page.getByLabel("Search by name, email or phone");
  await box.pressSequentially("Tka");
  for (let left = 0; left < 2; left += 1) await box.press("ArrowLeft");
  loadScripts();
  await page.waitForURL(/q=Tka/);
  await box.pressSequentially("ami");
  await page.waitForURL(/q=Tamika/);
  expect(page.troubles).toEqual([]);
  await page.context().close();
});

test("a shortcut that is pressed before the scripts have loaded takes effect once they have", async () => {
  const { page, loadScripts } = await openWithoutScripts();
  await page.keyboard.press("c");
  loadScripts();
  await page.getByText("How did the call").waitFor();
  expect(page.troubles).toEqual([]);
  await page.context().close();
});

test("the palette opens if its shortcut is pressed before the scripts have loaded, and typing in it doesn't call a lead", async () => {
  const { page, loadScripts } = await openWithoutScripts();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("c");
  loadScripts();
  await page.getByRole("combobox", { name: "Screen, name or number" }).fill("fitch");
  await page.getByRole("option", { name: /Tamika Fitchley/ }).waitFor();
  expect(await page.getByText("How did the call").count()).toBe(0);
  expect(page.troubles).toEqual([]);
  await page.context().close();
});

test("an arrow key that is pressed on a tab before the scripts have loaded takes effect once they have", async () => {
  const { page, loadScripts } = await openWithoutScripts("/lms/recover");
  await page.context().clearCookies();
  await page.goto(`${product.origin}/lms`, { waitUntil: "domcontentloaded" });
  await page.getByRole("tab", { name: "Log in" }).focus();
  await page.keyboard.press("ArrowRight");
  loadScripts();
  await page.getByRole("tab", { name: "Register", selected: true }).waitFor();
  expect(page.troubles).toEqual([]);
  await page.context().close();
});

test("a login that is sent before the scripts have loaded logs in", async () => {
  const { page, loadScripts } = await openWithoutScripts("/lms/recover");
  await page.context().clearCookies();
  await page.goto(`${product.origin}/lms`, { waitUntil: "domcontentloaded" });
  await page.getByLabel("Email").fill(practice.email);
  await page.getByLabel("Password", { exact: true }).fill(practice.password);
  await page.getByLabel("Password", { exact: true }).press("Enter");
  loadScripts();
  await page.waitForURL(`${product.origin}/lms/dashboard`);
  expect(page.troubles).toEqual([]);
  await page.context().close();
});

async function openWithoutScripts(path = "/lms/dashboard") {
  const page = await openDesk(browser, product.origin, practice, "/lms/template");
  const scripts = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", async (route) => {
    await scripts.promise;
    await route.continue();
  });
  await page.goto(product.origin + path, { waitUntil: "domcontentloaded" });
  return { page, loadScripts: scripts.resolve };
}
