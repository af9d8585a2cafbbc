// Two-step login: turned on in the profile, required at the next login, and passed with a recovery
// code when the phone is gone.
import { Secret, TOTP } from "otpauth";
import type { Browser, Page } from "playwright-core";
import { afterEach, beforeAll, expect, test } from "vitest";
import { makePractice } from "#server/db/make.ts";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  expectReadableInDarkMode,
  openBrowser,
  openPage,
  type WatchedPage,
} from "./browser.ts";
import { openDesk, phone } from "./desk.ts";
import { type Product, sharedProduct } from "./product.ts";

let product: Product;
let browser: Browser;
let page: WatchedPage;
beforeAll(async () => {
  browser = await openBrowser();
  product = await sharedProduct();
});
afterEach(async () => {
  expect(page.troubles).toEqual([]);
  await page.context().close();
});

test("a login needs the password and a code once an authenticator app is added in the profile", async () => {
  const practice = await product.withTools((tools) => makePractice(tools));
  page = await openDesk(
    browser,
    product.origin,
    practice,
    "/lms/profile?page=security",
    phone(320),
  );
  const section = page.getByRole("region", { name: "Two-step login" });
  await section.getByRole("button", { name: "Add an authenticator app" }).click();
  const dialog = page.getByRole("dialog", { name: "Add an authenticator app" });
  await dialog.getByLabel("Name").fill("Dana’s phone");
  await dialog.getByLabel("Your password").fill(practice.password);
  await dialog.getByRole("button", { name: "Continue" }).click();
  await dialog.getByRole("img", { name: /QR code/ }).waitFor();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const secret = (await dialog.locator("code").innerText()).replaceAll(" ", "");
  await dialog.getByLabel("The 6-digit code your app shows").fill("000000");
  await dialog.getByRole("button", { name: "Add app" }).click();
  await dialog.getByText("That code didn’t work.", { exact: false }).first().waitFor();
  page.troubles.length = 0;
  await dialog.getByLabel("The 6-digit code your app shows").fill(codeOf(secret));
  await dialog.getByRole("button", { name: "Add app" }).click();
  const saved = page.getByRole("dialog", { name: "Save your recovery codes" });
  await saved.waitFor();
  await expectAccessible(page);
  const codes = await saved.locator("code").allInnerTexts();
  const [recoveryCode = ""] = codes;
  await saved.getByRole("button", { name: "I saved them" }).click();
  await section.getByText("Dana’s phone").waitFor();
  await section.getByText("10 recovery codes left.").waitFor();
  await page.context().close();

  page = await openPage(browser);
  await enterPassword(practice);
  await page.getByText("Enter the 6-digit code from your authenticator app.").waitFor();
  await expect.poll(() => page.locator(":focus").getAttribute("name")).toBe("code");
  await expectAccessible(page);
  await page.getByLabel("Code").fill("000000");
  await page.getByRole("button", { name: "Log in" }).click();
  await page.getByText("That code didn’t work.", { exact: false }).first().waitFor();
  // Uses the next code, because the current one was used up in the setup.
  await page.getByLabel("Code").fill(codeOf(secret, 30));
  await page.getByRole("button", { name: "Log in" }).click();
  await page.waitForURL(/\/lms\/dashboard/);
  await page.context().close();

  page = await openPage(browser);
  await enterPassword(practice);
  await page.getByLabel("Code").fill(recoveryCode.toUpperCase());
  await page.getByRole("button", { name: "Log in" }).click();
  await page.waitForURL(/\/lms\/dashboard/);
  await page.goto(`${product.origin}/lms/profile?page=security`);
  await page.getByText("9 recovery codes left.").waitFor();
  await expectReadableInDarkMode(page);
  await removeApp(page, practice.password, codes.at(-1) ?? "");
  await page.getByText("Add a second step so", { exact: false }).waitFor();
  page.troubles.length = 0;
});

async function enterPassword({ email, password }: { email: string; password: string }) {
  await page.goto(`${product.origin}/lms`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.getByLabel("Code").waitFor();
  // The browser logs the 403 that asks for the code.
  page.troubles.length = 0;
}

async function removeApp(page: Page, password: string, recoveryCode: string) {
  await page.getByRole("button", { name: "Remove Dana’s phone" }).click();
  const dialog = page.getByRole("dialog", { name: "Remove Dana’s phone?" });
  await dialog.getByText("This turns two-step login off", { exact: false }).waitFor();
  await dialog.getByLabel("Your password").fill(password);
  await dialog.getByRole("button", { name: "Remove", exact: true }).click();
  await dialog.getByLabel("Code").fill(recoveryCode);
  await dialog.getByRole("button", { name: "Remove", exact: true }).click();
}

/** Returns the authenticator app's code, `later` seconds from now. */
function codeOf(secret: string, later = 0): string {
  const timestamp = Date.now() + later * 1000;
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
}
