// The most common tasks of a front desk, each done in a browser with its clicks and keys counted.
// docs/desk-tasks.md has the counts and those of version 2b4e677; no count may be higher than it
// was.
import { readFileSync } from "node:fs";
import type { Browser } from "playwright-core";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { makeInquiry, makeOpenHours, makePractice } from "#server/db/make.ts";
import { expectAccessible, openBrowser, type WatchedPage } from "./browser.ts";
import { openDesk as openDeskOf, outcomesOf, zoneAt } from "./desk.ts";
import { type Product, sharedProduct } from "./product.ts";

type Steps = { clicks: number; keys: number; fields: number };

let product: Product;
let browser: Browser;
let page: WatchedPage;
let practice: Awaited<ReturnType<typeof makePractice>>;
let fields = 0;

beforeAll(async () => {
  browser = await openBrowser();
  product = await sharedProduct();
});
beforeEach(async () => {
  fields = 0;
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

test("log a call that reached voicemail, with the mouse", async () => {
  const id = await openQueue();
  await callFirst();
  await result("Voicemail").click();
  await expect.poll(() => outcomesOf(product, id)).toEqual(["voicemail"]);
  await page.getByText(/, next attempt \S/).waitFor();
  await expectSteps("Call, voicemail");
});

test("log a call that reached voicemail, by keyboard", async () => {
  const id = await openQueue();
  await page.keyboard.press("j");
  await page.keyboard.press("c");
  await question().waitFor();
  await page.keyboard.press("2");
  await expect.poll(() => outcomesOf(product, id)).toEqual(["voicemail"]);
  await expectSteps("Call, voicemail, by keyboard");
});

test("log a call that was booked, and undo it", async () => {
  const id = await openQueue();
  await callFirst();
  await result("Booked").click();
  await expect.poll(() => outcomesOf(product, id)).toEqual(["booked"]);
  await expectSteps("Call, booked");
  await countSteps();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await page
    .locator(`[data-lead="${id}"]`)
    .getByRole("button", { name: /I’m calling/ })
    .waitFor();
  await expectSteps("Undo");
});

test("find someone with the search", async () => {
  await openQueue();
  await addLead("Wanted");
  await page.keyboard.press("/");
  await type("Wanted");
  await page.getByRole("link", { name: "Wanted Quintero" }).waitFor();
  await expectSteps("Find someone");
});

test.each([
  ["Callback in an hour", /^In an hour/],
  ["Callback at 2 pm", "2 pm Today"],
])("%s", async (task, time) => {
  const id = await openQueue();
  await callFirst();
  await question().getByRole("button", { name: time }).click();
  await expect.poll(() => outcomesOf(product, id)).toEqual(["call_back"]);
  await expectSteps(task);
});

test("set a callback with a day and a time", async () => {
  const id = await openQueue();
  await callFirst();
  await question().getByRole("button", { name: "Tomorrow", exact: true }).click();
  await question().getByRole("button", { name: "11 am Tomorrow" }).click();
  await expect.poll(() => outcomesOf(product, id)).toEqual(["call_back"]);
  await expectSteps("Callback tomorrow at 11 am");
});

test("set a callback at a time that is typed in words", async () => {
  const id = await openQueue();
  await callFirst();
  await question()
    .getByLabel(/^Date and time/)
    .focus();
  await type("tomorrow 2pm");
  await question()
    .getByText(/ 2:00 pm$/)
    .waitFor();
  await page.keyboard.press("Enter");
  await expect.poll(() => outcomesOf(product, id)).toEqual(["call_back"]);
  await expectSteps("Callback tomorrow at 2 pm");
});

test("log that someone asked not to be called again", async () => {
  const id = await openQueue();
  await callFirst();
  await result("Asked us to stop").click();
  await expect.poll(() => outcomesOf(product, id)).toEqual(["asked_to_stop"]);
  await expectSteps("Asked us to stop");
});

test("answer a new lead from the alert bar while a note about another lead is typed", async () => {
  page = await openDesk(`/lms/lead?id=${await addLead("Open")}`);
  const note = page.getByRole("textbox", { name: "Note", exact: true });
  await note.pressSequentially("Works until noon");
  const wish = [{ name: "message", values: ["A whiter smile"] }];
  const id = await addLead("Barbara", { answers: wish });
  const bar = page.getByRole("region", { name: "New leads" });
  const call = bar.getByRole("button", { name: "I’m calling Barbara Quintero" });
  await call.waitFor();
  await countSteps();
  await call.click();
  await page.locator(":focus").getByText("How did the call with Barbara Quintero go?").waitFor();
  await expectSteps("Answer from the bar");
  await question()
    .getByRole("link", { name: /^\(\d{3}\) / })
    .waitFor();
  await question().getByText("A whiter smile").waitFor();
  await question().getByRole("timer", { name: "Call time" }).waitFor();
  // Another lead waits behind the panel.
  await addLead("Cleo");
  await bar.getByText("+1 new").waitFor();
  await expectAccessible(page);
  await page.keyboard.press("2");
  await expect.poll(() => outcomesOf(product, id)).toEqual(["voicemail"]);
  // The focus is back in the note, which has nothing but its own text.
  await bar.getByRole("button", { name: "I’m calling Cleo Quintero" }).waitFor();
  await expect.poll(() => note.evaluate((one) => one === document.activeElement)).toBe(true);
  await page.keyboard.type(", then free");
  expect(await note.inputValue()).toBe("Works until noon, then free");
  await page.getByRole("heading", { level: 1, name: "Open Quintero" }).waitFor();
});

test("a note typed after a call is saved with the outcome and shown with the call", async () => {
  const id = await openQueue();
  await callFirst();
  await expectAccessible(page);
  const before = await steps();
  await page.getByLabel("Note").focus();
  await type("Mornings are best.");
  await result("Voicemail").click();
  await page.getByText("Saved: Voicemail, with a note.").waitFor();
  // The click on the result is counted with the call, not with the note.
  const after = await steps();
  expectCount("Note after a call", { ...after, clicks: after.clicks - before.clicks - 1 });
  await page.goto(`${product.origin}/lms/lead?id=${id}`);
  const called = page.getByRole("listitem").filter({ hasText: "Voicemail. Called by" });
  await called.getByText("Mornings are best.").waitFor();
  await page.getByRole("button", { name: "Notes 1" }).waitFor();
});

test("send an email from a template, with Send in view", async () => {
  const id = await addLead("Written");
  page = await openDesk("/lms/template?tab=email");
  await page.getByRole("button", { name: "Add starter templates" }).click();
  await page.getByRole("link", { name: /Missed call/ }).waitFor();
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${product.origin}/lms/lead?id=${id}`);
  await page.getByRole("button", { name: /I’m calling/ }).waitFor();
  await countSteps();
  await page.getByRole("tab", { name: "Email" }).click();
  await page.getByRole("button", { name: "Missed call" }).click();
  await page.getByRole("textbox", { name: "Message" }).getByText("First name").waitFor();
  const send = page.getByRole("button", { name: "Send", exact: true });
  const box = await send.boundingBox();
  expect((box?.y ?? 900) + (box?.height ?? 0)).toBeLessThanOrEqual(900);
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await send.click();
  await page.getByRole("listitem").filter({ hasText: "We tried to call you" }).waitFor();
  // The form has closed, and the focus is back on the button that opened it.
  const opener = page.getByRole("button", { name: "Missed call" });
  await expect.poll(() => opener.evaluate((one) => one === document.activeElement)).toBe(true);
  await expectSteps("Email from a template");
  // Send is in view even on a phone.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("button", { name: "Missed call" }).click();
  await page.getByRole("textbox", { name: "Message" }).getByText("First name").waitFor();
  const bottom = async () => {
    const end = await send.boundingBox();
    return (end?.y ?? 844) + (end?.height ?? 0);
  };
  await expect.poll(bottom).toBeLessThanOrEqual(844);
});

test("archive, with the mouse and by keyboard", async () => {
  const id = await addLead("Archived");
  page = await openDesk(`/lms/lead?id=${id}`);
  await countSteps();
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Archive" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Already a patient" }).click();
  await page.getByText("Archived", { exact: true }).first().waitFor();
  await expectSteps("Archive");
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  const edit = page.getByRole("button", { name: "Edit", exact: true });
  await expect.poll(() => edit.evaluate((one) => one === document.activeElement)).toBe(true);

  const other = await addLead("Other");
  await page.goto(`${product.origin}/lms/lead?id=${other}`);
  await page.getByRole("button", { name: /I’m calling/ }).waitFor();
  await page.waitForFunction(() => "isAnswering" in window);
  await countSteps();
  await page.keyboard.press("e");
  await page.getByRole("dialog").getByRole("button", { name: "Already a patient" }).click();
  await page.getByText("Archived", { exact: true }).first().waitFor();
  await expectSteps("Archive, by keyboard");
});

test("add a walk-in", async () => {
  await openQueue();
  await page.getByRole("link", { name: "Add lead" }).click();
  await page.getByLabel("First name").focus();
  await type("Marta");
  await page.getByLabel("Phone").focus();
  await type("(813) 555-0142");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "Marta" }).waitFor();
  await expectSteps("Add a walk-in");
});

/** Opens the dashboard with one lead to call, and starts counting. */
async function openQueue(): Promise<string> {
  const id = await addLead("First");
  page = await openDesk("/lms/dashboard");
  // The page's scripts put the number of leads into the title, so they are running now.
  await expect.poll(() => page.title()).toMatch(/^\(/);
  await countSteps();
  return id;
}

async function callFirst() {
  await page
    .getByRole("button", { name: /I’m calling/ })
    .first()
    .click();
  await question().waitFor();
}

function question() {
  return page.getByRole("region", { name: /^How did the call with/ });
}

function result(name: string) {
  return question().getByRole("button", { name });
}

/** Types into the field that has focus; a field is one step, however long its text is. */
async function type(text: string) {
  fields += 1;
  await page.keyboard.insertText(text);
}

async function countSteps() {
  fields = 0;
  await page.evaluate(() => {
    const isCounting = "steps" in globalThis;
    Object.assign(globalThis, { steps: { clicks: 0, keys: 0 } });
    if (isCounting) return;
    const add = (kind: string) => (event: Event) => {
      // A key that is pressed before hydration arrives twice, because the page dispatches it again.
      if (event.isTrusted) Reflect.get(globalThis, "steps")[kind] += 1;
    };
    // Counted on the way up, because Playwright stops a click whose target moved, and repeats it.
    addEventListener("pointerup", add("clicks"));
    addEventListener("keydown", add("keys"), true);
  });
}

async function steps(): Promise<Steps> {
  const counted = await page.evaluate(() => Reflect.get(globalThis, "steps"));
  return { ...counted, fields };
}

async function expectSteps(task: string) {
  expectCount(task, await steps());
}

function expectCount(task: string, counted: Steps) {
  const row = table.get(task);
  expect([task, textOf(counted)]).toEqual([task, row?.now]);
  expect(total(row?.now)).toBeLessThanOrEqual(total(row?.before));
}

const table = new Map(
  readFileSync(new URL("../docs/desk-tasks.md", import.meta.url), "utf8")
    .split("\n")
    .filter((line) => line.startsWith("| "))
    .map((line) => line.split("|").map((cell) => cell.trim()))
    .map(([, task = "", before = "", now = ""]) => [task, { before, now }]),
);

/** Returns the steps as text, such as "2 clicks, 1 field". */
function textOf({ clicks, keys, fields }: Steps): string {
  const parts = Object.entries({ click: clicks, key: keys, field: fields });
  const said = parts.filter(([name, count]) => count > 0 || (name === "click" && keys === 0));
  return said.map(([name, count]) => `${count} ${name}${count === 1 ? "" : "s"}`).join(", ");
}

function total(text = ""): number {
  return [...text.matchAll(/\d+/g)].reduce((sum, [digits]) => sum + Number(digits), 0);
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
