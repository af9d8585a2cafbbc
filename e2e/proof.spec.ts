// An export or an erasure in a session from a while ago asks for the password again, once, and for
// the second step if two-step login is on.
import { readFile } from "node:fs/promises";
import { Secret, TOTP } from "otpauth";
import type { Browser } from "playwright-core";
import { afterEach, beforeAll, expect, test } from "vitest";
import { proofMinutes } from "#contract/roles.ts";
import { makeContactRequest, makeInquiry, makeOwner, makePractice } from "#server/db/make.ts";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  expectReadableInDarkMode,
  openBrowser,
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
  // Every prompt for the password starts with a 403 response, which the browser logs.
  expect(page.troubles.filter((trouble) => !/\b(403|422)\b/.test(trouble))).toEqual([]);
  await page.context().close();
});

const title = "Enter your password to continue";

test("an export asks for the password and then downloads; an erasure right after it doesn't ask", async () => {
  const practice = await product.withTools((tools) => makePractice(tools));
  const { lead } = await product.withTools((tools) =>
    makeInquiry(tools, practice.clientId, { firstName: "Marisol", lastName: "Quintero" }),
  );
  page = await openDesk(browser, product.origin, practice, "/lms/figures", phone(320));
  await letTimePass(practice.accountId);
  const link = page.getByRole("link", { name: "Export" });
  await link.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: title });
  await dialog.getByText("It’s been a while since you logged in.", { exact: false }).waitFor();
  await expect.poll(() => page.locator(":focus").getAttribute("name")).toBe("password");
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await expectReadableInDarkMode(page);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  expect(await link.evaluate((element) => element === document.activeElement)).toBe(true);

  await page.keyboard.press("Enter");
  await dialog.getByLabel("Your password").fill("not the password");
  await dialog.getByRole("button", { name: "Continue" }).click();
  await dialog.getByText("Wrong password. Please try again.").waitFor();
  await dialog.getByLabel("Your password").fill(practice.password);
  const waiting = page.waitForEvent("download");
  await page.keyboard.press("Enter");
  const download = await waiting;
  expect(download.suggestedFilename()).toMatch(/^leads-.*\.csv$/);
  expect(await readFile(await download.path(), "utf8")).toContain(",Marisol,Quintero,");
  await dialog.waitFor({ state: "hidden" });

  await erase(lead._id);
  await page.getByText("Erased for good.").waitFor();
  expect(await dialog.count()).toBe(0);
});

test("erasing a lead asks for the password on the lead's page, and nothing is erased without it", async () => {
  const practice = await product.withTools((tools) => makePractice(tools));
  const { lead } = await product.withTools((tools) =>
    makeInquiry(tools, practice.clientId, { firstName: "Marisol", lastName: "Quintero" }),
  );
  page = await openDesk(browser, product.origin, practice, "/lms/dashboard");
  await letTimePass(practice.accountId);
  await erase(lead._id);
  const dialog = page.getByRole("dialog", { name: title });
  await dialog.getByRole("button", { name: "Cancel" }).click();
  const request = page.getByRole("dialog", { name: "Privacy request" });
  await request.getByText(title).waitFor();
  expect(page.url()).toContain("/lms/lead");
  await request.getByRole("button", { name: "Erase for good" }).click();
  await dialog.getByLabel("Your password").fill(practice.password);
  await dialog.getByRole("button", { name: "Continue" }).click();
  await page.waitForURL(/\/lms\/dashboard/);
  await page.getByText("Erased for good.").waitFor();
});

test("an export also asks for a code if an authenticator app is set up, and rejects a used code", async () => {
  const practice = await product.withTools((tools) => makePractice(tools));
  await product.withTools((tools) => makeInquiry(tools, practice.clientId));
  page = await openDesk(
    browser,
    product.origin,
    practice,
    "/lms/profile?page=security",
    phone(320),
  );
  const section = page.getByRole("region", { name: "Two-step login" });
  await section.getByRole("button", { name: "Add an authenticator app" }).click();
  const adding = page.getByRole("dialog", { name: "Add an authenticator app" });
  await adding.getByLabel("Your password").fill(practice.password);
  await adding.getByRole("button", { name: "Continue" }).click();
  await adding.getByRole("img", { name: /QR code/ }).waitFor();
  const secret = (await adding.locator("code").innerText()).replaceAll(" ", "");
  const used = codeOf(secret);
  await adding.getByLabel("The 6-digit code your app shows").fill(used);
  await adding.getByRole("button", { name: "Add app" }).click();
  await page.getByRole("button", { name: "I saved them" }).click();

  await page.goto(`${product.origin}/lms/figures`);
  await page.waitForFunction(() => "isAnswering" in window);
  await letTimePass(practice.accountId);
  await page.getByRole("link", { name: "Export" }).click();
  const dialog = page.getByRole("dialog", { name: title });
  await dialog.getByLabel("Your password").fill(practice.password);
  await dialog.getByRole("button", { name: "Continue" }).click();
  await dialog.getByText("Enter the 6-digit code from your authenticator app.").waitFor();
  await expect.poll(() => page.locator(":focus").getAttribute("name")).toBe("code");
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await dialog.getByLabel("Code").fill(used);
  await dialog.getByRole("button", { name: "Continue" }).click();
  await dialog.getByText("That code didn’t work.", { exact: false }).first().waitFor();
  await dialog.getByLabel("Code").fill(codeOf(secret, 30));
  const waiting = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Continue" }).click();
  await waiting;
});

test("an export of contact requests asks the owner for the password", async () => {
  const owner = await product.withTools((tools) => makeOwner(tools));
  const request = {
    kind: "marketing" as const,
    ...{ fullName: "Ada Lovelace", email: "a@example.com", phone: "(813) 555-0142" },
    finishedAt: new Date(),
  };
  await product.withTools((tools) => makeContactRequest(tools, request));
  page = await openDesk(browser, product.origin, owner, "/admin/requests", phone(320));
  await letTimePass(owner.accountId);
  await page.getByRole("link", { name: "Export" }).click();
  const dialog = page.getByRole("dialog", { name: title });
  await dialog.getByLabel("Your password").fill(owner.password);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const waiting = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Continue" }).click();
  const text = await readFile(await (await waiting).path(), "utf8");
  expect(text).toContain("Ada Lovelace");
});

/** Makes the account's sessions as old as the limit after which the password is needed again. */
async function letTimePass(accountId: string) {
  const provenAt = new Date(Date.now() - proofMinutes * 60_000);
  await product.withTools(({ pool }) =>
    pool.query("update sessions set proven_at = $1 where account_id = $2", [provenAt, accountId]),
  );
}

async function erase(leadId: string) {
  await page.goto(`${product.origin}/lms/lead?id=${leadId}`);
  await page.waitForFunction(() => "isAnswering" in window);
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Privacy request" }).click();
  const dialog = page.getByRole("dialog", { name: "Privacy request" });
  await dialog.getByRole("textbox").fill("Marisol Quintero");
  await dialog.getByRole("button", { name: "Erase for good" }).click();
}

/** Returns the authenticator app's code, `later` seconds from now. */
function codeOf(secret: string, later = 0): string {
  const timestamp = Date.now() + later * 1000;
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
}
