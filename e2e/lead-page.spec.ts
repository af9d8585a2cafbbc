// The lead's page: who to call, the warnings before a call, the notes, and how few taps it takes
// from a new lead to its outcome.
import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Browser, Locator, Page, Request } from "playwright-core";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { makeCall, makeInquiry, makeOwner, makePractice } from "#server/db/make.ts";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  openBrowser,
  type WatchedPage,
} from "./browser.ts";
import { openDesk as openDeskOf, phone, zoneAt } from "./desk.ts";
import { type Product, sharedProduct } from "./product.ts";

let product: Product;
let browser: Browser;
let page: WatchedPage;
let practice: Awaited<ReturnType<typeof makePractice>>;
beforeAll(async () => {
  browser = await openBrowser();
  product = await sharedProduct();
  practice = await product.withTools((tools) => makePractice(tools));
});
beforeEach(() => setHour(12));
afterEach(async () => {
  expect(page.troubles).toEqual([]);
  await page.context().close();
});

test("a call at night must be confirmed first; Escape cancels it, and Enter starts it", async () => {
  await setHour(3);
  const id = await addLead({ phone: tollFree() });
  page = await openDesk(`/lms/lead?id=${id}`);
  const call = page.getByRole("button", { name: /I’m calling/ });
  // The lead's clock runs at the top of the card, so its line below doesn't repeat the time.
  const line = page.locator("summary", { hasText: "Response time" });
  expect(await line.textContent()).toBe("Response time");
  await call.click();
  const question = page.getByRole("dialog", { name: /now\?$/ });
  await question.getByText(/^It’s /).waitFor();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await question.waitFor({ state: "detached" });
  expect(await callsOf(id)).toEqual([]);
  await expect.poll(() => call.evaluate((one) => one === document.activeElement)).toBe(true);

  await page.keyboard.press("Enter");
  await question.waitFor();
  const confirmedAt = Date.now();
  await page.keyboard.press("Enter");
  await page.getByText("How did the call").waitFor();
  await expect.poll(async () => (await callsOf(id)).length).toBe(1);
  const [begun] = await callsOf(id);
  expect(begun?.called_at.getTime()).toBeGreaterThanOrEqual(confirmedAt - 50);
});

test("a fourth call within a day shows a warning in the list, which can be confirmed by keyboard", async () => {
  const id = await addLead({ phone: tollFree(), firstName: "Thrice" });
  await callThreeTimes(id);
  page = await openDesk("/lms/dashboard?q=thrice");
  await page.locator(`[data-lead="${id}"] a`).first().focus();
  await page.keyboard.press("c");
  const question = page.getByRole("dialog", { name: "Call Thrice Quintero now?" });
  await question.getByText("Called three times").waitFor();
  // The list's shortcuts are off while the dialog is open.
  await page.keyboard.press("c");
  await page.keyboard.press("Enter");
  await page.getByText("How did the call").waitFor();
});

test("tapping a do-not-call lead's number shows the reason; the person can call anyway and allow calls again", async () => {
  const id = await addLead({ phone: tollFree() });
  page = await openDesk(`/lms/lead?id=${id}`, phone(390));
  await blockDialer(page);
  await chooseMore("Mark as do not call");
  await page.getByLabel("Reason").fill("Asked us on the phone to stop");
  await page.getByRole("dialog").getByRole("button", { name: "Mark as do not call" }).click();
  await page.getByText("Asked us on the phone to stop").first().waitFor();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await page.getByRole("link", { name: /^\(800\)/ }).click();
  const question = page.getByRole("dialog", { name: /now\?$/ });
  await question.getByText("Asked us on the phone to stop").waitFor();
  await question.getByRole("button", { name: "Don’t call" }).click();
  await question.waitFor({ state: "hidden" });
  await page.getByRole("link", { name: /^\(800\)/ }).click();
  const anyway = question.getByRole("link", { name: "Call anyway" });
  expect(await anyway.getAttribute("href")).toMatch(/^tel:\+1/);
  await anyway.click();
  await page.getByText("How did the call").waitFor();
  await page.getByRole("button", { name: "I didn’t call" }).click();

  await chooseMore("Allow calls again");
  await page.getByLabel("Reason").fill("Wrote back");
  await page.getByRole("dialog").getByRole("button", { name: "Allow calls again" }).click();
  await page.getByText("Marked as do not call").waitFor();
  await page.getByText("OK to call again").waitFor();
});

test("a lead's page shows inquiries under other names and links to a possible duplicate", async () => {
  const shared = tollFree();
  const mail = `${randomUUID()}@example.com`;
  const other = await addLead({ firstName: "Berta", phone: shared });
  const id = await addLead({ firstName: "Ana", phone: shared });
  await addLead({ firstName: "Ana", phone: shared, email: mail });
  page = await openDesk(`/lms/lead?id=${id}`);
  await page.getByText(`Gave ${mail} this time.`).waitFor();
  // This inquiry comes without an email address.
  await addLead({ firstName: "Luis", phone: shared, email: "" });
  await page.getByRole("heading", { name: "Luis Quintero" }).waitFor();
  await page.getByText("Known as Ana Quintero from an earlier inquiry.").waitFor();
  await page.getByRole("heading", { name: "Earlier inquiries" }).waitFor();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Berta Quintero", exact: true }).click();
  await page.waitForURL(new RegExp(other));
  await page.getByRole("link", { name: "Ana Quintero", exact: true }).waitFor();
});

test("a note draft survives a reload, and a saved note is in the conversation once", async () => {
  const id = await addLead({ phone: tollFree() });
  page = await openDesk(`/lms/lead?id=${id}`);
  await page.getByRole("tab", { name: "Email" }).click();
  await page.getByRole("tab", { name: "Notes" }).click();
  const notes = page.getByRole("button", { name: /^Notes/ });
  await notes.click();
  await page.getByText("No notes yet.").waitFor();
  await page.getByRole("button", { name: "Everything" }).click();
  await page.getByRole("button", { name: "Save note" }).click();
  await page.getByText("Please fill this in.").waitFor();
  const field = page.getByRole("textbox", { name: "Note" });
  await field.fill("Works until noon.");
  await expectAccessible(page);
  await page.reload();
  await expect.poll(() => field.inputValue()).toBe("Works until noon.");

  await page.getByRole("button", { name: "Save note" }).click();
  await page.getByRole("listitem").filter({ hasText: "Works until noon." }).waitFor();
  await expect.poll(() => field.inputValue()).toBe("");
  await page.reload();
  await page.getByRole("button", { name: "Notes 1" }).click();
  await page.getByText("Works until noon.").waitFor();
  expect(await page.getByRole("region", { name: "Conversation" }).locator("li").count()).toBe(1);
});

test("a note template is inserted below the text that was already typed, and the note gets the template's title", async () => {
  const id = await addLead({ phone: tollFree() });
  page = await openDesk("/lms/template?tab=notes");
  await page.getByRole("button", { name: "Add starter templates" }).click();
  await page.getByRole("link", { name: /^Left voicemail/ }).waitFor();
  await page.goto(`${product.origin}/lms/lead?id=${id}&tab=notes`);
  const field = page.getByRole("textbox", { name: "Note" });
  await field.fill("Asked about coverage.");
  await page.getByRole("button", { name: "Left voicemail" }).click();
  expect(await field.inputValue()).toMatch(/^Asked about coverage\.\n./);
  await page.keyboard.type(" Back on Monday.");
  await page.getByRole("button", { name: "Save note" }).click();
  await page.getByRole("heading", { level: 3, name: "Left voicemail" }).waitFor();
  await page.getByText("Back on Monday.").first().waitFor();
});

test("typing a digit in a note doesn't pick an outcome for the open call", async () => {
  const id = await addLead({ phone: tollFree() });
  page = await openDesk(`/lms/lead?id=${id}&tab=notes`);
  await page.getByRole("button", { name: /I’m calling/ }).click();
  await page.getByText("How did the call").waitFor();
  await expect.poll(() => outcomesOf(id)).toEqual([null]);
  const note = page.getByRole("textbox", { name: "Note", exact: true });
  await note.pressSequentially("4 pm on the 6th, call 7");
  expect(await page.getByText("How did the call").count()).toBe(1);
  expect(await outcomesOf(id)).toEqual([null]);
});

const strangeNames = [
  ["markup", "<b onclick=alert(1)>Bold</b>", "<script>alert(1)</script>"],
  ["a formula", "=HYPERLINK(0)", "+cmd|' /C calc'!A0"],
  ["right-to-left text", "\u05de\u05e8\u05d9\u05dd", "\u202egro.elpmaxe"],
  ["emoji", "\ud83e\uddb7\ud83d\udc69\u200d\u2695\ufe0f", "\ud83c\uddfa\ud83c\uddf8"],
  ["no spaces", "W".repeat(120), "M".repeat(120)],
  ["stacked diacritics", `Z${"\u0351".repeat(100)}`, "algo"],
] as const;

test("names with markup, formulas and unusual characters are shown unchanged without breaking the page", async () => {
  const ids = new Map<string, string>();
  for (const [kind, firstName, lastName] of strangeNames) {
    ids.set(kind, await addLead({ firstName, lastName, phone: tollFree() }));
  }
  page = await openDesk("/lms/dashboard?sort=newest", phone(390));
  for (const [kind, first, last] of strangeNames) {
    const link = page.locator(`[data-lead="${ids.get(kind)}"] a`).first();
    const name = `${first} ${last}`;
    const texts = [await link.textContent(), await link.getAttribute("title")];
    expect([kind, ...texts]).toEqual([kind, name, name]);
    await expectNoSidewaysScroll(page);
    await link.click();
    const title = page.getByRole("heading", { level: 1 });
    await expect.poll(() => title.textContent()).toBe(name);
    expect([kind, await title.getAttribute("title")]).toEqual([kind, name]);
    // The tab's title can't contain markup that keeps the name apart, so the name is cut short
    // there.
    expect((await page.title()).length).toBeLessThan(130);
    await page.getByRole("button", { name: "Edit" }).click();
    await page.getByLabel("First name").fill("Edited");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("button", { name: "Show delivery and alerts" }).click();
    await page.getByText(/to “Edited”/).waitFor();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await page.goBack();
    await page.waitForURL(/dashboard\?sort=newest/);
  }
});

test("a name that can't be stored is rejected with an error next to the field", async () => {
  page = await openDesk("/lms/lead");
  await page.getByLabel("Phone").fill("813 555 0123");
  for (const tooMuch of ["W".repeat(121), "W".repeat(10_000), "W\u0000"]) {
    await page.getByLabel("First name").fill(tooMuch);
    await page.getByRole("button", { name: "Add" }).click();
    await page.getByText(/This is too long|has characters we can’t save/).waitFor();
  }
});

test("a person's data is exported as a file and erased once the name is typed", async () => {
  const id = await addLead({ firstName: "Forgotten", phone: tollFree() });
  page = await openDesk(`/lms/lead?id=${id}`);
  // A change makes the page reload the lead; that request is still pending when the lead is erased.
  const erased = Promise.withResolvers<void>();
  let reload: Request | undefined;
  await page.route(`**/api/leads/${id}`, (route, request) => {
    reload ??= request;
    return erased.promise.then(() => route.continue());
  });
  // Repeated because the page may not be listening for changes yet.
  await expect.poll(() => noteFromElsewhere(id).then(() => reload !== undefined)).toBe(true);
  const isReload = { predicate: (request: Request) => request === reload, timeout: 0 };
  const isOver = Promise.race([
    page.waitForEvent("requestfailed", isReload),
    page.waitForEvent("requestfinished", isReload),
  ]);
  await chooseMore("Privacy request");
  await expectAccessible(page);
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download file" }).click();
  const file = await readFile(await (await downloading).path(), "utf8");
  expect(JSON.parse(file).Person).toMatchObject({ ID: id, "First name": "Forgotten" });

  await page.getByLabel("To confirm, type their name").fill("Somebody Else");
  await page.getByRole("button", { name: "Erase for good" }).click();
  await page.getByText("These don’t match.").waitFor();
  await page.getByLabel("To confirm, type their name").fill("forgotten quintero");
  // The CPU is throttled so that the URL changes long before the page does.
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 8 });
  await page.getByRole("button", { name: "Erase for good" }).click();
  await page.waitForURL(/\/lms\/dashboard/);
  await page.getByText("Erased for good.").waitFor();
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  erased.resolve();
  await isOver;
  await page.locator(`[data-lead="${id}"]`).waitFor({ state: "detached" });
});

test("the email address can be copied with one click", async () => {
  const id = await addLead({ phone: tollFree(), email: "copy-me@example.com" });
  page = await openDesk(`/lms/lead?id=${id}`);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Copy email" }).click();
  await page.getByText("Copied.").waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("copy-me@example.com");
});

test("calling a new lead and logging its outcome takes three taps, including the tap that shows the lead", async () => {
  await addLead({ firstName: "Waiting", phone: tollFree() });
  page = await openDesk("/lms/dashboard?sort=newest", phone(390));
  await blockDialer(page);
  await countPresses(page);
  // New leads stay hidden while someone uses the list.
  await page.locator("[data-lead] a").first().focus();
  const id = await addLead({ firstName: "Threetaps", phone: tollFree() });
  await page.getByRole("button", { name: /Show/ }).tap();
  await page.locator(`[data-lead="${id}"]`).getByRole("link", { name: /^Call/ }).tap();
  const sheet = page.getByRole("dialog", { name: "How did the call with Threetaps" });
  await sheet.getByRole("button", { name: /^Voicemail/ }).tap();
  await page.getByText("Saved: Voicemail.").waitFor();
  await expect.poll(() => outcomesOf(id)).toEqual(["voicemail"]);
  expect(await countOf(page)).toEqual({ taps: 3, keys: 0 });
});

test("calling a new lead and logging its outcome takes three key presses and no mouse", async () => {
  const id = await startWithKeyboard("Threekeys");
  await page.keyboard.press("n");
  const row = page.locator(`[data-lead="${id}"]`);
  await expect.poll(() => row.evaluate((one) => one.contains(document.activeElement))).toBe(true);
  await page.keyboard.press("c");
  await page.getByRole("region", { name: "How did the call with Threekeys" }).waitFor();
  await page.keyboard.press("3");
  await page.getByText("Saved: No answer.").waitFor();
  await expect.poll(() => outcomesOf(id)).toEqual(["no_answer"]);
  expect(await countOf(page)).toEqual({ taps: 0, keys: 3 });
});

test("a new lead can be called and its outcome logged with only Tab and Enter", async () => {
  const id = await startWithKeyboard("Tabbing");
  // Leaving the list shows all hidden new leads.
  await tabTo(/^Add lead/, "Shift+Tab");
  await page.locator(`[data-lead="${id}"]`).waitFor();
  await tabTo(/^I’m calling Tabbing/);
  await page.keyboard.press("Enter");
  await page.getByRole("region", { name: "How did the call with Tabbing" }).waitFor();
  await tabTo(/^Spoke/);
  await page.keyboard.press("Enter");
  await page.getByText("Saved: Spoke with them.").waitFor();
  await expect.poll(() => outcomesOf(id)).toEqual(["spoke"]);
  expect((await countOf(page)).taps).toBe(0);
});

test("an inquiry that arrives while the lead's page is open is marked as seen", async () => {
  const asked = { firstName: "Again", phone: tollFree() };
  const id = await addLead(asked);
  page = await openDesk(`/lms/lead?id=${id}`);
  await page.getByRole("button", { name: /I’m calling/ }).waitFor();
  await addLead(asked);
  await page.getByText("Earlier inquiries").waitFor();
  // The mouse moves because a lead counts as seen only in a tab that is in use.
  await page.mouse.move(200, 300);
  const unseen = "select id from inquiries where lead_id = $1 and first_seen_at is null";
  const countUnseen = () =>
    product.withTools(async (tools) => (await tools.pool.query(unseen, [id])).rowCount);
  await expect.poll(countUnseen).toBe(0);
  await page.reload();
  await page.getByRole("button", { name: "Show delivery and alerts" }).click();
  await expect.poll(() => page.locator("ol li", { hasText: "First seen" }).count()).toBe(2);
});

test("focus returns to the call button after an outcome, and the conversation can undo the call after a reload", async () => {
  const id = await addLead({ firstName: "Second", phone: tollFree() });
  page = await openDesk(`/lms/lead?id=${id}`);
  const focusedName = () => page.evaluate(() => document.activeElement?.textContent ?? "");
  await page.getByRole("button", { name: /I’m calling/ }).focus();
  await page.keyboard.press("Enter");
  const question = page.getByRole("region", { name: "How did the call with Second" });
  await expect
    .poll(() => question.evaluate((one) => one.contains(document.activeElement)))
    .toBe(true);
  await page.keyboard.press("4");
  await page.getByText("Saved: Booked.").waitFor();
  await expect.poll(focusedName).toMatch(/^I’m calling Second/);
  // The card asks for the appointment.
  const card = page.getByRole("region", { name: "Contact" });
  await card.getByRole("button", { name: "Set appointment" }).waitFor();
  expect(await page.getByRole("region", { name: /^When is/ }).count()).toBe(0);
  // The toast with its Undo button is gone after a reload.
  await page.reload();
  await page.getByText("Booked", { exact: true }).first().waitFor();
  await page.context().setOffline(true);
  await page.getByRole("button", { name: /^Undo the call at/ }).click();
  await page.getByText("Call undone. We’ll save that when you’re back online.").waitFor();
  await page.context().setOffline(false);
  const undone = page.getByRole("listitem").filter({ hasText: "Booked. Called by" });
  await undone.getByText("Undone.").waitFor();
  await page.getByText("Waiting for a call").waitFor();
  await expect.poll(() => callsOf(id)).toEqual([]);
  expect(await page.getByRole("button", { name: /^Undo the call at/ }).count()).toBe(0);
  await expectAccessible(page);
  page.troubles.length = 0;
});

test("the conversation opens at its newest entry, shows 30 entries at first, and can show all or only calls", async () => {
  const asked = new Date(Date.now() - 3 * 24 * 60 * 60_000);
  const id = await addLead({ phone: tollFree(), submittedAt: asked, receivedAt: asked });
  await product.withTools(async (tools) => {
    for (let call = 1; call <= 40; call += 1) {
      const calledAt = new Date(asked.getTime() + call * 60 * 60_000);
      const outcome = call === 40 ? "spoke" : "voicemail";
      await makeCall(tools, practice, id, { calledAt, outcome });
    }
  });
  page = await openDesk(`/lms/lead?id=${id}`);
  const thread = page.getByRole("region", { name: "Conversation" });
  const last = thread.getByText("Spoke with them. Called by");
  await last.waitFor();
  await expect.poll(() => isInView(last)).toBe(true);
  expect(await page.evaluate(() => scrollY)).toBe(0);
  expect(await thread.locator("li").count()).toBe(30);
  await thread.getByRole("button", { name: "Show all" }).click();
  // The focus moves to the conversation.
  await expect.poll(() => thread.locator("li").count()).toBeGreaterThan(40);
  expect(await thread.evaluate((one) => one === document.activeElement)).toBe(true);
  await expectAccessible(page);

  const calls = page.getByRole("button", { name: "Calls 40" });
  await calls.press("Enter");
  expect(await calls.getAttribute("aria-pressed")).toBe("true");
  await thread.getByText("Spoke with them. Called by").waitFor();
  for (const width of [320, 1200]) {
    await page.setViewportSize({ width, height: 700 });
    await expectNoSidewaysScroll(page);
  }
});

test("the owner can view a lead and doesn't see its action buttons", async () => {
  const id = await addLead({ firstName: "Read", phone: tollFree() });
  const owner = await product.withTools((tools) => makeOwner(tools));
  page = await openDesk(`/lms/lead?id=${id}&client=${practice.clientId}`, {}, owner);
  await page.getByRole("heading", { level: 1, name: /Read/ }).waitFor();
  expect(await page.locator('a[href^="tel:"]').count()).toBe(0);
  for (const name of ["I’m calling", "Edit", "More", "Save note"]) {
    expect(await page.getByRole("button", { name }).count()).toBe(0);
  }
  await expectAccessible(page);
});

/**
 * Moves through the list by keyboard, so that new leads stay hidden, and starts counting key
 * presses.
 */
async function startWithKeyboard(firstName: string): Promise<string> {
  await addLead({ firstName: "Waiting", phone: tollFree() });
  page = await openDesk("/lms/dashboard?sort=newest");
  await expect.poll(() => page.title()).toMatch(/^\(/);
  await page.keyboard.press("j");
  const id = await addLead({ firstName, phone: tollFree() });
  await page.getByRole("button", { name: /Show/ }).waitFor();
  await countPresses(page);
  return id;
}

/** Returns whether the element is in view within its scrolling box. */
function isInView(one: Locator): Promise<boolean> {
  return one.evaluate((element) => {
    const box = element.closest("section")?.getBoundingClientRect();
    const { top, bottom } = element.getBoundingClientRect();
    return box !== undefined && top >= box.top && bottom <= box.bottom + 1;
  });
}

function openDesk(path = "/lms/dashboard", options = {}, who: SignIn = practice) {
  return openDeskOf(browser, product.origin, who, path, options);
}

async function chooseMore(name: string) {
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name }).click();
}

type SignIn = { email: string; password: string };

function addLead(change: Parameters<typeof makeInquiry>[2] = {}): Promise<string> {
  return product.withTools(
    async (tools) => (await makeInquiry(tools, practice.clientId, change)).lead._id,
  );
}

async function noteFromElsewhere(id: string) {
  const { status } = await page.evaluate(async (path) => {
    const body = JSON.stringify({ submissionId: crypto.randomUUID(), text: "Elsewhere" });
    const headers = { "content-type": "application/json" };
    const { status } = await fetch(path, { method: "POST", headers, body });
    return { status };
  }, `/api/leads/${id}/notes`);
  expect(status).toBe(201);
}

async function callThreeTimes(leadId: string) {
  await product.withTools(async (tools) => {
    await tools.pool.query(
      "update inquiries set submitted_at = submitted_at - interval '1 hour' where lead_id = $1",
      [leadId],
    );
    for (const minutesAgo of [30, 20, 10]) {
      const calledAt = new Date(Date.now() - minutesAgo * 60_000);
      await makeCall(tools, practice, leadId, { calledAt, outcome: "no_answer" });
    }
  });
}

async function callsOf(leadId: string): Promise<{ called_at: Date; outcome: string | null }[]> {
  const sql = "select called_at, outcome from calls where lead_id = $1 and voided_at is null";
  return product.withTools(async (tools) => (await tools.pool.query(sql, [leadId])).rows);
}

async function outcomesOf(leadId: string): Promise<(string | null)[]> {
  return (await callsOf(leadId)).map(({ outcome }) => outcome);
}

let lastLine = 0;

/** Returns a toll-free number. It has no location, so the practice's time zone applies. */
function tollFree(): string {
  lastLine += 1;
  return `+180055501${String(lastLine).padStart(2, "0")}`;
}

/** Moves the practice to a time zone where it is this hour right now. */
async function setHour(hour: number) {
  const timeZone = zoneAt(hour);
  const sql = "update clients set time_zone = $1 where id = $2";
  await product.withTools((tools) => tools.pool.query(sql, [timeZone, practice.clientId]));
}

/**
 * Prevents the default of phone links: a desktop browser asks in its own window how to open them,
 * and that window blocks the page.
 */
async function blockDialer(on: Page) {
  await on.evaluate(() => {
    const stop = (event: Event) => {
      const isNumber = event.target instanceof Element && event.target.closest('a[href^="tel:"]');
      if (isNumber) event.preventDefault();
    };
    addEventListener("click", stop, true);
  });
}

/** Counts every tap, click and key press from now on. */
async function countPresses(on: Page) {
  await on.evaluate(() => {
    const count = { taps: 0, keys: 0 };
    Object.assign(globalThis, { count });
    // Counted on the way up, because Playwright stops a click whose target moved, and repeats it.
    addEventListener("pointerup", () => (count.taps += 1));
    // A key that is pressed before hydration arrives twice, because the page dispatches it again.
    const addKey = ({ isTrusted }: Event) => {
      if (isTrusted) count.keys += 1;
    };
    addEventListener("keydown", addKey, true);
  });
}

function countOf(on: Page): Promise<{ taps: number; keys: number }> {
  return on.evaluate(() => Reflect.get(globalThis, "count"));
}

/** Moves the focus to the element by keyboard only. */
async function tabTo(name: RegExp, key = "Tab") {
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? "");
  for (let press = 0; press < 30 && !name.test(await focused()); press += 1) {
    await page.keyboard.press(key);
  }
  expect(await focused()).toMatch(name);
}
