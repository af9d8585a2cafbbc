// Finding a lead again: in the archive, or in the list of callbacks.
import type { Browser } from "playwright-core";
import { afterEach, beforeAll, expect, test } from "vitest";
import { makeCall, makeInquiry, makeOwner, makePerson, makePractice } from "#server/db/make.ts";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  openBrowser,
  type WatchedPage,
} from "./browser.ts";
import { atPhoneWidths, openDesk, phone } from "./desk.ts";
import { type Product, sharedProduct } from "./product.ts";

const minuteMs = 60_000;

let product: Product;
let browser: Browser;
let page: WatchedPage;
let practice: Awaited<ReturnType<typeof makePractice>>;
beforeAll(async () => {
  browser = await openBrowser();
  product = await sharedProduct();
  practice = await product.withTools((tools) => makePractice(tools));
  await end("Quill", "wrong_number");
  for (let index = 1; index < 12; index += 1) await end(`Ended ${index}`, "wrong_number");
  await end("Promised", "call_back", 110);
  await end("Overdue", "call_back", -30);
});
afterEach(async () => {
  expect(page.troubles).toEqual([]);
  await page.context().close();
});

test("the archive shows who archived each lead and why, ten leads at first, and a search covers all of them", async () => {
  page = await openDesk(browser, product.origin, practice, "/lms/archive");
  await page.getByRole("tab", { name: "Leads 12", selected: true }).waitFor();
  await page.getByText("10 / 12").waitFor();
  const first = page.getByRole("listitem").filter({ hasText: "Ended 11" });
  expect(await first.textContent()).toContain("Wrong number");
  expect(await first.textContent()).toContain("Dana Whitfield");
  await expectAccessible(page);
  await page.getByRole("link", { name: "Show More" }).click();
  await page.getByText("12 / 12").waitFor();
  expect(await page.getByRole("link", { name: "Show More" }).count()).toBe(0);

  await page.getByLabel("Search by name, email or phone").fill("quill");
  await page.getByText("1 / 1").waitFor();
  await page.getByLabel("Search by name, email or phone").fill("nobody at all");
  await page.getByText("No data.").waitFor();
  await expectAccessible(page);
  // From here on the connection is slow: the page loads after the search box's debounce.
  await page.route("**/archive.data*", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.continue();
  });
  // This is the empty list's button; the search box has a different one.
  await page.getByText("Clear search").click();
  await page.getByText("12 / 12").waitFor();
  await expect.poll(() => page.getByLabel("Search by name, email or phone").inputValue()).toBe("");
});

test("the archive can be filtered by reason and by person and says when nothing matches", async () => {
  const clinic = await product.withTools((tools) => makePractice(tools));
  const mei = await product.withTools((tools) =>
    makePerson(tools, clinic.clientId, { firstName: "Mei" }),
  );
  await end("Hers", "wrong_number", 0, mei);
  await end("Mine", "wrong_number", 0, clinic);
  page = await openDesk(browser, product.origin, clinic, "/lms/archive", phone(320));
  const [reason, by] = [page.getByLabel("Reason"), page.getByLabel("Archived by")];
  await page.getByText("2 / 2").waitFor();
  await by.selectOption("Mei");
  await page.getByText("1 / 1").waitFor();
  await page.getByRole("listitem").filter({ hasText: "Hers" }).waitFor();
  await reason.selectOption("Wrong number");
  await page.waitForURL(/reason=wrong_number/);
  await page.getByText("1 / 1").waitFor();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  const boxes = [await reason.boundingBox(), await by.boundingBox()];
  expect(boxes.map((box) => box?.height)).toEqual([44, 44]);
  expect(boxes[0]?.y).toBe(boxes[1]?.y);

  await page.reload();
  await page.getByText("1 / 1").waitFor();
  await reason.selectOption("Duplicate");
  await page.getByText("No archived leads match these filters.").waitFor();
  await expectAccessible(page);
  await page.getByRole("tab", { name: /^Call Back/ }).tap();
  await page.getByText("No callbacks set.").waitFor();
  expect(await reason.count()).toBe(0);
  await page.getByRole("tab", { name: /^Leads/ }).tap();
  await page.getByRole("button", { name: "Clear filters" }).tap();
  await page.getByText("2 / 2").waitFor();
  expect(new URL(page.url()).search).toBe("");
  await page.setViewportSize({ width: 960, height: 800 });
  await expectNoSidewaysScroll(page);
});

test("a lead can be restored with one click, which can be undone, and rows don't move under the pointer", async () => {
  await end("Restored", "wrong_number");
  page = await openDesk(browser, product.origin, practice, "/lms/archive");
  const row = page.getByRole("listitem").filter({ hasText: "Restored" });
  const next = page.getByRole("listitem").filter({ hasText: "Ended 11" });
  await row.getByRole("button", { name: "Restore" }).hover();
  const before = await next.boundingBox();
  await row.getByRole("button", { name: "Restore" }).click();
  await row.getByText("No longer archived").waitFor();
  expect((await next.boundingBox())?.y).toBe(before?.y);
  // Hovering over the toast pauses its timer.
  await page.getByText(/is back in the queue\.$/).hover();
  await expectAccessible(page);
  // The list reloads without the row while the mouse is elsewhere, and the mouse is over the list
  // again before the response to the undo. The row must return even while the mouse is there.
  await page.getByRole("link", { name: "Archive" }).click();
  await row.waitFor({ state: "detached" });
  const isBack = Promise.withResolvers<void>();
  await page.route("**/archive.data*", async (route) => {
    await isBack.promise;
    await route.continue();
  });
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await next.hover();
  isBack.resolve();
  await row.getByRole("button", { name: "Restore" }).waitFor();
  await page.unroute("**/archive.data*");

  await row.getByRole("button", { name: "Restore" }).click();
  await row.getByText("No longer archived").waitFor();
  await page.getByRole("link", { name: "Dashboard" }).click();
  await page.locator("[data-lead]", { hasText: "Restored" }).waitFor();
});

test("a number tapped in a row whose lead has left the archive opens the lead's page, which asks for the result", async () => {
  await end("Leaving", "wrong_number");
  page = await openDesk(browser, product.origin, practice, "/lms/archive");
  const row = page.getByRole("listitem").filter({ hasText: "Leaving" });
  await row.getByRole("button", { name: "Restore" }).click();
  await row.getByText("No longer archived").waitFor();
  // A desktop browser would ask in its own window how to open a phone link.
  await page.evaluate(() => addEventListener("click", (event) => event.preventDefault(), true));
  await row.getByRole("link", { name: /^\(\d{3}\) / }).click();
  await page.getByRole("heading", { level: 1, name: "Leaving Quintero" }).waitFor();
  await page.getByRole("region", { name: "How did the call with Leaving go?" }).waitFor();
});

test("the archive's tabs, search and Restore work by keyboard", async () => {
  await end("By keys", "wrong_number");
  page = await openDesk(browser, product.origin, practice, "/lms/archive");
  await page.getByRole("tab", { name: /^Leads/ }).focus();
  await page.keyboard.press("ArrowRight");
  await page.getByRole("tab", { name: "Call Back 2", selected: true }).waitFor();
  await page.waitForURL(/list=callback/);
  const rows = page.getByRole("listitem").filter({ has: page.locator("time") });
  expect(await rows.nth(0).textContent()).toMatch(/Overdue.*Overdue Quintero/);
  expect(await rows.nth(1).textContent()).toMatch(/Due.*in 2 hr.*Promised/);
  await expectAccessible(page);
  await page.keyboard.press("ArrowLeft");
  await page.getByRole("tab", { name: /^Leads/, selected: true }).waitFor();
  await page.keyboard.press("/");
  await page.keyboard.type("by keys");
  await page.getByText("1 / 1").waitFor();
  await page.getByRole("button", { name: "Restore By keys" }).focus();
  await page.keyboard.press("Enter");
  await page.getByText(/is back in the queue\.$/).waitFor();
});

test("the archive and the callbacks fit a phone, even a small one, and a callback can be dialed", async () => {
  page = await openDesk(browser, product.origin, practice, "/lms/archive", phone(320));
  await page.getByRole("listitem").filter({ hasText: "Ended 11" }).waitFor();
  const expectFits = async () => {
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  };
  await atPhoneWidths(page, expectFits);
  await page.getByRole("tab", { name: /^Call Back/ }).tap();
  const row = page.getByRole("listitem").filter({ hasText: "Promised" });
  await atPhoneWidths(page, async () => {
    expect(await row.getByRole("link", { name: /^Call/ }).getAttribute("href")).toMatch(/^tel:/);
    await expectFits();
  });
});

test("several leads can be selected, one by one or all, and restored together; one undo archives them again with their reasons", async () => {
  page = await openDesk(browser, product.origin, practice, "/lms/archive");
  await page.getByRole("button", { name: "Select", exact: true }).click();
  await page.getByRole("button", { name: "Select all" }).click();
  await page.getByText("10 selected").waitFor();
  await page.getByRole("button", { name: /^Clear/ }).click();
  await page.getByRole("button", { name: "Select", exact: true }).click();
  await page.getByLabel("Select Ended 10").check();
  await page.getByLabel("Select Ended 9").check();
  await page.getByText("2 selected").waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Restore", exact: true }).click();
  await page.getByText("2 leads are back.").waitFor();
  await page.getByRole("tab", { name: /^Leads 1\d/ }).waitFor();
  const before = page.getByRole("listitem").filter({ hasText: "Ended 10" });
  await before.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await page.getByText("2 leads archived.").waitFor();
  await before.getByText("Wrong number").waitFor();
});

test("a lead that is restored on its page can be archived again with its reason", async () => {
  const own = await product.withTools((tools) => makePractice(tools));
  await end("Returns", "wrong_number", 0, own);
  page = await openDesk(browser, product.origin, own, "/lms/archive");
  const row = page.getByRole("listitem").filter({ hasText: "Returns" });
  await row.getByRole("link", { name: /Returns/ }).click();
  await page.getByRole("heading", { level: 1, name: /Returns/ }).waitFor();
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Restore" }).click();
  await page.getByText("Returns Quintero is back in the queue.").waitFor();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await page.getByText("Returns Quintero archived.").waitFor();
  await page.goBack();
  await row.getByText("Wrong number").waitFor();
});

test("callbacks are listed by day, overdue ones first, and the menu counts the ones that are due", async () => {
  page = await openDesk(browser, product.origin, practice, "/lms/dashboard");
  const menu = page.getByRole("navigation", { name: "Main" });
  await menu.getByRole("link", { name: /^Callbacks *1$/ }).click();
  await page.getByRole("heading", { level: 1, name: "Callbacks" }).waitFor();
  const overdue = page.getByRole("region", { name: "Overdue" });
  await overdue.getByText(/overdue$/).waitFor();
  await overdue.getByRole("button", { name: /I’m calling Overdue/ }).waitFor();
  const promised = page.getByRole("listitem").filter({ hasText: "Promised" });
  await promised.getByRole("link", { name: /^\(\d{3}\) / }).waitFor();
  await expectAccessible(page);
  for (const width of [320, 390, 900]) {
    await page.setViewportSize({ width, height: 844 });
    await expectNoSidewaysScroll(page);
    await promised.getByRole("link", { name: /^\(\d{3}\) / }).waitFor();
  }
});

test("a callback of a do-not-call lead is marked, and has no call button", async () => {
  const clinic = await product.withTools((tools) => makePractice(tools));
  const id = await end("Stopped", "call_back", 110, clinic);
  page = await openDesk(browser, product.origin, clinic, "/lms/dashboard");
  const url = `${product.origin}/api/leads/${id}/call-permissions`;
  const data = { isAllowed: false, reason: "Asked us to stop" };
  await page.context().request.post(url, { data });
  await page.goto(`${product.origin}/lms/callbacks`);
  const row = page.locator(`[data-lead="${id}"]`);
  await row.getByText("Do not call", { exact: true }).waitFor();
  await row.getByText(/^Asked us to stop · Callback, /).waitFor();
  expect(await row.getByRole("button", { name: /I’m calling/ }).count()).toBe(0);
  await expectAccessible(page);
  for (const width of [320, 900]) {
    await page.setViewportSize({ width, height: 844 });
    await expectNoSidewaysScroll(page);
  }
});

test("an empty archive says what will appear there", async () => {
  const fresh = await product.withTools((tools) => makePractice(tools));
  page = await openDesk(browser, product.origin, fresh, "/lms/archive");
  await page.getByText("No archived leads.").waitFor();
  await expectAccessible(page);
  await page.getByRole("tab", { name: "Call Back 0" }).click();
  await page.getByText("No callbacks set.").waitFor();
});

test("the owner's view of a practice's archive is read-only", async () => {
  const owner = await product.withTools((tools) => makeOwner(tools));
  page = await openDesk(browser, product.origin, owner, `/lms/archive?client=${practice.clientId}`);
  await page.getByText("Viewing as Bayshore Family Dental.").waitFor();
  await page.getByRole("listitem").filter({ hasText: "Ended 11" }).waitFor();
  expect(await page.getByRole("button", { name: "Restore" }).count()).toBe(0);
  await page.getByRole("tab", { name: /^Call Back/ }).click();
  await page.getByRole("listitem").filter({ hasText: "Promised" }).waitFor();
  expect(await page.getByRole("button", { name: /I’m calling/ }).count()).toBe(0);
  await expectAccessible(page);
});

test("the archive still shows its leads offline and says that they may be outdated", async () => {
  page = await openDesk(browser, product.origin, practice, "/lms/archive");
  await page.getByRole("listitem").filter({ hasText: "Ended 11" }).waitFor();
  await page.context().setOffline(true);
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await page.getByText("This may be out of date until you’re back online.").waitFor();
  await page.getByRole("listitem").filter({ hasText: "Ended 11" }).waitFor();
  await page.getByRole("tab", { name: /^Call Back/ }).click();
  await page.getByText("We couldn’t load the archive.").waitFor();
  await page.context().setOffline(false);
  await page.getByRole("listitem").filter({ hasText: "Promised" }).waitFor();
  page.troubles.length = 0;
});

async function end(
  firstName: string,
  outcome: "wrong_number" | "call_back",
  callbackMinutes = 0,
  caller: { clientId: string; accountId: string } = practice,
): Promise<string> {
  return product.withTools(async (tools) => {
    const now = Date.now();
    const callBackAt = new Date(now + callbackMinutes * minuteMs);
    // The call that set an overdue callback was made even earlier.
    const calledAt = new Date(callbackMinutes < 0 ? now + 2 * callbackMinutes * minuteMs : now);
    const asked = { firstName, submittedAt: calledAt };
    const { lead } = await makeInquiry(tools, caller.clientId, asked);
    await makeCall(tools, caller, lead._id, { calledAt, outcome, callBackAt });
    return lead._id;
  });
}
