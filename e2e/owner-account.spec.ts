// The owner's own account: the reminder about two-step login, devices, another owner who joins and
// is removed, and a helper. Also the devices in a practice's profile.
import { Secret, TOTP } from "otpauth";
import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { makeOwner, makePractice } from "#server/db/make.ts";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  expectReadableInDarkMode,
  openBrowser,
  openPage,
  type WatchedPage,
} from "./browser.ts";
import { openDesk, phone } from "./desk.ts";
import { until } from "./process.ts";
import { type Product, startProduct } from "./product.ts";

const password = "seventeen calm otters";

let product: Product;
let browser: Browser;
const opened: WatchedPage[] = [];
beforeAll(async () => {
  browser = await openBrowser();
  product = await startProduct({ CAPTCHA_PROVIDER: "off" });
});
afterAll(() => product.stop());
afterEach(async () => {
  for (const page of opened.splice(0)) await page.context().close();
});

test("the Today page asks the owner to turn on two-step login until it's on", async () => {
  const owner = await product.withTools((tools) => makeOwner(tools));
  const page = await open(openDesk(browser, product.origin, owner, "/admin/today", phone(320)));
  const reminder = page.getByRole("region", { name: "Turn on two-step login" });
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await expectReadableInDarkMode(page);
  await reminder.getByRole("link", { name: "Turn it on" }).click();
  await page.waitForURL(`${product.origin}/admin/account#two-step-login`);
  const section = page.getByRole("region", { name: "Two-step login" });
  await section.getByRole("button", { name: "Add an authenticator app" }).click();
  const dialog = page.getByRole("dialog", { name: "Add an authenticator app" });
  await dialog.getByLabel("Your password").fill(owner.password);
  await dialog.getByRole("button", { name: "Continue" }).click();
  await dialog.getByRole("img", { name: /QR code/ }).waitFor();
  const secret = (await dialog.locator("code").innerText()).replaceAll(" ", "");
  await dialog.getByLabel("The 6-digit code your app shows").fill(codeOf(secret));
  await dialog.getByRole("button", { name: "Add app" }).click();
  await page.getByRole("button", { name: "I saved them" }).click();
  await section.getByText("10 recovery codes left.").waitFor();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.goto(`${product.origin}/admin/today`);
  await page.getByRole("heading", { name: "Needs your attention" }).waitFor();
  expect(await reminder.count()).toBe(0);
  expect(page.troubles).toEqual([]);

  const again = await open(openPage(browser));
  await enter(again, owner);
  await again.getByLabel("Code").fill(codeOf(secret, 30));
  await again.getByRole("button", { name: "Log in" }).click();
  await again.waitForURL(/\/admin\/today/);
});

test("an owner is emailed about a new device and can log out every other device", async () => {
  const owner = await product.withTools((tools) => makeOwner(tools));
  const page = await open(openDesk(browser, product.origin, owner, "/admin/today"));
  const elsewhere = await open(openPage(browser));
  await enter(elsewhere, owner);
  await elsewhere.waitForURL(/\/admin\/today/);
  await until(() => mailsTo(owner.email, "New login to your account").length === 1);
  const [report] = mailsTo(owner.email, "New login to your account");
  expect(report?.text).toContain("Chrome on Linux");
  expect(report?.text).toContain("127.0.0.1");

  await page.getByRole("link", { name: "Account" }).click();
  const devices = page.getByRole("region", { name: "Devices" });
  await devices.getByText("In use now, from 127.0.0.1").waitFor();
  const rows = await devices.getByRole("listitem").allInnerTexts();
  expect(rows).toEqual([
    expect.stringContaining("this device"),
    expect.stringMatching(/Last used .* from 127\.0\.0\.1/),
  ]);
  await devices.getByRole("button", { name: "Log out everywhere else" }).click();
  const question = page.getByRole("dialog", { name: "Log out everywhere else?" });
  await expectAccessible(page);
  await question.getByRole("button", { name: "Log out everywhere else" }).click();
  await page.getByText("Every other device is logged out.").waitFor();
  await expect.poll(() => devices.getByRole("listitem").count()).toBe(1);
  expect(await devices.getByRole("button", { name: "Log out everywhere else" }).count()).toBe(0);
  await elsewhere.goto(`${product.origin}/admin/today`);
  await elsewhere.waitForURL(/\/admin\/sign-in/);
  // A browser that was logged out by another device counts as new again.
  await enter(elsewhere, owner);
  await elsewhere.waitForURL(/\/admin\/today/);
  await until(() => mailsTo(owner.email, "New login to your account").length === 2);
  expect(page.troubles).toEqual([]);
});

test("an owner can be invited, join, and be removed; inviting and removing require the password", async () => {
  const owner = await product.withTools((tools) => makeOwner(tools));
  const email = "lena.fuentes@example.com";
  const page = await open(openDesk(browser, product.origin, owner, "/admin/account#owners"));
  const owners = page.getByRole("region", { name: "Owners" });
  await owners.getByRole("button", { name: "Invite a person" }).click();
  const dialog = page.getByRole("dialog", { name: "Invite a person" });
  await dialog.getByLabel("Email").fill(email);
  await dialog.getByLabel("Role").selectOption("Owner");
  await dialog.getByLabel("Your password").fill("not the password");
  await dialog.getByRole("button", { name: "Send invitation" }).click();
  await dialog.getByText("Wrong password. Please try again.").first().waitFor();
  page.troubles.length = 0;
  await expectAccessible(page);
  await dialog.getByLabel("Your password").fill(owner.password);
  await dialog.getByRole("button", { name: "Send invitation" }).click();
  await owners.getByRole("button", { name: `Cancel invitation to ${email}` }).waitFor();
  await expectAccessible(page);
  await until(() => mailsTo(owner.email, "Someone was invited").length === 1);

  const other = await open(openPage(browser, phone(320)));
  await other.goto(await linkTo(email));
  await other.getByText("Olive Owner invited you to the owner’s console.").waitFor();
  await expect.poll(() => new URL(other.url()).search).toBe("");
  await expectAccessible(other);
  await expectNoSidewaysScroll(other);
  await expectReadableInDarkMode(other);
  await other.getByLabel("First name").fill("Lena");
  await other.getByLabel("Last name").fill("Fuentes");
  await other.getByLabel("Password", { exact: true }).fill(password);
  await other.getByLabel("Confirm password").fill(password);
  await other.getByRole("button", { name: "Create account" }).click();
  await other.getByText("Your account is ready").waitFor();
  await other.getByRole("link", { name: "Log in" }).click();
  await logIn(other, { email, password });
  await other.waitForURL(/\/admin\/today/);
  await other.goto(`${product.origin}/admin/account`);
  await other.getByRole("button", { name: "Remove Olive Owner" }).first().waitFor();
  await expectAccessible(other);
  await expectNoSidewaysScroll(other);
  expect(other.troubles).toEqual([]);

  await page.reload();
  await owners.getByRole("button", { name: "Remove Lena Fuentes" }).click();
  const question = page.getByRole("dialog", { name: "Remove Lena Fuentes?" });
  await question.getByLabel("Your password").fill(owner.password);
  await expectAccessible(page);
  await question.getByRole("button", { name: "Remove", exact: true }).click();
  await page.getByText("Removed. They’re logged out on every device.").waitFor();
  await until(() => mailsTo(owner.email, "An owner was removed").length === 1);
  await other.goto(`${product.origin}/admin/today`);
  await other.waitForURL(/\/admin\/sign-in/);
  await logIn(other, { email, password });
  await other.getByText("You no longer have access to the console.").first().waitFor();
  expect(page.troubles).toEqual([]);
});

test("a helper joins and sees contact requests and campaigns, but no practices", async () => {
  const owner = await product.withTools(async (tools) => {
    await makePractice(tools, { name: "Pelican Dental" });
    return makeOwner(tools);
  });
  const email = "hana.sato@example.com";
  const page = await open(openDesk(browser, product.origin, owner, "/admin/account#owners"));
  const owners = page.getByRole("region", { name: "Owners" });
  await owners.getByRole("button", { name: "Invite a person" }).click();
  const dialog = page.getByRole("dialog", { name: "Invite a person" });
  await dialog.getByLabel("Email").fill(email);
  await dialog.getByLabel("Role").selectOption("Helper");
  await dialog.getByLabel("Your password").fill(owner.password);
  await dialog.getByRole("button", { name: "Send invitation" }).click();
  await owners.getByRole("button", { name: `Cancel invitation to ${email}` }).waitFor();

  const helper = await open(openPage(browser));
  await helper.goto(await linkTo(email));
  await helper.getByText("Olive Owner invited you to the owner’s console as a helper.").waitFor();
  await helper.getByLabel("First name").fill("Ines");
  await helper.getByLabel("Last name").fill("Sato");
  await helper.getByLabel("Password", { exact: true }).fill(password);
  await helper.getByLabel("Confirm password").fill(password);
  await helper.getByRole("button", { name: "Create account" }).click();
  await helper.getByRole("link", { name: "Log in" }).click();
  await logIn(helper, { email, password });
  await helper.waitForURL(/\/admin\/today/);
  await helper.getByRole("heading", { name: "Needs your attention" }).waitFor();
  expect(await helper.getByText("Pelican Dental").count()).toBe(0);
  await expectAccessible(helper);
  await expectNoSidewaysScroll(helper);
  const menu = helper.getByRole("navigation", { name: "Main", exact: true });
  const places = ["Today", "Contact requests", "Calls", "Campaigns", "Templates", "Account"];
  expect(await menu.getByRole("link").allInnerTexts()).toEqual(
    places.map((name) => expect.stringContaining(name)),
  );
  expect(helper.troubles).toEqual([]);

  await helper.goto(`${product.origin}/admin/practices`);
  await helper.getByText("Your role doesn’t include this page. Ask an owner.").waitFor();
  await expectAccessible(helper);
  // A practice's screen redirects the helper to the login page, which must not redirect back.
  await helper.goto(`${product.origin}/lms/dashboard?client=${crypto.randomUUID()}`);
  await helper.waitForURL(/\/admin\/today/);
  // The browser logs the request for the page that was rejected.
  helper.troubles.length = 0;

  await page.reload();
  await owners.getByRole("combobox", { name: "Role of Ines Sato" }).selectOption("Owner");
  await page.getByText("They’re an owner now.").first().waitFor();
  await helper.reload();
  await helper.getByRole("link", { name: "Pelican Dental" }).first().waitFor();
  expect(page.troubles).toEqual([]);
});

test("an invalid invitation says to ask the owner for a new one", async () => {
  const page = await open(openPage(browser));
  await page.goto(`${product.origin}/admin/join?t=made-up`);
  await page.getByText("Ask the owner who sent it for a new one").waitFor();
  await expectAccessible(page);
});

test("on a narrow phone, someone at a practice can log out one other device, then all others", async () => {
  const practice = await product.withTools((tools) => makePractice(tools));
  const path = "/lms/profile?page=security";
  const page = await open(openDesk(browser, product.origin, practice, path, phone(320)));
  const [first, second] = [await open(openPage(browser)), await open(openPage(browser))];
  for (const elsewhere of [first, second]) {
    await elsewhere.goto(`${product.origin}/lms`);
    await logIn(elsewhere, practice);
    await elsewhere.waitForURL(/\/lms\/dashboard/);
  }
  await page.reload();
  const devices = page.getByRole("region", { name: "Devices" });
  await devices.getByText("this device").waitFor();
  await expect.poll(() => devices.getByRole("listitem").count()).toBe(3);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await devices
    .getByRole("button", { name: /^Log out Chrome/ })
    .first()
    .click();
  await page.getByText("That device is logged out.").waitFor();
  await expect.poll(() => devices.getByRole("listitem").count()).toBe(2);
  const loggedOut = () => [first, second].filter((one) => /\/lms\?/.test(one.url())).length;
  await expect.poll(loggedOut).toBe(1);
  await devices.getByRole("button", { name: "Log out everywhere else" }).click();
  const question = page.getByRole("dialog", { name: "Log out everywhere else?" });
  await question.getByRole("button", { name: "Log out everywhere else" }).click();
  await expect.poll(() => devices.getByRole("listitem").count()).toBe(1);
  // Their open dashboards are logged out without interaction, because their event streams end.
  for (const elsewhere of [first, second]) await elsewhere.waitForURL(/\/lms\?/);
  expect(page.troubles).toEqual([]);
});

async function open(page: Promise<WatchedPage>): Promise<WatchedPage> {
  const made = await page;
  opened.push(made);
  return made;
}

async function enter(page: WatchedPage, who: { email: string; password: string }) {
  await page.goto(`${product.origin}/admin/sign-in`);
  await logIn(page, who);
}

async function logIn(page: WatchedPage, who: { email: string; password: string }) {
  await page.getByLabel("Email").fill(who.email);
  await page.getByLabel("Password", { exact: true }).fill(who.password);
  await page.getByRole("button", { name: "Log in" }).click();
}

function mailsTo(email: string, subject: string) {
  return product.mails.filter(
    (mail) => mail.to?.[0]?.address === email && mail.subject?.startsWith(subject),
  );
}

async function linkTo(email: string): Promise<string> {
  const find = () =>
    product.mails
      .filter((mail) => mail.to?.[0]?.address === email)
      .map((mail) => /http:\S+\/admin\/join\?t=[\w-]{43}/.exec(mail.text ?? "")?.[0])
      .findLast(Boolean);
  await until(() => find() !== undefined);
  return find() ?? "";
}

/** Returns the authenticator app's code, `later` seconds from now. */
function codeOf(secret: string, later = 0): string {
  const timestamp = Date.now() + later * 1000;
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
}
