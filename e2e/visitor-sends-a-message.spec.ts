// A visitor sends a message from the portfolio: it is stored, and the owner gets an email and sees
// it in the console.
import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { makeOwner } from "#server/db/make.ts";
import { expectAccessible, openBrowser, openPage, type WatchedPage } from "./browser.ts";
import { until } from "./process.ts";
import { type Product, startProduct } from "./product.ts";
import { sample } from "./sample.ts";

let product: Product;
let browser: Browser;
let page: WatchedPage;
beforeAll(async () => {
  browser = await openBrowser();
  product = await startProduct();
});
afterAll(() => product.stop());
afterEach(async () => {
  await page.context().close();
});

test("a visitor can send a message by keyboard only, and the owner gets an email and sees it in the console", async () => {
  const owner = await product.withTools((tools) => makeOwner(tools));
  page = await openPage(browser);
  await page.goto(`${product.origin}/contact`);
  await page.getByLabel("Name").focus();
  await page.keyboard.type("Ada Byron");
  await page.keyboard.press("Tab");
  await page.keyboard.type("ada@example.com");
  await page.keyboard.press("Tab");
  await page.keyboard.type("813 555 0188");
  await page.getByLabel("Message").focus();
  await page.keyboard.type("I would like to talk.");
  await page.getByRole("button", { name: "Send" }).focus();
  await page.keyboard.press("Enter");

  const dialog = page.getByRole("dialog", { name: "Success!" });
  await dialog.waitFor();
  await expect.poll(() => dialog.textContent()).toContain("We will contact you shortly.");
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "hidden" });
  await expect.poll(() => page.getByLabel("Name").inputValue()).toBe("");
  await expect.poll(() => page.getByLabel("Message").inputValue()).toBe("");

  await until(() => product.mails.some((mail) => mail.to?.[0]?.address === owner.email));
  const mail = product.mails.find((one) => one.to?.[0]?.address === owner.email);
  expect(mail?.subject).toContain("Ada Byron");
  expect(mail?.replyTo?.[0]?.address).toBe("ada@example.com");
  expect(mail?.text).toContain("I would like to talk.");
  expect(mail?.text).toContain(`${product.origin}/admin/requests`);

  await page.goto(`${product.origin}/admin/requests`);
  await page.getByLabel("Email").fill(owner.email);
  await page.getByLabel("Password").fill(owner.password);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.getByText("I would like to talk.").waitFor();
  expect(new URL(page.url()).pathname).toBe("/admin/requests");
  expect(page.troubles).toEqual([]);
});

test("a server error is shown under its field, and no input is lost", async () => {
  page = await openPage(browser);
  await page.goto(`${product.origin}/contact`);
  await page.getByLabel("Name").fill("Ada");
  await page.getByLabel("Email").fill("ada@");
  await page.getByLabel("Phone").fill("(813) 555-0188");
  await page.getByLabel("Message").fill("Still here");
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByText("Enter a valid email address.").waitFor();
  await expect.poll(() => page.getByLabel("Email").getAttribute("aria-invalid")).toBe("true");
  await expect.poll(() => focusedLabel()).toBe("email");
  await expect.poll(() => page.getByLabel("Message").inputValue()).toBe("Still here");
});

test("a message that can't be sent offline stays in the form and can be sent after reconnecting", async () => {
  page = await openPage(browser);
  await page.goto(`${product.origin}/contact`);
  await fill("Grace Offline");
  await page.getByRole("button", { name: "Send" }).waitFor();
  await page.getByLabel("Name").focus();
  await page.getByText("Verified").first().waitFor();
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByRole("alert").first().waitFor();
  await expect.poll(() => page.getByLabel("Message").inputValue()).toBe("Hello from Grace Offline");
  await page.context().setOffline(false);
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByRole("dialog", { name: "Success!" }).waitFor();
  expect(await stored("Grace Offline")).toBe(1);
});

test("a message is sent once, even if the button is clicked twice", async () => {
  page = await openPage(browser);
  await page.goto(`${product.origin}/contact`);
  await fill("Twice Pressed");
  await page.getByRole("button", { name: "Send" }).dblclick();
  await page.getByRole("dialog", { name: "Success!" }).waitFor();
  expect(await stored("Twice Pressed")).toBe(1);
});

/** The last page has the same form as the first one. */
const forms: [path: string, label: string][] = [
  ["/contact", "Name"],
  ["/marketing#makeover", "Your name"],
  ["/marketing/contact", "Name"],
];

test.each(sample(forms, 2))(
  "text typed at %s is restored after a reload, before any interaction",
  async (path, label) => {
    page = await openPage(browser, { reducedMotion: "reduce" });
    await page.goto(product.origin + path);
    const name = page.getByLabel(label, { exact: true });
    const email = page.getByLabel("Email");
    await name.pressSequentially("Reloading Rita");
    await email.pressSequentially("rita@example");
    await page.getByText("Verified").first().waitFor();
    await page.reload();
    await expect.poll(() => name.inputValue()).toBe("Reloading Rita");
    expect(await page.evaluate(() => "__reactRouterRouteModules" in window)).toBe(false);
    // Edits that are made before the framework has loaded aren't lost.
    await name.fill("");
    await email.press("End");
    await page.keyboard.type(".com");
    await page.getByText("Verified").first().waitFor();
    expect(await name.inputValue()).toBe("");
    expect(await email.inputValue()).toBe("rita@example.com");
    await page.reload();
    await expect.poll(() => email.inputValue()).toBe("rita@example.com");
    expect(await name.inputValue()).toBe("");
    expect(page.troubles).toEqual([]);
  },
);

test("the contact page shows an email address and no Send button without JavaScript", async () => {
  page = await openPage(browser, { javaScriptEnabled: false });
  await page.goto(`${product.origin}/contact`);
  await page.getByText("needs JavaScript").waitFor();
  await expect
    .poll(() => page.getByRole("link", { name: /@example\.com/ }).count())
    .toBeGreaterThan(0);
  await page.getByRole("button", { name: "Send" }).waitFor({ state: "hidden" });
});

test.each(sample(["/contact", "/marketing/contact"], 1))(
  "a number typed at %s is formatted, and the form asks once about one that can't be called",
  async (path) => {
    page = await openPage(browser);
    await page.goto(product.origin + path);
    await fill("Unusual");
    const phone = page.getByLabel("Phone");
    await phone.fill("");
    await phone.pressSequentially("8135550188");
    await expect.poll(() => phone.inputValue()).toBe("(813) 555-0188");
    await phone.fill("+44 20 7946 0958");
    await expect.poll(() => phone.inputValue()).toBe("+44 20 7946 0958");
    await phone.fill("555");
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByText("This doesn’t look like a phone number.", { exact: false }).waitFor();
    await expect.poll(() => focusedLabel()).toBe("phone");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByRole("dialog", { name: "Success!" }).waitFor();
  },
);

test("the form shows errors, sending and success, and keeps the input until the message is sent", async () => {
  // Read from the response, because Chromium sometimes fires a pointer event on a new page.
  const html = await (await fetch(`${product.origin}/contact`)).text();
  expect(html).toContain("We’ll automatically check that you’re not a robot");
  expect(html).toMatch(/<button[^>]* aria-disabled="true"[^>]*>Send</);
  page = await openPage(browser);
  await page.goto(`${product.origin}/contact`, { waitUntil: "domcontentloaded" });
  const send = page.getByRole("button", { name: "Send" });
  // The pointer wakes the page. The captcha of a form in view is solved before anything is typed.
  await page.mouse.move(300, 200);
  await page.mouse.move(310, 210);
  await page.getByText("Verified").waitFor();
  await page.getByLabel("Name").fill("Ada Byron");
  await expect.poll(() => send.getAttribute("aria-disabled")).toBe("false");
  await send.click();
  await page.getByText("Please check the highlighted fields.").waitFor();
  await expect.poll(() => page.getByText("Please fill this in.").count()).toBe(3);
  await page.getByLabel("Email").fill("ada@example.com");
  await expect.poll(() => page.getByText("Please fill this in.").count()).toBe(2);
  await page.getByLabel("Phone").fill("813 555 0188");
  await page.getByLabel("Message").fill("Hello");
  const isSeen = Promise.withResolvers<void>();
  await page.route("**/api/contact", async (route) => {
    await isSeen.promise;
    await route.continue();
  });
  await send.click();
  await page.getByRole("button", { name: "Sending…" }).waitFor();
  isSeen.resolve();
  const dialog = page.getByRole("dialog", { name: "Success!" });
  await dialog.getByText("We will contact you shortly.").waitFor();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Ok" }).click();
  await expect.poll(() => page.getByLabel("Name").inputValue()).toBe("");
});

test("an expired captcha is solved again automatically", async () => {
  page = await openPage(browser);
  await page.clock.install();
  await page.goto(`${product.origin}/contact`, { waitUntil: "domcontentloaded" });
  await page.getByLabel("Name").focus();
  await page.getByText("Verified").waitFor();
  let asked = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/api/captcha")) asked += 1;
  });
  await page.clock.fastForward("30:00");
  await expect.poll(() => asked).toBe(1);
  await page.getByText("Verified").waitFor();
});

test("a failed captcha shows an error, and Try again fixes it", async () => {
  page = await openPage(browser);
  await page.route("**/api/captcha", (route) => route.abort());
  await page.goto(`${product.origin}/contact`, { waitUntil: "domcontentloaded" });
  await page.getByLabel("Name").focus();
  await page.getByText("The check failed. Please try again.").waitFor();
  await page.unroute("**/api/captcha");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText("Verified").waitFor();
});

async function fill(name: string) {
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Email").fill("visitor@example.com");
  await page.getByLabel("Phone").fill("(813) 555-0188");
  await page.getByLabel("Message").fill(`Hello from ${name}`);
}

function focusedLabel() {
  return page.evaluate(() => document.activeElement?.getAttribute("name"));
}

async function stored(name: string): Promise<number> {
  const { rows } = await product.withTools((tools) =>
    tools.pool.query("select count(*)::int as n from contact_requests where full_name = $1", [
      name,
    ]),
  );
  return rows[0].n;
}
