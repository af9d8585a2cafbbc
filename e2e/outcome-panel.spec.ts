// The question after a call, by keyboard, offline and on a phone. Also the rest of a lead's page:
// the person's own words, the menu of less common actions, and the folded entries.
import type { Browser, Locator } from "playwright-core";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { makeCall, makeInquiry, makeOpenHours, makePerson, makePractice } from "#server/db/make.ts";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  openBrowser,
  type WatchedPage,
} from "./browser.ts";
import { atPhoneWidths, openDesk as openDeskOf, outcomesOf, phone, zoneAt } from "./desk.ts";
import { type Product, sharedProduct } from "./product.ts";

let product: Product;
let browser: Browser;
let page: WatchedPage;
let practice: Awaited<ReturnType<typeof makePractice>>;

beforeAll(async () => {
  browser = await openBrowser();
  product = await sharedProduct();
});
beforeEach(async () => {
  await product.withTools(async (tools) => {
    practice = await makePractice(tools);
    // It's 10 am in this time zone, so 2 pm is still ahead.
    const hours = { timeZone: zoneAt(10), from: "08:00", to: "18:00" };
    await makeOpenHours(tools, practice.clientId, hours);
  });
});
afterEach(async () => {
  expect(page.troubles).toEqual([]);
  await page.context().close();
});

test("a call, its note and a callback at 2 pm can be logged by keyboard only", async () => {
  const id = await openQueue();
  await page.keyboard.press("j");
  await page.keyboard.press("c");
  await question().waitFor();
  await page.keyboard.press("Tab");
  // Digits that are typed into the field are text; Enter gives the keys back to the panel's
  // shortcuts.
  await page.keyboard.type("Ask for 2 people.");
  await page.keyboard.press("Enter");
  expect(await outcomesOf(product, id)).toEqual([]);
  await page.keyboard.press("5");
  await expect.poll(focusedText).toMatch(/^In an hour/);
  await page.keyboard.press("Tab");
  await expect.poll(focusedText).toMatch(/^2 pm/);
  await page.keyboard.press("Enter");
  await page.getByText("Saved: Callback, with a note.").waitFor();
  await expect.poll(() => outcomesOf(product, id)).toEqual(["call_back"]);
});

test("a call, its note and a callback can be logged with only a screen reader's names and announcements", async () => {
  const id = await openQueue();
  const main = page.getByRole("main");
  const queue = main.getByRole("region", { name: "Leads" });
  const tree = () => main.ariaSnapshot();
  expect(await tree()).toMatch(/region "Not called yet"/);
  expect(await tree()).toMatch(/- link "First Quintero"/);

  await queue.getByRole("button", { name: "I’m calling First Quintero" }).press("Enter");
  const asked = main.getByRole("region", { name: "How did the call with First go?" });
  await asked.waitFor();
  // The focus is in the question, so its name is read first.
  expect(await focusedRegion()).toBe("How did the call with First go?");
  const panel = await asked.ariaSnapshot();
  for (const name of ["Voicemail", "No answer", "Booked", "Spoke with them", "Wrong number"]) {
    expect(panel).toMatch(new RegExp(`- button "${name}`));
  }
  await asked.getByRole("textbox", { name: "Note" }).fill("Asked for the afternoon.");
  const times = asked.getByRole("group", { name: "Callback" });
  await times.getByRole("button", { name: /^2 pm/ }).press("Enter");
  // The saved outcome is announced with the name and the time, and can be undone.
  const said = page.getByRole("status").filter({ hasText: "Saved: Callback, with a note." });
  await said.getByText(/First Quintero, .*2:00 pm/).waitFor();
  await page.getByRole("button", { name: /^Undo/ }).waitFor();
  await expect.poll(() => outcomesOf(product, id)).toEqual(["call_back"]);
  expect(await notesOf(id)).toEqual(["Asked for the afternoon."]);
  await expect.poll(tree).not.toMatch(/region "Not called yet"/);
  const later = main.getByRole("complementary", { name: "Later today" });
  await later.getByRole("link", { name: "First Quintero" }).waitFor();

  // A lead that arrives now is announced by name.
  await addLead("Second");
  await page
    .getByRole("status")
    .filter({ hasText: /New lead: Second/ })
    .first()
    .waitFor();
});

test("Escape moves from the note to the panel and then offers to remove the call; the note stays, and an undo restores the call", async () => {
  const id = await openQueue();
  await page.keyboard.press("c");
  await question().waitFor();
  await page.keyboard.press("Tab");
  await page.keyboard.type("Typed too soon");
  await page.keyboard.press("Escape");
  await question().waitFor();
  await page.reload();
  // The typed text survives a reload.
  await expect.poll(() => page.getByLabel("Note").inputValue()).toBe("Typed too soon");
  await page.getByLabel("Note").focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  const asked = page.getByRole("dialog", { name: "Remove this call?" });
  await asked.getByRole("button", { name: "Keep call" }).click();
  await question().waitFor();
  await page.keyboard.press("Escape");
  await asked.getByRole("button", { name: "Remove call" }).click();
  await question().waitFor({ state: "detached" });
  const call = page.locator(`[data-lead="${id}"]`).getByRole("button", { name: /I’m calling/ });
  await call.waitFor();
  await page.getByText("Call removed.").waitFor();
  await page.keyboard.press("z");
  await page.getByText("The call is back.").waitFor();
  await question().waitFor();
  expect(await page.getByLabel("Note").inputValue()).toBe("Typed too soon");
  await question().getByRole("button", { name: "I didn’t call" }).click();
  await call.waitFor();
  await expect
    .poll(() =>
      product.withTools(async ({ pool }) => {
        const { rows } = await pool.query("select voided_at from calls where lead_id = $1", [id]);
        return rows.map((row) => row.voided_at !== null);
      }),
    )
    .toEqual([true]);
  // The next call starts with the note of the call that was removed.
  await call.click();
  expect(await page.getByLabel("Note").inputValue()).toBe("Typed too soon");
});

test("in the queue and in Callbacks, an urgent word marks a lead's row, and the call panel shows the whole message with the number", async () => {
  const said = `I chipped a front tooth and ${"it is sharp and I can’t eat, so ".repeat(12)}please call.`;
  const id = await addLead("Chipped", { answers: [{ name: "message", values: [said] }] });
  page = await openDesk("/lms/dashboard");
  const row = page.locator(`[data-lead="${id}"]`);
  await row.getByText("Urgent", { exact: true }).waitFor();
  expect(await row.locator("mark").innerText()).toBe("chipped");
  await row.getByRole("button", { name: /I’m calling/ }).click();
  for (const width of [1440, 720, 390]) {
    await page.setViewportSize({ width, height: 844 });
    const panel = width < 700 ? page.getByRole("dialog") : question();
    await panel.getByText("How did the call with Chipped Quintero go?").waitFor();
    await panel.getByText(said).waitFor();
    await panel.getByRole("link", { name: /^\(\d{3}\) / }).waitFor();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  }
  await page.setViewportSize({ width: 1440, height: 844 });
  await question()
    .getByRole("button", { name: /^In an hour/ })
    .click();
  await expect.poll(() => outcomesOf(product, id)).toEqual(["call_back"]);

  await page.goto(`${product.origin}/lms/callbacks`);
  await row.getByText("Urgent", { exact: true }).waitFor();
  expect(await row.locator("mark").innerText()).toBe("chipped");
  await row.getByRole("button", { name: /I’m calling/ }).click();
  await question().getByText(said).waitFor();
  await question()
    .getByRole("link", { name: /^\(\d{3}\) / })
    .waitFor();
  await expectAccessible(page);
  for (const width of [390, 720]) {
    await page.setViewportSize({ width, height: 844 });
    await expectNoSidewaysScroll(page);
  }
});

test("the call panel says which language the person speaks and under which name they are known, on a phone too", async () => {
  const shared = { phone: "(800) 555-0142" };
  const id = await addLead("Arjun", shared);
  await addLead("Olivia", { ...shared, email: "" });
  await product.withTools(({ pool }) =>
    pool.query("update leads set language = 'es' where id = $1", [id]),
  );
  page = await openDesk("/lms/dashboard");
  await page
    .locator(`[data-lead="${id}"]`)
    .getByRole("button", { name: /I’m calling/ })
    .click();
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    const panel = width < 700 ? page.getByRole("dialog") : question();
    await panel.getByText("How did the call with Olivia Quintero go?").waitFor();
    await panel.getByText("Speaks Spanish · Known as Arjun Quintero").waitFor();
    await expectAccessible(page);
  }
});

test("every screen of a colleague says who is calling a lead, and for how long, and asks for the result only on request", async () => {
  const id = await openQueue();
  const [promised, archived] = [await addCalled("Promised"), await addCalled("Archived")];
  await product.withTools(async (tools) => {
    const mei = await makePerson(tools, practice.clientId, { firstName: "Mei" });
    for (const one of [id, promised, archived]) {
      await makeCall(tools, mei, one, { calledAt: new Date() });
    }
  });
  const calling = page.getByRole("button", { name: /^Mei is calling, \d:\d\d/ });
  const row = page.locator(`[data-lead="${id}"]`);
  await row.getByText(/^Mei is calling, 0:\d\d/).waitFor();
  await row.getByText("clock paused").waitFor();
  await expectAccessible(page);
  const paths = [`/lms/lead?id=${id}`, "/lms/archive", "/lms/dashboard?q=archived"];
  for (const path of [...paths, "/lms/callbacks"]) {
    await page.goto(product.origin + path);
    await page.waitForFunction(() => "isAnswering" in window);
    await calling.waitFor();
    expect(await question().count()).toBe(0);
    await expectAccessible(page);
  }
  await calling.click();
  await question().getByRole("button", { name: "Spoke" }).click();
  await expect.poll(() => outcomesOf(product, promised)).toEqual(["call_back", "spoke"]);
});

test("a number tapped in the foot of later callbacks opens the lead's page, which asks for the result", async () => {
  const id = await addCalled("Promised");
  page = await openDesk("/lms/dashboard");
  await blockDialer();
  const later = page.getByRole("complementary", { name: "Later today" });
  await later.getByRole("link", { name: /^\(\d{3}\) / }).click();
  await page.getByRole("heading", { level: 1, name: "Promised Quintero" }).waitFor();
  await question().getByRole("button", { name: "Spoke" }).waitFor();
  // Another tap belongs to the same call, and opens the page again.
  await page.goBack();
  await later.getByRole("link", { name: /^\(\d{3}\) / }).click();
  await question().getByRole("button", { name: "Spoke" }).click();
  await expect.poll(() => outcomesOf(product, id)).toEqual(["call_back", "spoke"]);
});

test("a note written offline is sent with its call", async () => {
  const id = await openQueue();
  await page.context().setOffline(true);
  await page.getByRole("button", { name: /I’m calling/ }).click();
  await question().waitFor();
  await page.getByLabel("Note").fill("Written offline");
  await question().getByRole("button", { name: "Spoke" }).click();
  await page.getByText("Not saved yet: Spoke with them, with a note.", { exact: false }).waitFor();
  await page.context().setOffline(false);
  await expect.poll(() => outcomesOf(product, id)).toEqual(["spoke"]);
  await expect.poll(() => notesOf(id)).toEqual(["Written offline"]);
  // The page's requests failed while the connection was down.
  page.troubles.length = 0;
});

test("a lead's menu opens, moves and closes by keyboard, and returns the focus", async () => {
  const id = await addLead("Menu");
  page = await openDesk(`/lms/lead?id=${id}`);
  const more = page.getByRole("button", { name: "More", exact: true });
  await more.focus();
  await page.keyboard.press("ArrowDown");
  await expect.poll(focusedText).toBe(" Archive");
  await expectAccessible(page);
  await page.keyboard.press("End");
  await expect.poll(focusedText).toBe(" Delete");
  await page.keyboard.press("ArrowDown");
  await expect.poll(focusedText).toBe(" Archive");
  // The screen's shortcuts are off while the menu is open; otherwise C would call.
  await page.keyboard.press("c");
  await page.keyboard.press("Escape");
  await expect.poll(focusedText).toBe(" More");
  expect(await page.getByRole("menuitem").count()).toBe(0);
  expect(await question().count()).toBe(0);
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: "Mark as do not call" }).click();
  await page.getByRole("dialog").getByLabel("Reason").waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(focusedText).toBe(" More");
});

test("a lead's delivery and alert entries are folded, and stay unfolded while the page is open", async () => {
  const id = await addLead("Folded");
  page = await openDesk(`/lms/lead?id=${id}`);
  const fold = page.getByRole("button", { name: /delivery and alerts \(\d+\)/ });
  await fold.waitFor();
  await page.getByText(/^(Form submitted|Asked on )/).waitFor();
  expect(await page.getByText("First seen").and(page.locator("ol strong")).count()).toBe(0);
  await fold.press("Enter");
  await page.locator("ol strong", { hasText: "First seen" }).waitFor();
  await page.getByRole("button", { name: "Calls", exact: true }).click();
  await page.getByText("No calls yet.").waitFor();
  await page.getByRole("button", { name: "Everything" }).click();
  await page.locator("ol strong", { hasText: "First seen" }).waitFor();
  await expectAccessible(page);
});

test("a lead's page begins with the person's own words", async () => {
  const answers = [
    { name: "what_are_you_interested_in", values: ["teeth_whitening"] },
    { name: "your-message", values: ["Are aligners covered by my plan? Mornings are best."] },
  ];
  const id = await addLead("Wordy");
  const sql = "update inquiries set answers = $1 where lead_id = $2";
  await product.withTools((tools) => tools.pool.query(sql, [JSON.stringify(answers), id]));
  page = await openDesk(`/lms/lead?id=${id}`);
  const card = page.getByRole("region", { name: "Contact" });
  const texts = await card.locator("dd").allInnerTexts();
  expect(texts[0]).toContain("Are aligners covered by my plan? Mornings are best.");
  await card.getByText("What are you interested in?").waitFor();
  await card.getByText("Teeth whitening").waitFor();
  const wordsAt = await card.locator("dd").first().boundingBox();
  const numberAt = await card.getByRole("link", { name: /^\(/ }).first().boundingBox();
  expect(wordsAt?.y ?? 0).toBeLessThan(numberAt?.y ?? 0);
  await expectAccessible(page);
});

test("the outcome question covers the page on a phone, even a small one, and names the lead", async () => {
  const id = await addLead("Handheld");
  page = await openDesk("/lms/dashboard", phone(320));
  await blockDialer();
  await page.locator(`[data-lead="${id}"]`).getByRole("link", { name: /^Call/ }).tap();
  const sheet = page.getByRole("dialog", { name: "How did the call with Handheld go?" });
  await atPhoneWidths(page, async (width) => {
    await sheet.getByText("Handheld Quintero").waitFor();
    await sheet.getByRole("link", { name: /^\(/ }).waitFor();
    // The page behind can't be tapped, because a tap outside the question only postpones it.
    const behind = await page.evaluate((x) => document.elementFromPoint(x, 6)?.tagName, width / 2);
    expect(behind).toBe("DIALOG");
    // Polled, because the sheet slides in.
    const bottom = () => sheet.evaluate((one) => Math.round(one.getBoundingClientRect().bottom));
    await expect.poll(bottom).toBe(844);
    // On the narrowest phones, the results scroll under the name and the number.
    const hidden = await sheet.evaluate((one) => one.scrollHeight - one.clientHeight);
    if (width >= 390) expect(hidden).toBe(0);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });
  await page.touchscreen.tap(195, 6);
  await sheet.waitFor({ state: "detached" });
  await question().waitFor();
  expect(await outcomesOf(product, id)).toEqual([]);
});

test("at a zoom of 200%, the name and the number stay in view in the sheet and in the row, and the sheet has no focus ring", async () => {
  await addLead("Zoomed");
  page = await openDesk("/lms/dashboard", { viewport: { width: 640, height: 360 } });
  await expect.poll(() => page.title()).toMatch(/^\(/);
  await page.keyboard.press("c");
  const sheet = page.getByRole("dialog", { name: "How did the call with Zoomed go?" });
  const focused = sheet.locator("[data-called-at]:focus-visible");
  await focused.waitFor();
  expect(await focused.evaluate((one) => getComputedStyle(one).outlineStyle)).toBe("none");
  await expectHeadInView(sheet, "Voicemail");
  await expectAccessible(page);
  await sheet.getByRole("button", { name: "Ask me later" }).click();
  await expectHeadInView(question(), "Asked us to stop");
});

/** Scrolls to a result, and expects that the name and the number are still in view. */
async function expectHeadInView(panel: Locator, result: string) {
  const button = panel.getByRole("button", { name: result });
  await button.evaluate((one) => one.scrollIntoView({ block: "end" }));
  for (const part of [
    panel.getByText(/^How did the call/),
    panel.getByRole("link", { name: /^\(\d{3}\) / }),
  ]) {
    const box = await part.boundingBox();
    expect(box?.y).toBeGreaterThanOrEqual(0);
    expect((box?.y ?? 360) + (box?.height ?? 0)).toBeLessThan(200);
  }
}

/**
 * Prevents the default of phone links: a desktop browser asks in its own window how to open them,
 * and that window blocks the page.
 */
async function blockDialer() {
  await page.evaluate(() => addEventListener("click", (event) => event.preventDefault(), true));
}

/** Opens the dashboard with one lead to call. */
async function openQueue(): Promise<string> {
  const id = await addLead("First");
  page = await openDesk("/lms/dashboard");
  // The page's scripts put the number of leads into the title, so they are running now.
  await expect.poll(() => page.title()).toMatch(/^\(/);
  return id;
}

function question() {
  return page.getByRole("region", { name: /^How did the call with/ });
}

/** Returns the name of the region that has the focus. */
function focusedRegion(): Promise<string | undefined> {
  return page.evaluate(() => {
    const region = document.activeElement?.closest("section, [role=region]");
    const label = region?.getAttribute("aria-labelledby") ?? "";
    return region?.getAttribute("aria-label") ?? document.getElementById(label)?.textContent;
  });
}

function focusedText(): Promise<string> {
  return page.evaluate(() => document.activeElement?.textContent ?? "");
}

function openDesk(path: string, options = {}) {
  return openDeskOf(browser, product.origin, practice, path, options);
}

function addLead(firstName: string, change: Parameters<typeof makeInquiry>[2] = {}) {
  const made = { firstName, email: `${firstName.toLowerCase()}@example.com`, ...change };
  return product.withTools(
    async (tools) => (await makeInquiry(tools, practice.clientId, made)).lead._id,
  );
}

/** Adds a lead that was called half an hour ago: with a callback in an hour, or archived. */
async function addCalled(firstName: "Promised" | "Archived"): Promise<string> {
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  const id = await addLead(firstName, { submittedAt: ago(40) });
  const result =
    firstName === "Promised"
      ? ({ outcome: "call_back", callBackAt: ago(-60) } as const)
      : ({ outcome: "wrong_number" } as const);
  await product.withTools((tools) =>
    makeCall(tools, practice, id, { calledAt: ago(30), ...result }),
  );
  return id;
}

async function notesOf(leadId: string): Promise<string[]> {
  const sql = "select text from notes where lead_id = $1";
  const { rows } = await product.withTools((tools) => tools.pool.query(sql, [leadId]));
  return rows.map(({ text }) => text);
}
