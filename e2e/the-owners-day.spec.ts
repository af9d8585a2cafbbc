// The owner's Today page: what needs attention, and which practice keeps leads waiting.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { site } from "#content/site.ts";
import { exactText, momentText } from "#contract/moment-text.ts";
import {
  makeCampaign,
  makeContactRequest,
  makeFormSource,
  makeInquiry,
  makeOwner,
  makePractice,
} from "#server/db/make.ts";
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

test("the Today page says when nothing needs attention and that there are no practices yet", async () => {
  page = await openDesk(browser, product.origin, owner, "/admin/today");
  await page.getByText("You’re all caught up.").waitFor();
  await page.getByText("No practices yet.").waitFor();
  await expectAccessible(page);
  expect(page.troubles).toEqual([]);
  await page.context().close();
});

test("messages, pending registrations, and practices with waiting leads are one click away", async () => {
  const practice = await product.withTools(async (tools) => {
    await makePractice(tools, { name: "Gulf Chiropractic", isApproved: false });
    await makeContactRequest(tools, {
      kind: "marketing",
      fullName: "Rosa Delacroix",
      email: "rosa@example.com",
      phone: "(813) 555-0111",
      message: "Do you also work with chiropractors?",
      finishedAt: new Date(),
    });
    const made = await makePractice(tools, { name: "Bayshore Family Dental" });
    const submittedAt = new Date(Date.now() - 76 * 60_000);
    await makeInquiry(tools, made.clientId, { submittedAt });
    const fresh = await makePractice(tools, { name: "Palm Family Dental" });
    await makeInquiry(tools, fresh.clientId, { submittedAt: new Date() });
    return made;
  });
  page = await openDesk(browser, product.origin, owner, "/admin/today");
  const waiting = page.getByRole("region", { name: "Practices waiting for your approval" });
  await waiting.getByText("Gulf Chiropractic").waitFor();
  const contactRequests = page.getByRole("region", { name: "Open contact requests" });
  await contactRequests.getByText("Marketing message").waitFor();
  await contactRequests.getByText(/^0:\d\d$/).waitFor();
  const practices = page.getByRole("region", { name: "Practices last 30 days" });
  await practices.getByText(/1 not called yet, longest wait 1h.1\dm/).waitFor();
  await practices.getByText("0 of 1 inquiry got a call in under 10 minutes").waitFor();
  await practices.getByText("No inquiries to count yet.").waitFor();
  await expectAccessible(page);
  await expectReadableInDarkMode(page);
  await contactRequests.getByRole("link", { name: "Rosa Delacroix" }).click();
  await page.getByRole("heading", { name: "Rosa Delacroix" }).waitFor();
  await page.goBack();
  await waiting.getByRole("link", { name: "Review Gulf Chiropractic" }).click();
  await page.getByRole("button", { name: "Approve" }).waitFor();
  await page.goBack();
  await practices.getByRole("link", { name: "Bayshore Family Dental" }).click();
  await page.waitForURL(`${product.origin}/admin/practice?id=${practice.clientId}`);
  expect(page.troubles).toEqual([]);
  await page.context().close();
});

test("the text of a practice's email loads on request, and the audit log records it", async () => {
  await product.withTools(async (tools) => {
    const { clientId } = await makePractice(tools, { name: "Pelican Dental" });
    await tools.pool.query(
      `insert into mails (client_id, kind, "to", subject, text, state, sent_at)
       values ($1, 'lead', 'lead@example.com', 'Your visit', $2, 'sent', now())`,
      [clientId, "Dear Rosa, we look forward to it."],
    );
  });
  page = await openDesk(browser, product.origin, owner, "/admin/mail");
  const letter = page.getByRole("row").filter({ hasText: "Your visit" });
  await letter.getByText("Show text").click();
  await letter.getByText("Dear Rosa, we look forward to it.").waitFor();
  await page.goto(`${product.origin}/admin/audit`);
  const log = page.getByRole("list");
  await log.getByText("Read a practice’s email").waitFor();
  await log.getByText("Viewed a practice’s emails in the mail log").first().waitFor();
  await expectAccessible(page);
  expect(page.troubles).toEqual([]);
  await page.context().close();
});

test("the command palette opens screens, dialogs and search results, and returns the focus", async () => {
  await product.withTools(async (tools) => {
    const { clientId } = await makePractice(tools, { name: "Palette Dental" });
    await makeFormSource(tools, clientId, "Whitening page");
    await makeCampaign(tools, { clientId, name: "Whitening in spring", platform: "meta" });
  });
  page = await openDesk(browser, product.origin, owner, "/admin/today");
  const palette = page.getByRole("dialog", { name: "Find anything" });
  const typed = palette.getByRole("combobox", { name: "Name, phone number, email or screen" });
  await page.keyboard.press("Control+k");
  await typed.fill("camp");
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await page.waitForURL(`${product.origin}/admin/campaigns`);
  await page.getByRole("heading", { level: 1, name: "Campaigns" }).waitFor();
  await page.keyboard.press("Control+k");
  await typed.fill("invite");
  await palette.getByRole("option", { name: "Invite a practice" }).click();
  await page.getByRole("dialog", { name: "Invite a practice" }).waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+k");
  await typed.fill("rosa dela");
  await palette.getByRole("option", { name: /Rosa Delacroix.*Contact request/ }).click();
  await page.getByRole("heading", { name: "Rosa Delacroix" }).waitFor();
  for (const [option, title] of [
    [/Whitening page.*Palette Dental.*Source/, "Whitening page"],
    [/Whitening in spring.*Palette Dental.*Campaign/, "Whitening in spring"],
  ] as const) {
    await page.keyboard.press("Control+k");
    await typed.fill("whitening");
    await palette.getByRole("option", { name: option }).click();
    await page.getByRole("heading", { level: 1, name: title }).waitFor();
  }
  await page.keyboard.press("Control+k");
  await typed.fill("text mess");
  await palette.getByRole("option", { name: /Text messages.*Settings/ }).click();
  await page.waitForURL(`${product.origin}/admin/settings#texts`);
  await page.getByRole("heading", { name: "Text messages" }).waitFor();
  // The menu has a button, for people without a keyboard.
  const button = page.getByRole("button", { name: "Find anything" });
  await button.click();
  await typed.fill("no such screen");
  await palette.getByText(/^No matches\./).waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(() => button.evaluate((one) => one.matches(":focus"))).toBe(true);
  expect(page.troubles).toEqual([]);
  await page.context().close();
});

test("a search says that more leads match than are shown, and Enter doesn't open a result from an earlier search", async () => {
  await product.withTools(async (tools) => {
    const { clientId } = await makePractice(tools, { name: "Quill Dental" });
    for (const firstName of ["Ann", "Ben", "Cas", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida"]) {
      await makeInquiry(tools, clientId, { firstName, lastName: "Quillfeather" });
    }
  });
  page = await openDesk(browser, product.origin, owner, "/admin/today");
  const palette = page.getByRole("dialog", { name: "Find anything" });
  const typed = palette.getByRole("combobox", { name: "Name, phone number, email or screen" });
  await page.keyboard.press("Control+k");
  await typed.fill("quillfeather");
  await palette.getByText("More leads match. Type more.").waitFor();
  await palette.getByRole("option", { name: /Ida Quillfeather/ }).waitFor();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/api/admin/search*", async (route) => {
    await held;
    await route.continue();
  });
  await typed.fill("quillfeatherx");
  await palette.getByText("Searching…").waitFor();
  await page.keyboard.press("Enter");
  release();
  await palette.getByText(/^No matches\./).waitFor();
  expect(page.url()).toBe(`${product.origin}/admin/today`);
  expect(page.troubles).toEqual([]);
  await page.context().close();
});

test("the Today page fits a phone, even a small one", async () => {
  page = await openDesk(browser, product.origin, owner, "/admin/today", phone(320));
  await page.getByText("Open contact requests").waitFor();
  await atPhoneWidths(page, async () => {
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });
  expect(page.troubles).toEqual([]);
  await page.context().close();
});

test("an unknown path and an unknown id return 404, and the page has the console's menu", async () => {
  page = await openDesk(browser, product.origin, owner, "/admin/today");
  const unknown = "01890000-0000-7000-8000-000000000000";
  const paths = ["/admin/nothing-here", "/admin/practices/nothing", `/admin/source?id=${unknown}`];
  for (const path of paths) {
    const answer = await page.goto(product.origin + path);
    expect([path, answer?.status()]).toEqual([path, 404]);
    await page.getByRole("heading", { level: 1, name: "Page not found" }).waitFor();
    await page.locator("aside").getByRole("link", { name: "Audit log" }).waitFor();
  }
  await expectAccessible(page);
  await page.locator("main").getByRole("link", { name: "Practices" }).click();
  await page.waitForURL("**/admin/practices");
  // The browser logs the three 404s.
  page.troubles.length = 0;
  await page.context().close();
});

test("the audit log shows times in the agency's time zone, opened directly or from the menu", async () => {
  const options = { timezoneId: "Asia/Tokyo" };
  page = await openDesk(browser, product.origin, owner, "/admin/audit", options);
  const { timeZone } = site.officeHours;
  const expectAgencyTime = async () => {
    const time = page.locator("main time").first();
    const at = (await time.getAttribute("datetime")) ?? "";
    expect(await time.innerText()).toBe(momentText(at, { timeZone, timeStyle: "medium" }));
    expect(await time.getAttribute("title")).toBe(exactText(at, timeZone));
  };
  await expectAgencyTime();
  const menu = page.locator("aside");
  await menu.getByRole("link", { name: "Jobs" }).click();
  await page.waitForURL("**/admin/jobs");
  await menu.getByRole("link", { name: "Audit log" }).click();
  await page.waitForURL("**/admin/audit");
  await page.locator("main time").first().waitFor();
  await expectAgencyTime();
  expect(page.troubles).toEqual([]);
  await page.context().close();
});
