// Passkeys: added in the profile, used instead of the password and after it, and removed. A virtual
// authenticator replaces the browser's own dialogs.
import { Secret, TOTP } from "otpauth";
import type { Browser, CDPSession, Page } from "playwright-core";
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
import { type Product, sharedProduct, startProduct } from "./product.ts";

let product: Product;
let browser: Browser;
let page: WatchedPage;
beforeAll(async () => {
  browser = await openBrowser();
  product = await startProduct({ CAPTCHA_PROVIDER: "off" }, { host: "localhost" });
});
afterEach(async () => {
  expect(page.troubles).toEqual([]);
  await page.context().close();
});
afterAll(() => product.stop());

test("a practice can add a passkey, log in with it, use it after a password, and remove it", async () => {
  const practice = await product.withTools((tools) => makePractice(tools));
  page = await openDesk(
    browser,
    product.origin,
    practice,
    "/lms/profile?page=security",
    phone(320),
  );
  const device = await addDevice(page);
  const section = page.getByRole("region", { name: "Two-step login" });
  await section.getByRole("button", { name: "Add a passkey" }).click();
  const dialog = page.getByRole("dialog", { name: "Add a passkey" });
  await dialog.getByText("It logs you in without a password.", { exact: false }).waitFor();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await dialog.getByLabel("Name").fill("Front desk PC");
  await dialog.getByLabel("Your password").fill(practice.password);
  await dialog.getByRole("button", { name: "Continue" }).click();
  const saved = page.getByRole("dialog", { name: "Save your recovery codes" });
  await saved.waitFor();
  const [recoveryCode = ""] = await saved.locator("code").allInnerTexts();
  await saved.getByRole("button", { name: "I saved them" }).click();
  await section.getByText("Front desk PC").waitFor();
  await section.getByText("You can log in with a passkey.", { exact: false }).waitFor();
  await expectReadableInDarkMode(page);
  await expectNoSidewaysScroll(page);

  // From here on this device has a passkey.
  await section.getByRole("button", { name: "Add a passkey" }).click();
  await dialog.getByLabel("Your password").fill(practice.password);
  await dialog.getByRole("button", { name: "Continue" }).click();
  await dialog.getByRole("button", { name: "Use your passkey" }).click();
  await dialog.getByText("This device already has a passkey for your account.").waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).click();

  await leave();
  await expectReadableInDarkMode(page);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await device.isUserVerified(false);
  await page.getByRole("button", { name: "Log in with a passkey" }).click();
  await page.getByText("No passkey was used.", { exact: false }).waitFor();
  await device.isUserVerified(true);
  await page.getByRole("button", { name: "Log in with a passkey" }).click();
  await page.waitForURL(/\/lms\/dashboard/);

  await leave();
  await enterPassword(practice);
  const use = page.getByRole("button", { name: "Use your passkey" });
  await use.waitFor();
  await expect.poll(() => page.locator(":focus").innerText()).toBe("Use your passkey");
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/lms\/dashboard/);

  await leave();
  await enterPassword(practice);
  await page.getByRole("button", { name: "Use a recovery code" }).click();
  await page.getByRole("button", { name: "Back" }).click();
  await page.getByRole("button", { name: "Use a recovery code" }).click();
  await expect.poll(() => page.locator(":focus").getAttribute("name")).toBe("code");
  await expectAccessible(page);
  await page.getByLabel("Recovery code").fill(recoveryCode);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.waitForURL(/\/lms\/dashboard/);

  // Half an hour later an export asks for the password and the passkey again.
  const { accountId } = practice;
  const forget =
    "update sessions set proven_at = now() - interval '30 minutes' where account_id = $1";
  await product.withTools(({ pool }) => pool.query(forget, [accountId]));
  await page.goto(`${product.origin}/lms/figures`);
  await page.getByRole("link", { name: "Export" }).click();
  const asking = page.getByRole("dialog", { name: "Enter your password to continue" });
  await asking.getByLabel("Your password").fill(practice.password);
  await asking.getByRole("button", { name: "Continue" }).click();
  await asking.getByText("Confirm it’s you with your passkey", { exact: false }).waitFor();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const exported = page.waitForEvent("download");
  await asking.getByRole("button", { name: "Use your passkey" }).click();
  await exported;

  await page.goto(`${product.origin}/lms/profile?page=security`);
  await page.getByRole("button", { name: "Remove Front desk PC" }).click();
  const question = page.getByRole("dialog", { name: "Remove Front desk PC?" });
  await question.getByText("This turns two-step login off", { exact: false }).waitFor();
  await question.getByLabel("Your password").fill(practice.password);
  await question.getByRole("button", { name: "Remove", exact: true }).click();
  await question.getByRole("button", { name: "Use your passkey" }).click();
  await section.getByText("Your password is all it takes to log in.", { exact: false }).waitFor();

  await leave();
  await page.getByRole("button", { name: "Log in with a passkey" }).click();
  await page.getByText("That passkey didn’t work.", { exact: false }).waitFor();
  // The browser logs the rejected requests, which are 403 and 401.
  page.troubles.length = 0;
});

test("an owner with an app and a passkey is offered both and logs in with the passkey alone", async () => {
  const owner = await product.withTools((tools) => makeOwner(tools));
  page = await openPage(browser, phone(320));
  await addDevice(page);
  await page.goto(`${product.origin}/admin/sign-in`);
  await addFactors(owner);
  await expectAccessible(page);
  await enterPassword(owner);
  await page.getByText("or use your passkey", { exact: false }).waitFor();
  await expect.poll(() => page.locator(":focus").getAttribute("name")).toBe("code");
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await expectReadableInDarkMode(page);
  await page.getByRole("button", { name: "Use your passkey" }).click();
  await page.waitForURL(/\/admin\/today/);
  await page.context().clearCookies();
  await page.goto(`${product.origin}/admin/sign-in`);
  await page.getByRole("button", { name: "Log in with a passkey" }).click();
  await page.waitForURL(/\/admin\/today/);
  // The browser logs the 403 response that asks for a code.
  page.troubles.length = 0;
});

test("passkeys aren't offered at an IP address, and the profile says why", async () => {
  const plain = await sharedProduct();
  const practice = await plain.withTools((tools) => makePractice(tools));
  page = await openDesk(browser, plain.origin, practice, "/lms/profile?page=security", phone(320));
  const section = page.getByRole("region", { name: "Two-step login" });
  await section.getByText("Passkeys need a site with a domain name", { exact: false }).waitFor();
  expect(await section.getByRole("button", { name: "Add a passkey" }).count()).toBe(0);
  await expectAccessible(page);
  await expectReadableInDarkMode(page);
  for (const path of ["/lms?lo=true", "/admin/sign-in"]) {
    await page.goto(plain.origin + path);
    await page.getByLabel("Password", { exact: true }).waitFor();
    expect(await page.getByRole("button", { name: "Log in with a passkey" }).count()).toBe(0);
  }
});

test("the app doesn't offer passkeys at a URL other than its own, and names the right URL", async () => {
  const practice = await product.withTools((tools) => makePractice(tools));
  const byNumber = product.origin.replace("localhost", "127.0.0.1");
  page = await openDesk(browser, byNumber, practice, "/lms/profile?page=security");
  const section = page.getByRole("region", { name: "Two-step login" });
  await section.getByText(`Passkeys only work at ${product.origin}`, { exact: false }).waitFor();
  await page.goto(`${byNumber}/admin/sign-in`);
  await page.getByRole("button", { name: "Log in with a passkey" }).waitFor({ state: "detached" });
});

/** Adds an authenticator app and a passkey through the API, and leaves the account logged out. */
async function addFactors({ email, password }: { email: string; password: string }) {
  const own = "/api/admins/myself/factors";
  await post("/api/credentials", { email, password });
  const app = await post(`${own}/totp`, { password });
  const code = new TOTP({ secret: Secret.fromBase32(app.secret) }).generate();
  const { recoveryCodes } = await post(`${own}/${app._id}/confirmations`, { code });
  const asked = await page
    .context()
    .request.post(`${product.origin}${own}/passkeys/challenges`, { data: { password } });
  const { challenge } = (await asked.json()).secondFactor;
  const secondStep = { challenge, code: recoveryCodes.at(-1) };
  const options = await post(`${own}/passkeys/challenges`, { password, secondStep });
  const attestation = await page.evaluate(async (json) => {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(json);
    const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
    return made.toJSON();
  }, options);
  await post(`${own}/passkeys`, { challenge: options.challenge, attestation });
  await page.context().clearCookies();
}

async function post(path: string, data: object) {
  const answer = await page.context().request.post(product.origin + path, { data });
  if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`);
  return answer.json();
}

/** Adds a built-in fingerprint reader to this page's browser. */
async function addDevice(ofPage: Page) {
  const session: CDPSession = await ofPage.context().newCDPSession(ofPage);
  await session.send("WebAuthn.enable");
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      ...{ protocol: "ctap2", transport: "internal" },
      ...{ hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
      automaticPresenceSimulation: true,
    },
  });
  return {
    /** Sets whether the reader recognizes the person. */
    isUserVerified: (isUserVerified: boolean) =>
      session.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified }),
  };
}

async function leave() {
  await page.goto(`${product.origin}/lms?lo=true`);
  await page.getByRole("button", { name: "Log in with a passkey" }).waitFor();
}

async function enterPassword({ email, password }: { email: string; password: string }) {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Log in", exact: true }).click();
}
