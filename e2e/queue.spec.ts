// A fast queue: keyboard only, filters, bulk actions, and phones.
import type { Browser, Locator } from "playwright-core";
import { afterEach, beforeAll, expect, test } from "vitest";
import {
  makeCall,
  makeCampaign,
  makeInquiry,
  makeMetaSource,
  makePerson,
  makePractice,
} from "#server/db/make.ts";
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
  for (const name of ["First", "Second", "Third"]) await addLead(name);
});
afterEach(async () => {
  expect(page.troubles).toEqual([]);
  await page.context().close();
});

test("the queue works by keyboard only: moving, calling, logging an outcome, and undoing it", async () => {
  page = await openDesk(browser, product.origin, practice, "/lms/dashboard");
  await row("Third").waitFor();
  await page.keyboard.press("j");
  expect(await currentName()).toContain("First");
  await page.keyboard.press("j");
  expect(await currentName()).toContain("Second");
  await expectAccessible(page);
  await page.keyboard.press("c");
  await row("Second").getByText("How did the call").waitFor();
  await page.keyboard.press("3");
  await page.getByText("Saved: No answer.").waitFor();
  await expect.poll(currentName).toContain("First");
  await page.keyboard.press("z");
  await row("Second")
    .getByText(/to goal/)
    .waitFor();

  await page.keyboard.press("k");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: /First/ }).waitFor();
  await page.goBack();
  await row("First").waitFor();
});

test("the shortcuts are explained, can be turned off, and do nothing while someone types", async () => {
  page = await openDesk(browser, product.origin, practice, "/lms/dashboard");
  await row("First").waitFor();
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await help.getByText("Next or previous lead").waitFor();
  await expectAccessible(page);
  await page.keyboard.press("x");
  await help.getByLabel("Turn on keyboard shortcuts").uncheck();
  await help.getByRole("button", { name: "OK" }).click();
  await page.keyboard.press("?");
  await page.keyboard.press("j");
  expect(await page.locator("[data-current]").count()).toBe(0);
  await page.getByRole("button", { name: "Shortcuts" }).click();
  await help.getByLabel("Turn on keyboard shortcuts").check();
  await page.keyboard.press("Escape");

  await page.keyboard.press("/");
  await page.keyboard.type("jackxe");
  await page.getByText("No data.").waitFor();
  expect(await page.locator("dialog[open]").count()).toBe(0);
  expect(await page.getByLabel("Search by name, email or phone").inputValue()).toBe("jackxe");
});

test("Ctrl+K finds a screen or a person in any list, and calls the current lead", async () => {
  await end("Zebulon", "not_interested");
  page = await openDesk(browser, product.origin, practice, "/lms/dashboard");
  await row("First").waitFor();
  await page.keyboard.press("j");
  await page.keyboard.press("Control+k");
  const box = page.getByRole("combobox", { name: "Screen, name or number" });
  await box.waitFor();
  await expectAccessible(page);
  await box.fill("zebul");
  await page.getByRole("option", { name: /Zebulon.*Archived/ }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: /Zebulon/ }).waitFor();

  await page.keyboard.press("Control+k");
  await box.fill("ar");
  expect(await page.getByRole("option").allInnerTexts()).toEqual(
    expect.arrayContaining([expect.stringContaining("Dashboard")]),
  );
  expect(await page.getByRole("option").first().innerText()).toContain("Archive");
  await box.fill("dashb");
  await page.keyboard.press("Enter");
  await row("First").waitFor();
  await page.keyboard.press("j");
  await page.keyboard.press("Control+k");
  await page.getByRole("option", { name: /I’m calling/ }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByText("How did the call").waitFor();
  await page.getByRole("button", { name: "I didn’t call" }).click();
  await page.getByText("How did the call").waitFor({ state: "detached" });
});

test("several leads can be selected, archived with one reason, and restored with one undo", async () => {
  page = await openDesk(browser, product.origin, practice, "/lms/dashboard");
  await row("First").waitFor();
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await page.getByText("2 selected").waitFor();
  await expectAccessible(page);
  // A new lead doesn't move the rows.
  const before = await row("Third").boundingBox();
  await addLead("Meanwhile");
  await page.getByRole("button", { name: "1 new Show" }).waitFor();
  expect((await row("Third").boundingBox())?.y).toBe(before?.y);
  await page.keyboard.press("e");
  const dialog = page.getByRole("dialog", { name: "Archive 2 leads" });
  await dialog.getByText("Archiving doesn’t stop the clock").waitFor();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Archive", exact: true }).click();
  await dialog.getByText("Please fill this in.").waitFor();
  await dialog.getByRole("button", { name: "Duplicate" }).click();
  await page.getByText("2 leads archived.").waitFor();
  await row("First").waitFor({ state: "detached" });
  expect(await row("Third").count()).toBe(1);
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await row("First").waitFor();
  await row("Second").waitFor();
});

test("filters are in the URL, can be removed with chips, and combine with a search", async () => {
  const { campaignId } = await product.withTools((tools) =>
    makeCampaign(tools, { clientId: practice.clientId, name: "Whitening", platform: "meta" }),
  );
  await addLead("Bright", { campaignId });
  await addLead("Called", { campaignId });
  await end("Tried", "no_answer", { campaignId });
  page = await openDesk(browser, product.origin, practice, "/lms/dashboard");
  await page.getByRole("button", { name: "Filters" }).click();
  const dialog = page.getByRole("dialog", { name: "Filters" });
  await dialog.getByLabel("Campaign").selectOption("Whitening");
  await page.waitForURL(/campaign=/);
  await expectAccessible(page);
  await dialog.getByLabel("Not called yet").check();
  await page.waitForURL(/state=uncalled/);
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect.poll(() => page.locator("[data-lead]").count()).toBe(2);
  await page.getByText("2 / 2").waitFor();
  await expectAccessible(page);
  await page.getByLabel("Search by name, email or phone").fill("bright");
  await expect.poll(() => page.locator("[data-lead]").count()).toBe(1);
  await page.getByLabel("Search by name, email or phone").fill("");
  await expect.poll(() => page.locator("[data-lead]").count()).toBe(2);
  await page.reload();
  await page.getByText("2 / 2").waitFor();
  await page.getByRole("button", { name: "Remove filter Not called yet" }).click();
  await page.getByText("3 / 3").waitFor();
  await page.goBack();
  await page.getByText("2 / 2").waitFor();

  await page.goto(`${product.origin}/lms/dashboard?state=due`);
  await page.getByText("No leads match these filters.").waitFor();
  await expectAccessible(page);
  await page.getByRole("main").getByRole("button", { name: "Clear filters" }).last().click();
  await row("First").waitFor();
  // An aborted request only logs to the console.
  const others = page.troubles.filter((trouble) => !trouble.startsWith("AbortError"));
  page.troubles.splice(0, page.troubles.length, ...others);
});

test("pressing E and then Enter only opens the archive dialog; archiving a lead moves the focus to the next one", async () => {
  practice = await product.withTools((tools) => makePractice(tools));
  for (const name of ["Ada", "Bea", "Cleo"]) await addLead(name);
  page = await openDesk(browser, product.origin, practice, "/lms/dashboard");
  await expect.poll(() => page.title()).toMatch(/^\(3/);
  await page.keyboard.press("j");
  await page.keyboard.press("e");
  const dialog = page.getByRole("dialog", { name: "Archive Ada Quintero" });
  await dialog.waitFor();
  await page.keyboard.press("Enter");
  expect(await dialog.isVisible()).toBe(true);
  // The reason No answer isn't offered, because no one has tried to call yet.
  expect(await dialog.getByRole("button", { name: /No answer/ }).count()).toBe(0);
  await expectAccessible(page);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.getByText("Ada Quintero archived.").waitFor();
  await row("Ada").waitFor({ state: "detached" });
  await expect.poll(currentName).toContain("Bea");
  await page.keyboard.press("z");
  await row("Ada").waitFor();

  await end("Tried", "no_answer");
  await page.reload();
  await expect.poll(() => page.title()).toMatch(/^\(3/);
  await row("Tried").getByRole("link", { name: "Tried Quintero" }).focus();
  await page.keyboard.press("e");
  await page.getByRole("button", { name: "No answer after several attempts" }).waitFor();
  await page.keyboard.press("Escape");
});

test("a search finds the practice's leads in any list", async () => {
  practice = await product.withTools((tools) => makePractice(tools));
  await end("Zebulon", "not_interested");
  await end("Zelda", "booked");
  page = await openDesk(browser, product.origin, practice, "/lms/dashboard");
  const main = page.getByRole("main");
  const search = page.getByLabel("Search by name, email or phone");
  await search.fill("ze");
  await main.getByText("Type at least 3 characters to search everyone.").waitFor();
  await search.fill("zebu");
  await main.getByText("No one in the queue matches that name, email or number.").waitFor();
  await main.getByRole("link", { name: "Zebulon Quintero" }).waitFor();
  await search.fill("zelda");
  const others = main.getByRole("region", { name: "Not in the queue" });
  await others.getByRole("link", { name: "Zelda Quintero" }).waitFor();
  await others.getByText("Booked").waitFor();
  await expectAccessible(page);
  await others.getByRole("link", { name: "Zelda Quintero" }).click();
  await page.getByRole("heading", { level: 1, name: /Zelda Quintero/ }).waitFor();
  await page.goBack();
  await search.fill("nobody like this");
  await main.getByText("No one matches that name, email or number.").waitFor();
  expect(await main.getByRole("link", { name: "Add a lead" }).count()).toBe(1);
  await expectAccessible(page);

  await page.keyboard.press("Control+k");
  const box = page.getByRole("combobox", { name: "Screen, name or number" });
  await box.fill("xyzzy");
  await page.getByText("No matching screens or people.").waitFor();
  await box.fill("emails");
  await page.getByRole("option", { name: "Emails" }).waitFor();
  await box.fill("reports");
  await page.getByRole("option", { name: "Reports" }).click();
  await page.getByRole("heading", { level: 1, name: "Reports" }).waitFor();
});

test("a person can take a lead, filter by their own leads, hand a lead over, and undo that", async () => {
  practice = await product.withTools((tools) => makePractice(tools));
  await product.withTools((tools) =>
    makePerson(tools, practice.clientId, { firstName: "Mei", lastName: "Ito" }),
  );
  const id = await addLead("Taken");
  await addLead("Free");
  page = await openDesk(browser, product.origin, practice, `/lms/lead?id=${id}`);
  const choose = async (name: string) => {
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("menuitem", { name }).click();
  };
  await choose("Take this lead");
  await page.getByText("Taken by added: “Dana”").waitFor();
  await page.goto(`${product.origin}/lms/dashboard`);
  await row("Taken").getByText("Yours").waitFor();
  await page.getByRole("button", { name: "Filters" }).click();
  const filters = page.getByRole("dialog", { name: "Filters" });
  await filters.getByLabel("Taken by").selectOption("Me");
  await filters.getByRole("button", { name: "Done" }).click();
  await row("Free").waitFor({ state: "detached" });
  await row("Taken").getByRole("link", { name: "Taken Quintero" }).click();
  await page.getByRole("heading", { level: 1, name: "Taken Quintero" }).waitFor();
  await choose("Hand over to Mei");
  await page.getByText("Taken by changed from “Dana” to “Mei”").waitFor();
  await page.goto(`${product.origin}/lms/dashboard`);
  await row("Taken").getByText("Taken by Mei").waitFor();
  await expectAccessible(page);
  // The palette takes the current row's lead, and an undo brings back who had it.
  await row("Taken").getByRole("link", { name: "Taken Quintero" }).focus();
  await page.keyboard.press("Control+k");
  await page.getByRole("option", { name: "Take this lead" }).click();
  await page.getByText("Taken Quintero is yours.").waitFor();
  await row("Taken").getByText("Yours").waitFor();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await page.getByText("Taken Quintero is handed over to Mei.").waitFor();
  await row("Taken").getByRole("link", { name: "Taken Quintero" }).click();
  const card = page.getByRole("region", { name: "Contact" });
  await card.getByText("Taken by Mei", { exact: true }).waitFor();
});

test("a callback that becomes due shows a notice without a reload and can be rescheduled", async () => {
  practice = await product.withTools((tools) => makePractice(tools));
  page = await openDesk(browser, product.origin, practice, "/lms/archive?list=callback");
  await end("Promised", "call_back", { inMs: 5_000 });
  const notice = page.getByRole("region", { name: "Callbacks due" });
  await notice.getByRole("button", { name: "I’m calling Promised Quintero" }).waitFor();
  expect(await page.title()).toMatch(/^\(1 due\) Archive/);
  await page.getByText("Overdue", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Reschedule Promised Quintero" }).click();
  await page.getByLabel(/^Date and time/).fill("tomorrow");
  await page.getByRole("button", { name: "Set callback" }).click();
  await page.getByText("Add a day and a time").waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: /^9 am/ }).click();
  const moved = page.getByText(/^Callback with Promised Quintero set for .*9:00/);
  await moved.waitFor();
  await expect.poll(() => page.title()).toMatch(/^Archive/);
  // The first time has passed, so only a later move can be undone.
  expect(await page.getByRole("button", { name: "Undo", exact: true }).count()).toBe(0);
  await page.getByRole("button", { name: "Close", exact: true }).click();
  await moved.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Reschedule Promised Quintero" }).click();
  await page.getByLabel(/^Date and time/).fill("tomorrow 2pm");
  await page.getByRole("button", { name: "Set callback" }).click();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await moved.waitFor();
});

test("rows don't move under a resting mouse, and show what another device did", async () => {
  practice = await product.withTools((tools) => makePractice(tools));
  const stays = await addLead("Stays");
  const goes = await addLead("Goes");
  page = await openDesk(browser, product.origin, practice, "/lms/dashboard");
  await row("Stays").hover();
  const before = await row("Goes").boundingBox();
  await addLead("New");
  await page.getByRole("button", { name: "1 new Show" }).waitFor();
  await product.withTools((tools) =>
    makeCall(tools, practice, goes, { calledAt: new Date(), outcome: "wrong_number" }),
  );
  await row("Goes").getByText("Archived").waitFor();
  expect((await row("Goes").boundingBox())?.y).toBe(before?.y);
  await product.withTools((tools) =>
    makeCall(tools, practice, stays, { calledAt: new Date(), outcome: "no_answer" }),
  );
  await row("Stays").getByText("No answer").waitFor();
  expect((await row("Goes").boundingBox())?.y).toBe(before?.y);
  await expectAccessible(page);
  await page.keyboard.press("n");
  await row("New").waitFor();
  await row("Goes").waitFor({ state: "detached" });
});

test("two devices show who has a lead open and who is calling, and a call logged on both can be saved as one", async () => {
  practice = await product.withTools((tools) => makePractice(tools));
  const shared = await addLead("Shared");
  await addLead("Other");
  page = await openDesk(browser, product.origin, practice, "/lms/dashboard");
  const second = await openDesk(browser, product.origin, practice, "/lms/dashboard");
  const there = second.locator("[data-lead]", { hasText: "Shared" });
  await there.getByRole("link", { name: /Shared/ }).click();
  await second.getByRole("heading", { level: 1, name: /Shared/ }).waitFor();
  await row("Shared").getByText("Dana is viewing this").waitFor();
  await expectAccessible(page);
  await second.goBack();
  await row("Shared").getByText("Dana is viewing this").waitFor({ state: "detached" });

  await row("Other").hover();
  const before = await row("Other").boundingBox();
  await there.getByRole("button", { name: /I’m calling/ }).click();
  await there.getByText("How did the call").waitFor();
  const pending = { name: /^Dana is calling, \d:\d\d.*Shared/ };
  await row("Shared").getByRole("button", pending).waitFor();
  expect((await row("Other").boundingBox())?.y).toBe(before?.y);
  // As if both people had clicked before either device received the other's event.
  const status = await page.evaluate(async (leadId) => {
    const answer = await fetch(`/api/leads/${leadId}/calls`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ _id: crypto.randomUUID(), outcome: "voicemail" }),
    });
    return answer.status;
  }, shared);
  expect(status).toBe(201);
  await there.getByRole("button", { name: /No answer/ }).click();
  await there.getByText("Same call?").waitFor();
  await expectAccessible(second);
  await there.getByRole("button", { name: "Same call" }).click();
  await second.getByText("Saved as one call.").waitFor();
  const sql = "select attempts, last_outcome from leads where id = $1";
  const counted = () =>
    product.withTools(async (tools) => (await tools.pool.query(sql, [shared])).rows);
  await expect.poll(counted).toEqual([{ attempts: 1, last_outcome: "voicemail" }]);
  await second.context().close();
});

test("focus moves from the call button to the outcome question and then to the next waiting lead", async () => {
  practice = await product.withTools((tools) => makePractice(tools));
  for (const name of ["Ada", "Bea"]) await addLead(name);
  page = await openDesk(browser, product.origin, practice, "/lms/dashboard");
  // The page's scripts put the number of leads into the title, so they are running now.
  await expect.poll(() => page.title()).toMatch(/^\(2/);
  const question = (name: string) =>
    page.getByRole("region", { name: `How did the call with ${name} go` });
  const holdsFocus = (found: Locator) =>
    found.evaluate((element) => element.contains(document.activeElement));
  await row("Ada")
    .getByRole("button", { name: /I’m calling/ })
    .focus();
  await page.keyboard.press("Enter");
  await question("Ada").waitFor();
  await expect.poll(() => holdsFocus(question("Ada"))).toBe(true);
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.activeElement?.matches("input[name=note]"))).toBe(true);
  await page.keyboard.press("Tab");
  expect(await focusedName()).toMatch(/^I didn’t call/);
  await page.keyboard.press("Enter");
  await question("Ada").waitFor({ state: "detached" });
  await expect.poll(focusedName).toMatch(/^I’m calling Ada/);
  await page.keyboard.press("c");
  await question("Ada").waitFor();
  await page.keyboard.press("2");
  await expect.poll(currentName).toContain("Bea");
  await page.keyboard.press("c");
  await question("Bea").waitFor();
  await page.keyboard.press("6");
  // No other lead is waiting, so the focus stays in the list, and the next key continues from
  // there.
  await row("Bea").waitFor({ state: "detached" });
  await expect.poll(currentName).toContain("Ada");
  await page.keyboard.press("z");
  await row("Bea").waitFor();
  await expect.poll(focusedName).toMatch(/^I’m calling Bea/);

  // A question that is already open when the page loads doesn't take the focus.
  await page.keyboard.press("Enter");
  await question("Bea").waitFor();
  await page.reload();
  await question("Bea").waitFor();
  expect(await holdsFocus(question("Bea"))).toBe(false);
});

test("a lead's row shows the person's message or interest on one line, and on a phone on two", async () => {
  const own = await product.withTools((tools) => makePractice(tools));
  const words =
    "<i>Smile</i> makeover,\nand whether I can pay it off over the next two or three years";
  const id = await product.withTools(async (tools) => {
    const submittedAt = new Date(Date.now() - 3 * minuteMs);
    const ask = (firstName: string, answers: { name: string; values: string[] }[]) =>
      makeInquiry(tools, own.clientId, { firstName, submittedAt, answers });
    await ask("Writes", [{ name: "your-message", values: [words] }]);
    return (await ask("Wishes", [])).lead._id;
  });
  page = await openDesk(browser, product.origin, own, "/lms/dashboard");
  const before = await row("Wishes").boundingBox();
  const said = row("Writes").getByText("“<i>Smile</i> makeover, and whether");
  expect((await said.boundingBox())?.height).toBeLessThan(24);
  expect((await row("Writes").boundingBox())?.height).toBe(before?.height);
  const interest = "An implant, lower left, and what the insurance of a former employer still pays";
  const path = `${product.origin}/api/leads/${id}`;
  await page.context().request.patch(path, { data: { interest } });
  // The row updates live and keeps its height, here and on a wider screen.
  await row("Wishes").getByText("An implant, lower left").waitFor();
  expect((await row("Wishes").boundingBox())?.height).toBe(before?.height);
  const wish = await row("Wishes").getByTitle(interest).boundingBox();
  expect(wish?.height).toBeLessThan(24);
  await page.setViewportSize({ width: 1440, height: 900 });
  const wide = await row("Wishes").boundingBox();
  const line = await row("Wishes").getByTitle(interest).boundingBox();
  expect([wide?.height, line?.height]).toEqual([before?.height, 20]);
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 640 });
  expect((await row("Wishes").getByTitle(interest).boundingBox())?.height).toBe(40);
  await expectNoSidewaysScroll(page);
});

test("a test lead is marked as a test, with its source", async () => {
  practice = await product.withTools((tools) => makePractice(tools));
  await product.withTools(async (tools) => {
    const { sourceId } = await makeMetaSource(tools, practice.clientId, { name: "Aligners form" });
    await makeInquiry(tools, practice.clientId, { firstName: "Tess", isTest: true, sourceId });
    await makeInquiry(tools, practice.clientId, { firstName: "Ada", sourceId });
  });
  page = await openDesk(browser, product.origin, practice, "/lms/dashboard");
  await row("Tess").getByText("Test, not timed").waitFor();
  await row("Tess").getByText("Test lead · Aligners form").waitFor();
  expect(await row("Tess").textContent()).not.toContain("By hand");
  await row("Ada").getByText("Aligners form").waitFor();
});

test("Show More works past 500 leads until all are shown", async () => {
  practice = await product.withTools((tools) => makePractice(tools));
  await product.withTools(async (tools) => {
    for (let index = 0; index < 515; index += 5) {
      const five = [0, 1, 2, 3, 4];
      await Promise.all(five.map(() => makeInquiry(tools, practice.clientId, { isTest: true })));
    }
  });
  page = await openDesk(browser, product.origin, practice, "/lms/dashboard?show=500");
  await page.getByText("500 / 515").waitFor();
  await page.getByRole("link", { name: "Show More" }).click();
  await page.getByText("510 / 515").waitFor();
  await page.getByRole("link", { name: "Show More" }).click();
  await page.getByText("515 / 515").waitFor();
  expect(await page.locator("[data-lead]").count()).toBe(515);
  expect(await page.getByRole("link", { name: "Show More" }).count()).toBe(0);
});

test("a phone, even a small one, can filter, select and archive leads", async () => {
  practice = await product.withTools((tools) => makePractice(tools));
  for (const name of ["First", "Second"]) await addLead(name);
  page = await openDesk(browser, product.origin, practice, "/lms/dashboard", phone(320));
  await row("Second").waitFor();
  const expectFits = async () => {
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  };
  await atPhoneWidths(page, () => expectNoSidewaysScroll(page));
  const call = row("First").getByRole("link", { name: /^Call/ });
  expect(await call.getAttribute("href")).toMatch(/^tel:\+1/);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Filters" }).tap();
  const sheet = page.getByRole("dialog", { name: "Filters" });
  const bottom = async () => {
    const box = await sheet.boundingBox();
    return Math.round((box?.y ?? 0) + (box?.height ?? 0));
  };
  await atPhoneWidths(page, async () => {
    await expect.poll(bottom).toBe(844);
    await expectAccessible(page);
  });
  await sheet.getByLabel("Not called yet").check();
  await sheet.getByRole("button", { name: "Done" }).tap();
  await page.getByRole("button", { name: "Remove filter Not called yet" }).waitFor();
  await atPhoneWidths(page, expectFits);
  await page.getByRole("button", { name: "Select", exact: true }).tap();
  await page.getByLabel("Select First Quintero").check();
  await atPhoneWidths(page, expectFits);
  await page.getByRole("button", { name: "Archive", exact: true }).tap();
  await page.getByRole("button", { name: "Already a patient" }).tap();
  await page.getByText("First Quintero archived.").waitFor();
  await row("First").waitFor({ state: "detached" });
});

function row(name: string) {
  return page.locator("[data-lead]", { hasText: name });
}

function focusedName(): Promise<string> {
  return page.evaluate(() => document.activeElement?.textContent ?? "");
}

async function currentName(): Promise<string> {
  return (await page.locator("[data-lead]:focus-within").allTextContents()).join();
}

async function addLead(firstName: string, change: { campaignId?: string } = {}): Promise<string> {
  const { lead } = await product.withTools((tools) =>
    makeInquiry(tools, practice.clientId, { firstName, ...change }),
  );
  return lead._id;
}

async function end(
  firstName: string,
  outcome: "not_interested" | "no_answer" | "call_back" | "booked",
  change: { campaignId?: string; inMs?: number } = {},
): Promise<void> {
  const leadId = await addLead(firstName, change);
  const calledAt = new Date();
  const callBackAt = new Date(calledAt.getTime() + (change.inMs ?? minuteMs));
  await product.withTools((tools) =>
    makeCall(tools, practice, leadId, { calledAt, outcome, callBackAt }),
  );
}
