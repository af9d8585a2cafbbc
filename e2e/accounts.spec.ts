// A practice registers by keyboard, is approved in the console, logs in, saves its profile, and
// resets its password with the link from the email that was sent.
import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { makeOwner, makePractice } from "#server/db/make.ts";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  openBrowser,
  openPage,
  type WatchedPage,
} from "./browser.ts";
import { until } from "./process.ts";
import { type Product, startProduct } from "./product.ts";
import { sample } from "./sample.ts";

const password = "seventeen calm otters";

let product: Product;
let browser: Browser;
let page: WatchedPage;
let owner: Awaited<ReturnType<typeof makeOwner>>;
beforeAll(async () => {
  browser = await openBrowser();
  product = await startProduct();
  owner = await product.withTools((tools) => makeOwner(tools));
});
afterAll(() => product.stop());
afterEach(async () => {
  await page.context().close();
});

test("a practice registers by keyboard, is approved, logs in, saves its profile, and resets its password", async () => {
  const email = "priya.raman@example.com";
  page = await openPage(browser);
  await page.goto(`${product.origin}/lms`);
  await page.getByRole("tab", { name: "Log in" }).focus();
  await page.keyboard.press("ArrowRight");
  await page.getByRole("tab", { name: "Register", selected: true }).waitFor();
  await page
    .getByText("Please make sure you already spoke to the owner about registering")
    .waitFor();
  await expectAccessible(page);
  for (const words of ["Priya", "Raman", email, "Bayshore Smiles", "8135550142"]) {
    await tabAndType(words);
  }
  await expect.poll(() => page.getByLabel("Phone").inputValue()).toBe("(813) 555-0142");
  // This Tab passes the privacy link in the phone field's consent sentence.
  await page.keyboard.press("Tab");
  for (const words of ["1 Bayshore Boulevard", "", "Tampa", "Florida", "33606"]) {
    await tabAndType(words);
  }
  await expect.poll(() => page.getByLabel("State").inputValue()).toBe("FL");
  for (const words of [password, "something else", owner.adminCode]) await tabAndType(words);
  await page.keyboard.press("Enter");
  await page.getByRole("alert").getByText("Passwords don't match").waitFor();
  await page.getByText("These don’t match.").waitFor();
  await expectAccessible(page);
  await page.getByLabel("Confirm Password").fill(password);
  await page.keyboard.press("Enter");

  const dialog = page.getByRole("dialog", { name: "Success!" });
  await dialog.waitFor();
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "hidden" });
  await expect.poll(() => focusedName()).toBe("email");

  await fillSignIn(email, password);
  await page.getByRole("alert").getByText("Error", { exact: true }).waitFor();
  await page.getByText("waiting for approval").first().waitFor();
  expect(page.troubles.filter((trouble) => !trouble.includes("403"))).toEqual([]);

  const confirmLink = await linkTo(email, "/lms/confirm");
  await page.goto(confirmLink);
  await expect.poll(() => new URL(page.url()).search).toBe("");
  await expectAccessible(page);
  await page.getByLabel("Password").fill("not what was registered");
  await page.keyboard.press("Enter");
  await page.getByText("If we invited you, use the link in your invitation instead").waitFor();
  await page.getByLabel("Password").fill(password);
  await page.keyboard.press("Enter");
  await page.getByText("Your email address is confirmed").waitFor();

  await approve("Bayshore Smiles");
  await until(() => subjectsTo(email).includes("Your account is ready"));

  await page.goto(`${product.origin}/lms?next=%2Flms%2Fprofile`);
  await fillSignIn(email, password);
  await page.waitForURL(`${product.origin}/lms/profile`);
  await expectAccessible(page);
  const information = page.getByRole("form", { name: "User information" });
  await information.getByLabel("Practice").fill("Gulf Smiles");
  await information.getByLabel("Address 2").fill("Suite 4");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("status").getByText("Saved.").waitFor();
  await page.reload();
  expect(await information.getByLabel("Practice").inputValue()).toBe("Gulf Smiles");
  expect(await information.getByLabel("Address 2").inputValue()).toBe("Suite 4");

  const elsewhere = await openPage(browser);
  await elsewhere.goto(`${product.origin}/lms/recover`);
  await elsewhere.getByLabel("Email").fill(email);
  await elsewhere.getByRole("button", { name: "Send link" }).click();
  const sent = elsewhere.getByRole("dialog", { name: "Message Sent" });
  await sent.waitFor();
  await expectAccessible(elsewhere);
  const resetLink = await linkTo(email, "/lms/recover");
  await elsewhere.goto(resetLink);
  await expect.poll(() => elsewhere.url()).toBe(`${product.origin}/lms/recover`);
  const set = elsewhere.getByRole("button", { name: "Set password" });
  expect(await set.isDisabled()).toBe(true);
  await elsewhere.getByLabel("New password", { exact: true }).fill("nineteen brown bears");
  expect(await set.isDisabled()).toBe(true);
  await elsewhere.getByLabel("Confirm new password").fill("nineteen brown");
  await elsewhere.getByText("These don’t match.").waitFor();
  expect(await set.isDisabled()).toBe(true);
  await expectAccessible(elsewhere);
  await elsewhere.getByLabel("Confirm new password").fill("nineteen brown bears");
  await elsewhere.keyboard.press("Enter");
  await elsewhere.getByRole("dialog", { name: "Password set" }).waitFor();
  await elsewhere.keyboard.press("Enter");
  await elsewhere.waitForURL(`${product.origin}/lms`);
  expect(elsewhere.troubles).toEqual([]);

  // The reset logged out the session that was open the whole time.
  await page.goto(`${product.origin}/lms/profile`);
  expect(new URL(page.url()).pathname).toBe("/lms");

  await elsewhere.goto(resetLink);
  await elsewhere.getByLabel("New password", { exact: true }).fill("twenty green geckos");
  await elsewhere.getByLabel("Confirm new password").fill("twenty green geckos");
  await elsewhere.keyboard.press("Enter");
  await elsewhere.getByText("This link has expired.").first().waitFor();
  await elsewhere.getByRole("link", { name: "Get a new link" }).click();
  await elsewhere.getByRole("button", { name: "Send link" }).waitFor();
  await elsewhere.context().close();
});

test("an error from the server is shown on the registration form, and its field gets focus", async () => {
  page = await openPage(browser);
  await page.goto(`${product.origin}/lms?tab=register`);
  await fillRegistration();
  await page.getByLabel("Registration code").fill("guessed");
  await page.getByRole("button", { name: "Register" }).click();
  await page.getByText("Error 422").waitFor();
  await page.getByText("That code isn’t valid. Please ask us for the right one.").waitFor();
  await expect.poll(() => focusedName()).toBe("admin_id");
  await page.reload();
  await expect.poll(() => page.getByLabel("City").inputValue()).toBe("Tampa");
  expect(await page.getByLabel("Password", { exact: true }).inputValue()).toBe("");
});

test("a state must be chosen to register, and the errors fit a phone", async () => {
  page = await openPage(browser, { viewport: { width: 320, height: 640 } });
  await page.goto(`${product.origin}/lms?tab=register`);
  const state = page.getByLabel("State");
  expect(await state.inputValue()).toBe("");
  await page.getByLabel("First name").press("Enter");
  await expect.poll(() => state.getAttribute("aria-invalid")).toBe("true");
  await page.getByText("Please fill this in.").first().waitFor();
  await expectNoSidewaysScroll(page);
});

test("mismatched passwords show a single popup, and none while one password is missing", async () => {
  page = await openPage(browser);
  await page.goto(`${product.origin}/lms?tab=register`);
  const [first, again] = [
    page.getByLabel("Password", { exact: true }),
    page.getByLabel("Confirm Password"),
  ];
  const popups = page.getByRole("alert").getByText("Passwords don't match");
  await first.press("Enter");
  await expect.poll(() => page.getByText("Please fill this in.").count()).toBeGreaterThan(2);
  expect(await popups.count()).toBe(0);
  await again.fill(password);
  await again.press("Enter");
  expect(await popups.count()).toBe(0);
  await first.fill("something else");
  await again.press("Enter");
  await popups.waitFor();
  await again.press("Enter");
  await again.press("Enter");
  expect(await popups.count()).toBe(1);
});

test("the selected tab of the login page stays selected after a reload", async () => {
  page = await openPage(browser);
  await page.goto(`${product.origin}/lms?next=%2Flms%2Fprofile`);
  for (const name of ["Register", "Log in"]) {
    await page.getByRole("tab", { name }).click();
    await page.reload();
    await page.getByRole("tab", { name, selected: true }).waitFor();
  }
  expect(new URL(page.url()).search).toBe("?next=%2Flms%2Fprofile");
});

const popups = [
  {
    whose: "a wrong password",
    seconds: 3,
    path: "/lms",
    press: "Log in",
    fill: () => fillSignInWords("nobody.known@example.com", password),
    title: "Error",
  },
  {
    whose: "a link that couldn't be sent",
    seconds: 5,
    path: "/lms/recover",
    press: "Send link",
    fill: async () => {
      await page.getByLabel("Email").fill("nobody.known@example.com");
      await page.route("**/api/credentials/recover", (route) => route.abort());
    },
    title: "Error",
  },
  {
    whose: "two different passwords",
    seconds: 3,
    path: "/lms?tab=register",
    press: "Register",
    fill: () => fillRegistration({ again: "seventeen calm others" }),
    title: "Passwords don't match",
  },
  {
    whose: "an invalid link",
    seconds: 2,
    path: "/lms/recover?t=a-link",
    press: "Set password",
    fill: async () => {
      await page.getByLabel("New password", { exact: true }).fill(password);
      await page.getByLabel("Confirm new password").fill(password);
    },
    title: "Error",
  },
];

test.each(sample(popups, 2))(
  "the popup about $whose is shown for $seconds seconds",
  async ({ seconds, path, press, fill, title }) => {
    page = await openPage(browser);
    await page.goto(product.origin + path);
    await fill();
    const button = page.getByRole("button", { name: press });
    await expect.poll(() => button.isEnabled()).toBe(true);
    // From here on the test advances the page's clock.
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await button.press("Enter");
    const popup = page.getByRole("alert").filter({ hasText: title });
    await popup.waitFor();
    await page.clock.runFor(seconds * 1000 - 1);
    expect(await popup.isVisible()).toBe(true);
    await page.clock.runFor(1);
    await popup.waitFor({ state: "detached" });
  },
);

test("business hours with a break and a holiday are saved, and their form fits a phone", async () => {
  const practice = await makeDesk("Early Birds");
  page = await openPage(browser);
  await signInTo("/lms/profile?page=hours", practice);
  const hours = page.getByRole("form", { name: "Business hours" });
  await hours.getByLabel("Time zone").selectOption({ label: "Central" });
  const monday = hours.getByRole("group", { name: "Monday" });
  await monday.getByLabel("Closes").fill("18:30");
  await monday.getByRole("button", { name: "Add a break" }).click();
  expect(await monday.getByLabel("Closes").inputValue()).toBe("18:30");
  await monday.getByLabel("Break starts").fill("20:00");
  await hours.getByRole("checkbox", { name: "Saturday" }).check();
  await hours.getByRole("button", { name: "Add a holiday" }).click();
  await hours.getByLabel("Date").fill("2026-12-25");
  await hours.getByLabel("Name").fill("Christmas");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await hours.getByText("These hours overlap the ones above.").waitFor();
  await expectAccessible(page);
  const usual = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  if (usual) await page.setViewportSize(usual);
  await monday.getByLabel("Break starts").fill("12:30");
  await monday.getByRole("button", { name: "Copy to all open days" }).click();
  const friday = hours.getByRole("group", { name: "Friday" });
  expect(await friday.getByLabel("Break starts").inputValue()).toBe("12:30");
  expect(await friday.getByLabel("Closes").inputValue()).toBe("18:30");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("The new hours apply").waitFor();
  await page.addInitScript(() =>
    addEventListener("hydrated", () => Object.assign(window, { isAnswering: true })),
  );
  await page.reload();
  await page.waitForFunction(() => "isAnswering" in window);
  expect(await hours.getByLabel("Time zone").inputValue()).toBe("America/Chicago");
  expect(await monday.getByLabel("Break starts").inputValue()).toBe("12:30");
  expect(await monday.getByLabel("Closes").inputValue()).toBe("18:30");
  expect(await hours.getByRole("checkbox", { name: "Saturday" }).isChecked()).toBe(true);
  expect(await hours.getByLabel("Date").inputValue()).toBe("2026-12-25");
  expect(page.troubles).toEqual([]);
});

test("two tabs that edit the profile or hours never overwrite each other's changes without asking", async () => {
  const practice = await makeDesk("Two Tabs Dental");
  page = await openPage(browser);
  await signInTo("/lms/profile", practice);
  const other = await page.context().newPage();
  await other.goto(page.url());
  const part = (on: typeof other, name: string) => on.getByRole("form", { name });
  const save = (on: typeof other) => on.getByRole("button", { name: "Save", exact: true }).click();
  const bar = (on: typeof other) => on.getByRole("region", { name: "Not saved" });
  const refused = "Someone else saved this after you opened it.";

  await part(other, "User information").getByLabel("City").fill("Ocala");
  await save(other);
  await other.getByText("Saved.").first().waitFor();
  // Saving one form doesn't make the other form on the page outdated.
  await part(other, "Emails to your leads").getByLabel("Sender name").fill("Second Tab");
  await save(other);
  await part(page, "User information").getByLabel("Practice").fill("First Tab Dental");
  await save(page);
  await bar(page).getByText(refused).waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Discard mine and load theirs" }).click();
  const city = part(page, "User information").getByLabel("City");
  await expect.poll(() => city.inputValue()).toBe("Ocala");
  expect(await part(page, "User information").getByLabel("Practice").inputValue()).toBe(
    "Two Tabs Dental",
  );

  // The form counts as saved once it has loaded the other tab's values.
  await bar(page).waitFor({ state: "hidden" });
  for (const on of [other, page]) await on.getByRole("link", { name: /^Hours/ }).click();
  await part(other, "Business hours").getByLabel("Time zone").selectOption({ label: "Central" });
  await save(other);
  await other.getByText("The new hours apply").waitFor();
  await part(page, "Business hours").getByLabel("Time zone").selectOption({ label: "Mountain" });
  await save(page);
  await bar(page).getByText(refused).waitFor();
  await page.getByRole("button", { name: "Save mine over theirs" }).click();
  await page.getByText("The new hours apply").waitFor();
  await other.reload();
  const zone = part(other, "Business hours").getByLabel("Time zone");
  expect(await zone.inputValue()).toBe("America/Denver");
});

test("an email address changes after both emailed links are opened; a password change logs out only other devices", async () => {
  const practice = await makeDesk("Moving Molars");
  const email = "moved.molars@example.com";
  page = await openPage(browser);
  await signInTo("/lms/profile?page=you", practice);
  const other = await openPage(browser);
  await signInTo("/lms/dashboard", practice, other);

  const change = page.getByRole("form", { name: "Change email" });
  await change.getByLabel("New email").fill(email);
  await change.getByLabel("Your password").fill("not the password");
  await change.getByRole("button", { name: "Change email" }).click();
  await change.getByText("Wrong password. Please try again.").waitFor();
  await change.getByLabel("Your password").fill(practice.password);
  await change.getByRole("button", { name: "Change email" }).click();
  await page.getByRole("dialog", { name: "Message Sent" }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByText(`switch to ${email}`, { exact: false }).waitFor();
  for (const address of [practice.email, email]) {
    await other.goto(await linkTo(address, "/lms/confirm-change"));
    await other.getByRole("button", { name: "Confirm" }).click();
    await other.getByRole("link", { name: "Log in", exact: true }).waitFor();
  }
  await page.reload();
  await page.getByText(`You log in as ${email}`).waitFor();

  const words = page.getByRole("form", { name: "Change password" });
  await words.getByLabel("Current password").fill(practice.password);
  await words.getByLabel("New password", { exact: true }).fill(password);
  await words.getByLabel("Confirm new password").fill(password);
  await words.getByRole("button", { name: "Change password" }).click();
  await page.getByText("you’ve been logged out on every other device.").waitFor();
  await page.reload();
  await page.getByText(`You log in as ${email}`).waitFor();
  await other.goto(`${product.origin}/lms/profile`);
  await fillSignIn(email, password, other);
  await other.waitForURL(`${product.origin}/lms/profile`);
  await other.context().close();
});

test("another captcha provider's widget appears in the login form, and no other host is contacted", async () => {
  const guarded = await startProduct({
    CAPTCHA_PROVIDER: "turnstile",
    CAPTCHA_SITE_KEY: "site-key-of-the-journey",
    CAPTCHA_SECRET: "secret of the journey",
  });
  page = await openPage(browser);
  const hosts = new Set<string>();
  page.on("request", (request) => hosts.add(new URL(request.url()).host));
  // No request reaches the provider: stubs replace its script and its verification.
  await page.route("https://challenges.cloudflare.com/**", (route) =>
    route.fulfill({ contentType: "text/javascript", body: turnstileStandIn }),
  );
  let confirmed = "";
  await page.route("**/api/credentials?captcha=*", (route) => {
    confirmed = new URL(route.request().url()).searchParams.get("captcha") ?? "";
    return route.fulfill({ json: { success: true } });
  });
  await page.goto(`${guarded.origin}/lms`);
  expect([...hosts]).toEqual([new URL(guarded.origin).host]);
  await page.getByLabel("Email").focus();
  await page.getByText("Please complete the check above.").waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: "I am a person" }).click();
  await page.getByText("Verified").waitFor();
  expect(confirmed).toBe("token for site-key-of-the-journey");
  expect([...hosts].toSorted()).toEqual(
    [new URL(guarded.origin).host, "challenges.cloudflare.com"].toSorted(),
  );
  expect(page.troubles).toEqual([]);
  await guarded.stop();
});

/** Works like the widget's documented script: it renders a button and calls back with a token. */
const turnstileStandIn = `
  window.turnstile = {
    render(place, { sitekey, callback }) {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = "I am a person";
      button.onclick = () => callback("token for " + sitekey);
      place.append(button);
    },
  };
`;

async function tabAndType(words: string) {
  await page.keyboard.press("Tab");
  await page.keyboard.type(words);
}

function focusedName() {
  return page.evaluate(() => document.activeElement?.getAttribute("name"));
}

/** Fills in all fields except the owner's code. */
async function fillRegistration({ again = password } = {}) {
  await page.getByLabel("First name").fill("Nobody");
  await page.getByLabel("Last name").fill("Known");
  await page.getByLabel("Email").fill("nobody.known@example.com");
  await page.getByLabel("Practice name").fill("Known Dental");
  await page.getByLabel("Phone").pressSequentially("8135550144");
  await page.getByLabel("Address", { exact: true }).fill("3 Bay Street");
  await page.getByLabel("City").fill("Tampa");
  await page.getByLabel("State").selectOption("FL");
  await page.getByLabel("ZIP code").fill("33602");
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Confirm Password").fill(again);
}

async function fillSignIn(email: string, secret: string, on: WatchedPage = page) {
  await fillSignInWords(email, secret, on);
  await on.getByRole("button", { name: "Log in" }).click();
}

async function fillSignInWords(email: string, secret: string, on: WatchedPage = page) {
  await on.getByLabel("Email").fill(email);
  await on.getByLabel("Password").fill(secret);
}

async function signInTo(
  path: string,
  practice: { email: string; password: string },
  on: WatchedPage = page,
) {
  await on.goto(product.origin + path);
  await fillSignIn(practice.email, practice.password, on);
  await on.waitForURL(product.origin + path);
  await on.getByRole("heading", { level: 1 }).waitFor();
}

async function makeDesk(name: string) {
  return product.withTools((tools) => makePractice(tools, { name }));
}

async function openConsole(on: WatchedPage = page) {
  await signInTo("/admin/practices", owner, on);
}

async function approve(name: string) {
  const console = await openPage(browser);
  await openConsole(console);
  await expectAccessible(console);
  await console.getByRole("link", { name, exact: true }).click();
  await console.getByRole("button", { name: "Approve" }).click();
  await console.getByRole("link", { name: "Email them the login page" }).waitFor();
  await expectAccessible(console);
  const look = console.getByRole("link", { name: "View their lead desk" });
  expect(await look.getAttribute("href")).toMatch(/^\/lms\/dashboard\?client=[\w-]{36}$/);
  expect(console.troubles).toEqual([]);
  await console.context().close();
}

function subjectsTo(email: string) {
  return product.mails
    .filter((mail) => mail.to?.[0]?.address === email)
    .map((mail) => mail.subject);
}

/** Returns the link in the latest email to this address. */
async function linkTo(email: string, path: string): Promise<string> {
  const find = () =>
    product.mails
      .filter((mail) => mail.to?.[0]?.address === email)
      .map(
        (mail) => new RegExp(`${product.origin}${path}\\?t=[\\w-]{43}`).exec(mail.text ?? "")?.[0],
      )
      .findLast(Boolean);
  await until(() => find() !== undefined);
  return find() ?? "";
}
