// A visitor fills out the questionnaire; the owner sees it immediately, calls, replies, and
// invites.
import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { questionnaire } from "#content/questionnaire.ts";
import { makeContactRequest, makeOwner } from "#server/db/make.ts";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  expectReadableInDarkMode,
  openBrowser,
  type WatchedPage,
} from "./browser.ts";
import { atPhoneWidths, openDesk, phone } from "./desk.ts";
import { type Product, startProduct } from "./product.ts";

let product: Product;
let browser: Browser;
let page: WatchedPage;
let owner: Awaited<ReturnType<typeof makeOwner>>;
beforeAll(async () => {
  browser = await openBrowser();
  product = await startProduct({ CAPTCHA_PROVIDER: "off" });
  owner = await product.withTools((tools) => makeOwner(tools));
});
afterAll(() => product.stop());
afterEach(async () => {
  expect(page.troubles).toEqual([]);
  await page.context().close();
  await product.withTools(({ pool }) => pool.query("truncate contact_requests cascade"));
});

const open = (path: string, options = {}) =>
  openDesk(browser, product.origin, owner, path, options);

/** Sends the same request as the questionnaire's page. */
async function submit(change: Record<string, unknown> = {}) {
  const answer = await fetch(`${product.origin}/api/contact`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Origin: product.origin },
    body: JSON.stringify({
      ...{ page: "Questionairre", fullName: "Dana Whitcombe", email: "dana@example.com" },
      ...{ phone: "(727) 555-0109", test: true },
      questions: [
        { [questionnaire.questions.hasWebsite]: "yes" },
        { [questionnaire.questions.package]: "p2" },
      ],
      contactAt: new Date(Date.now() + 50 * 60 * 60_000).toISOString(),
      ...change,
    }),
  });
  expect(answer.status).toBe(201);
}

const mailTo = (address: string) => product.mails.find((mail) => mail.to?.[0]?.address === address);

test("a contact request goes from the questionnaire to the invitation", async () => {
  page = await open("/admin/requests");
  await page.getByText("No one is waiting for a call or a reply.").waitFor();
  // If the event comes before the stream is open, the stream's first reload finds the request.
  await submit();
  const row = page.locator("[data-lead]").filter({ hasText: "Dana Whitcombe" });
  await row.getByText("On time").waitFor();
  await expect.poll(() => page.title()).toMatch(/^\(1\) Contact requests/);
  await expectAccessible(page);
  await expectReadableInDarkMode(page);

  await row.getByRole("button", { name: "I’m calling" }).click();
  await row.getByText(/^How did the call .*go\?$/).waitFor();
  await expectAccessible(page);
  await row.getByLabel("Note with the result").fill("Wants Gold");
  // 1 is the shortcut for "Spoke with them".
  await page.keyboard.press("Escape");
  await page.keyboard.press("1");
  await page.getByText("Saved: Spoke with them, with a note.").waitFor();
  await row.getByText(/^Spoke with them,/).waitFor();
  await expect.poll(() => page.title()).toMatch(/^Contact requests/);

  await page.getByRole("button", { name: "Undo" }).click();
  await row.getByRole("button", { name: "I’m calling" }).waitFor();
  await expect.poll(() => page.title()).toMatch(/^\(1\)/);
  await row.getByRole("button", { name: "I’m calling" }).click();
  await row.getByRole("button", { name: "Voicemail" }).click();
  await page.getByText("Saved: Voicemail.").waitFor();

  await row.getByRole("link", { name: "Dana Whitcombe" }).click();
  await page.getByRole("heading", { name: "History" }).waitFor();
  await page.getByText("Do you have a website?").waitFor();
  await page.getByText("Call: Spoke with them, undone").waitFor();
  await page.getByText("Call: Voicemail").waitFor();
  await expectAccessible(page);
  await expectReadableInDarkMode(page);

  await page.getByRole("button", { name: "Reply by email" }).click();
  await page.getByRole("button", { name: "Confirm the call" }).click();
  await expect
    .poll(() => page.getByLabel("To dana@example.com").inputValue())
    .toContain("Hi Dana,");
  expect(await page.getByRole("checkbox").isChecked()).toBe(true);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page.getByText("Your reply, sent").waitFor();
  await expect.poll(() => mailTo("dana@example.com")?.attachments.length).toBe(1);
  expect(mailTo("dana@example.com")?.attachments[0]?.filename).toBe("call.ics");

  await page.getByRole("button", { name: "Invite to register" }).click();
  const dialog = page.getByRole("dialog", { name: "Invite Dana Whitcombe" });
  await dialog.getByLabel("Practice name").fill("Bayshore Smiles");
  await dialog.getByLabel("Email").fill("dana@practice.example.com");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Send invitation" }).click();
  await page.getByText("Invited dana@practice.example.com", { exact: false }).first().waitFor();
  await page.getByText("Not registered yet.").waitFor();
  await expect.poll(() => mailTo("dana@practice.example.com")?.subject).toContain("invited you");

  const link = /https?:\S+\?t=[\w-]{43}/.exec(mailTo("dana@practice.example.com")?.text ?? "")?.[0];
  const invited = await browser.newContext();
  const registration = await invited.newPage();
  await registration.goto(link ?? "");
  await expect.poll(() => registration.getByLabel("First name").inputValue()).toBe("Dana");
  await expect.poll(() => registration.getByLabel("Last name").inputValue()).toBe("Whitcombe");
  await expect.poll(() => registration.getByLabel("Phone").inputValue()).toBe("(727) 555-0109");
  await invited.close();
});

test("closing a contact request fails and shows the change if another tab has marked it as answered", async () => {
  await submit();
  page = await open("/admin/requests");
  const other = await page.context().newPage();
  await other.goto(`${product.origin}/admin/requests`);
  await page.getByRole("link", { name: "Dana Whitcombe" }).click();
  await page.getByRole("button", { name: "Close", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Close Dana Whitcombe’s request" });
  await dialog.waitFor();
  // The page's event stream is blocked, so it doesn't get the event of this change.
  await page.context().route("**/api/admin/events", (route) => route.abort());
  await other.getByRole("link", { name: "Dana Whitcombe" }).click();
  await other.getByRole("button", { name: "Mark as answered" }).click();
  await other.getByText("Marked as answered.").waitFor();
  await other.close();
  await dialog.getByRole("button", { name: "Not a fit" }).click();
  await page.locator("main").getByText("Marked as answered").waitFor();
  page.troubles.length = 0;
});

test("the owner can move down the list, call, undo and search by keyboard", async () => {
  await submit();
  await submit({ fullName: "Priya Raman", email: "priya@example.com", phone: "(941) 555-0166" });
  page = await open("/admin/requests");
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent))
    .toBe("Priya Raman");
  await page.keyboard.press("c");
  const row = page.locator("[data-lead]").filter({ hasText: "Priya Raman" });
  await row.getByText(/^How did the call .*go\?$/).waitFor();
  await page.keyboard.press("Escape");
  await page.getByText("Call undone.").waitFor();
  await page.keyboard.press("/");
  await page.keyboard.type("dana");
  await page.waitForURL(/q=dana/);
  await expect.poll(() => page.locator("[data-lead]").count()).toBe(1);
  await page.goBack().catch(() => undefined);
});

test("the list stays next to the open contact request, and the request's next step can be saved, marked as done and restored", async () => {
  await submit();
  await submit({ fullName: "Priya Raman", email: "priya@example.com", phone: "(941) 555-0166" });
  page = await open("/admin/requests?list=all&sort=oldest", {
    viewport: { width: 1440, height: 900 },
  });
  await page.getByRole("link", { name: "Dana Whitcombe" }).click();
  await page.getByRole("heading", { level: 1, name: "Dana Whitcombe" }).waitFor();
  const list = page.getByRole("region", { name: "Contact requests" });
  await list.getByRole("link", { name: "Priya Raman" }).waitFor();
  await expectAccessible(page);
  await page.keyboard.press("j");
  await page.getByRole("heading", { level: 1, name: "Priya Raman" }).waitFor();
  expect(new URL(page.url()).search).toBe("?list=all&sort=oldest");

  await page.getByRole("button", { name: "Add next step" }).click();
  const form = page.getByRole("form", { name: "Next step" });
  await form.getByLabel("What to do").fill("Send prices");
  // What was typed isn't lost when another request is opened.
  await list.getByRole("link", { name: "Dana Whitcombe" }).click();
  await page.getByRole("heading", { level: 1, name: "Dana Whitcombe" }).waitFor();
  await list.getByRole("link", { name: "Priya Raman" }).click();
  await page.getByRole("heading", { level: 1, name: "Priya Raman" }).waitFor();
  await page.getByRole("button", { name: "Add next step" }).click();
  await expect.poll(() => form.getByLabel("What to do").inputValue()).toBe("Send prices");
  await form.getByLabel("By").fill("2020-01-06");
  await form.getByRole("button", { name: "Save" }).click();
  await list.getByText(/^Send prices · Due Jan 6 · /).waitFor();
  await list.getByRole("link", { name: /^Due 1$/ }).click();
  await list.getByRole("link", { name: "Dana Whitcombe" }).waitFor({ state: "hidden" });
  await expectAccessible(page);
  await expectReadableInDarkMode(page);
  await page.getByRole("button", { name: "Done", exact: true }).click();
  await page.getByRole("button", { name: "Undo" }).click();
  await page
    .locator("main")
    .getByText(/^Send prices · Due Jan 6/)
    .waitFor();

  // On a phone, the same URL shows the request without the list.
  await page.setViewportSize({ width: 390, height: 800 });
  await list.waitFor({ state: "hidden" });
  await expectNoSidewaysScroll(page);
});

test("a call that is undone before the server has received it doesn't come back afterward", async () => {
  await submit();
  page = await open("/admin/requests");
  const isHeld = Promise.withResolvers<void>();
  const received: string[] = [];
  page.on("response", (answer) => received.push(new URL(answer.url()).pathname));
  await page.route("**/calls", (route) => isHeld.promise.then(() => route.continue()));
  await page.keyboard.press("c");
  await page.getByText(/^How did the call .*go\?$/).waitFor();
  await page.keyboard.press("Escape");
  isHeld.resolve();
  await page.getByText("Call undone.").waitFor();
  // The undo is sent once the server has received the call.
  await expect.poll(() => received.some((path) => path.endsWith("/voidings"))).toBe(true);
  await page.getByText(/^How did the call .*go\?$/).waitFor({ state: "hidden" });
  await page.reload();
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.getByText(/^How did the call .*go\?$/).waitFor({ state: "hidden" });
});

test("an open call's panel doesn't take the focus from a search", async () => {
  await submit();
  page = await open("/admin/requests");
  await page.keyboard.press("c");
  await page.getByText(/^How did the call .*go\?$/).waitFor();
  const search = page.getByRole("searchbox");
  for (const q of ["da", "dana"]) {
    await search.fill(q);
    await page.waitForURL((url) => url.searchParams.get("q") === q);
    await page.getByText(/^How did the call .*go\?$/).waitFor();
    expect(await search.evaluate((box) => box === document.activeElement)).toBe(true);
  }
});

test("the contact requests fit a phone, even a small one", async () => {
  await submit({ fullName: "Dr. Bartholomew Whitcombe-Delacroix-Marchetti" });
  await product.withTools((tools) =>
    makeContactRequest(tools, {
      ...{ kind: "personal", fullName: "Theo", email: "theo@example.com", message: "Hello" },
      finishedAt: new Date(),
    }),
  );
  page = await open("/admin/requests", phone(320));
  const expectFits = async () => {
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  };
  await page.locator("[data-lead]").first().waitFor();
  await atPhoneWidths(page, expectFits);
  await page.getByRole("link", { name: "Dr. Bartholomew" }).first().click();
  await page.getByRole("heading", { name: "History" }).waitFor();
  await atPhoneWidths(page, expectFits);
  await page.getByRole("button", { name: "Reply by email" }).click();
  await page.getByLabel("To dana@example.com").waitFor();
  await atPhoneWidths(page, () => expectNoSidewaysScroll(page));
});
