// Call results reach the server once or are reported as rejected: offline, after a reload, when
// another device was faster, and when no one tapped.
import type { Browser, Locator } from "playwright-core";
import { afterEach, beforeAll, expect, test } from "vitest";
import { makeInquiry, makePractice } from "#server/db/make.ts";
import { expectAccessible, openBrowser, type WatchedPage } from "./browser.ts";
import { callsOf, openDesk, outcomesOf } from "./desk.ts";
import { until } from "./process.ts";
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
afterEach(async () => {
  expect(page.troubles).toEqual([]);
  await page.context().close();
});

test("an outcome logged offline stays on the screen and is sent once after reconnecting", async () => {
  const lead = await addLead("Offline");
  page = await openDashboard();
  const row = page.locator(`[data-lead="${lead}"]`);
  await row.getByRole("button", { name: /I’m calling/ }).click();
  await row.getByText("How did the call").waitFor();
  await page.context().setOffline(true);
  await row.getByRole("button", { name: /Voicemail/ }).click();
  await row.getByText("Not saved yet: Voicemail.", { exact: false }).waitFor();
  page.troubles.length = 0;
  await page.context().setOffline(false);
  await until(async () => (await outcomesOf(product, lead)).length === 1);
  expect(await outcomesOf(product, lead)).toEqual(["voicemail"]);
  page.troubles.length = 0;
});

test("a call whose request failed is retried, even while everything else works", async () => {
  const lead = await addLead("Unlucky");
  page = await openDashboard();
  // Every attempt fails until `isFailing` is false. Otherwise the event stream's first message
  // would send the pending call.
  let isFailing = true;
  await page.route(/\/calls$/, (route) => (isFailing ? route.abort() : route.continue()));
  const row = page.locator(`[data-lead="${lead}"]`);
  await row.getByRole("button", { name: /I’m calling/ }).click();
  await row.getByRole("button", { name: /Voicemail/ }).click();
  await row.getByText("Not saved yet: Voicemail.", { exact: false }).waitFor();
  isFailing = false;
  await page.getByText("1 call saved.").waitFor();
  expect(await outcomesOf(product, lead)).toEqual(["voicemail"]);
  page.troubles.length = 0;
});

test("a note written offline is pending on the lead's page and is stored once after reconnecting", async () => {
  const lead = await addLead("Noted");
  page = await openDesk(browser, product.origin, practice, `/lms/lead?id=${lead}`);
  await page.getByRole("tab", { name: "Notes" }).click();
  const field = page.getByLabel("Note", { exact: true });
  await field.fill("Mornings are best.");
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Save note" }).click();
  const waiting = page.getByText("Not saved yet. We’ll save it when you’re back online.");
  await waiting.waitFor();
  await page.getByRole("listitem").getByText("Mornings are best.").waitFor();
  expect(await field.inputValue()).toBe("");
  await expectAccessible(page);
  await page.context().setOffline(false);
  await page.getByText("1 note saved.").waitFor();
  await waiting.waitFor({ state: "detached" });

  // The server stores the next note, but its response is lost.
  let isLost = true;
  await page.route(/\/notes$/, async (route) => {
    if (!isLost) return route.continue();
    await route.fetch();
    return route.abort();
  });
  await field.fill("Speaks Spanish.");
  await page.getByRole("button", { name: "Save note" }).click();
  await waiting.waitFor();
  isLost = false;
  await waiting.waitFor({ state: "detached" });
  const { rows } = await product.withTools(({ pool }) =>
    pool.query("select text from notes where lead_id = $1 order by at", [lead]),
  );
  expect(rows).toEqual([{ text: "Mornings are best." }, { text: "Speaks Spanish." }]);
  page.troubles.length = 0;
});

test("the undo of a call is sent after reconnecting if it was clicked offline", async () => {
  const lead = await addLead("Undone");
  page = await openDashboard();
  const row = page.locator(`[data-lead="${lead}"]`);
  await row.getByRole("button", { name: /I’m calling/ }).click();
  await row.getByText("How did the call").waitFor();
  await page.context().setOffline(true);
  await row.getByRole("button", { name: /Voicemail/ }).click();
  await row.getByText("Not saved yet: Voicemail.", { exact: false }).waitFor();
  await row.getByRole("button", { name: "I didn’t call" }).click();
  await row.getByRole("button", { name: /I’m calling/ }).waitFor();
  await page.context().setOffline(false);
  await page.getByText("saved yet").first().waitFor({ state: "detached" });
  const { rows } = await product.withTools((tools) =>
    tools.pool.query("select outcome, voided_at from calls where lead_id = $1", [lead]),
  );
  expect(rows).toEqual([{ outcome: null, voided_at: expect.anything() }]);
  page.troubles.length = 0;
});

test("a call tapped offline shows the outcome question, and is saved with the time of the tap", async () => {
  const lead = await addLead("Unheard");
  page = await openDashboard();
  const row = page.locator(`[data-lead="${lead}"]`);
  await row.waitFor();
  await page.context().setOffline(true);
  const tappedAt = Date.now();
  await row.getByRole("button", { name: /I’m calling/ }).dblclick();
  await row.getByText("How did the call").waitFor();
  await row.getByRole("button", { name: /Spoke/ }).click();
  await row.getByText("Not saved yet: Spoke with them.", { exact: false }).waitFor();
  const heardAt = Date.now() + 1000;
  await until(() => Date.now() > heardAt);
  await page.context().setOffline(false);
  await until(async () => (await outcomesOf(product, lead)).length === 1);
  await page.getByText("saved yet").first().waitFor({ state: "detached" });
  const [call, ...others] = await callsOf(product, lead);
  expect(others).toEqual([]);
  expect(call).toMatchObject({ outcome: "spoke", isEnteredLater: true });
  expect(Number(call?.calledAt)).toBeLessThan(heardAt);
  expect(Number(call?.calledAt)).toBeGreaterThan(tappedAt - 1000);
  page.troubles.length = 0;
});

test("several offline calls are saved with their own times and never look lost after reconnecting", async () => {
  const leads = [await addLead("First"), await addLead("Second")];
  page = await openDashboard();
  await page.locator(`[data-lead="${leads[0]}"]`).waitFor();
  await page.context().setOffline(true);
  const tapped: { from: number; to: number }[] = [];
  for (const lead of leads) {
    const row = page.locator(`[data-lead="${lead}"]`);
    const from = Date.now();
    await row.getByRole("button", { name: /I’m calling/ }).click();
    await row.getByRole("button", { name: /Voicemail/ }).click();
    // Each row shows its recorded outcome.
    await row.getByText("Not saved yet: Voicemail.", { exact: false }).waitFor();
    await row.getByRole("button", { name: /Voicemail/, pressed: true }).waitFor();
    tapped.push({ from, to: Date.now() });
  }
  await page.getByText("2 calls aren’t saved yet.", { exact: false }).waitFor();
  const heardAt = Date.now() + 2500;
  await until(() => Date.now() > heardAt);
  const isStruck = watchFor(page, "No longer in the queue");
  await page.context().setOffline(false);
  await page.getByText("2 calls saved.").waitFor();
  for (const [index, lead] of leads.entries()) {
    await until(async () => (await outcomesOf(product, lead)).length === 1);
    const [call] = await callsOf(product, lead);
    expect(call).toMatchObject({ outcome: "voicemail", isEnteredLater: true });
    // The browser knows the server's clock to about a second.
    expect(Number(call?.calledAt)).toBeGreaterThan((tapped[index]?.from ?? 0) - 1000);
    expect(Number(call?.calledAt)).toBeLessThan((tapped[index]?.to ?? 0) + 1000);
  }
  await page.getByText("saved yet").first().waitFor({ state: "detached" });
  await expect.poll(() => page.getByText("How did the call").count()).toBe(0);
  expect(await isStruck()).toBe(false);
  page.troubles.length = 0;
});

test("an outcome is shown before the server has it, and the row doesn't offer another call before the list reloads", async () => {
  const lead = await addLead("Slow");
  page = await openDashboard();
  const row = page.locator(`[data-lead="${lead}"]`);
  const isBegun = page.waitForResponse(/\/calls$/);
  await row.getByRole("button", { name: /I’m calling/ }).click();
  await row.getByText("How did the call").waitFor();
  await isBegun;
  const isShown = Promise.withResolvers<void>();
  await page.route("**/*", async (route) => {
    await isShown.promise;
    await route.continue();
  });
  const isOffered = watchFor(page, "I’m calling", `[data-lead="${lead}"]`);
  await row.getByRole("button", { name: /Booked/ }).click();
  await row.getByRole("button", { name: /Booked/, pressed: true }).waitFor();
  isShown.resolve();
  await row.waitFor({ state: "detached" });
  expect(await isOffered()).toBe(false);
  expect(await outcomesOf(product, lead)).toEqual(["booked"]);
});

test("screens opened offline say that they couldn't load, and the list keeps its rows and clocks", async () => {
  const addedAt = Date.now();
  const lead = await addLead("Stays");
  page = await openDashboard();
  const row = page.locator(`[data-lead="${lead}"]`);
  await row.waitFor();
  // By default the browser records only 250 resources.
  await page.evaluate(() => performance.setResourceTimingBufferSize(1000));
  // The other screens are prefetched shortly after this one has rendered.
  await expect.poll(() => fetched(/(archive|template|profile|lead)-main/)).toBe(4);
  await page.context().setOffline(true);
  const places = [
    ["Archive", "We couldn’t load the archive."],
    ["Template", "We couldn’t load your templates."],
    ["Profile", "We couldn’t load your profile."],
  ] as const;
  for (const [name, sentence] of places) {
    await page.getByRole("link", { name, exact: true }).click();
    await page.getByText(sentence).waitFor();
  }
  await page.getByRole("link", { name: "Dashboard" }).click();
  await row.waitFor();
  expect(await secondsOn(row)).toBeGreaterThan((Date.now() - addedAt) / 1000 - 3);
  await row.getByRole("link", { name: /Stays/ }).click();
  await page.getByText("We couldn’t load this lead.").waitFor();
  await page.goBack();
  await row.getByRole("button", { name: /I’m calling/ }).click();
  await row.getByText("How did the call").waitFor();
  await page.context().setOffline(false);
  await page.getByText("Connection lost at").waitFor({ state: "detached" });
  page.troubles.length = 0;
});

test("an outcome that the server permanently rejects is reported until it is dismissed", async () => {
  const lead = await addLead("Refused");
  page = await openDashboard();
  const row = page.locator(`[data-lead="${lead}"]`);
  await row.getByRole("button", { name: /I’m calling/ }).click();
  await row.getByText("How did the call").waitFor();
  await page.context().setOffline(true);
  await row.getByRole("button", { name: /Voicemail/ }).click();
  await row.getByText("Not saved yet: Voicemail.", { exact: false }).waitFor();
  // Another device undoes the call.
  await product.withTools((tools) =>
    tools.pool.query("update calls set voided_at = now() where lead_id = $1", [lead]),
  );
  await page.context().setOffline(false);
  await page.getByText("A call couldn’t be saved: Voicemail.").waitFor();
  await page.reload();
  await page.getByText("A call couldn’t be saved: Voicemail.").waitFor();
  await page.getByRole("button", { name: "Dismiss" }).click();
  await page.getByText("A call couldn’t be saved").waitFor({ state: "detached" });
  expect(await outcomesOf(product, lead)).toEqual([]);
  page.troubles.length = 0;
});

test("a call made without tapping a button can be logged on the lead's page with its own time", async () => {
  const lead = await addLead("Earlier");
  page = await openDesk(browser, product.origin, practice, `/lms/lead?id=${lead}`);
  await page.getByRole("button", { name: "Log a call" }).click();
  const dialog = page.getByRole("dialog", { name: "Log an earlier call" });
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await expect.poll(() => dialog.getByText("Please fill this in.").count()).toBe(2);
  await dialog.getByLabel(/When/).fill("2020-01-01T09:00");
  await dialog.getByLabel("Result").selectOption("Callback");
  await dialog.getByLabel(/^Callback time/).fill("tomorrow 2pm");
  await dialog.getByText(/ 2:00 pm$/).waitFor();
  await dialog.getByLabel("Result").selectOption("Booked");
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await dialog.getByText("That’s before the inquiry came in.").waitFor();
  // The browser logs the rejected request to its console.
  page.troubles.length = 0;
  const thisMinute = (await dialog.getByLabel(/When/).getAttribute("max")) ?? "";
  await dialog.getByLabel(/When/).fill(thisMinute);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await dialog.waitFor({ state: "hidden" });
  await page.getByText("Booked", { exact: true }).first().waitFor();
  expect(await callsOf(product, lead)).toMatchObject([{ outcome: "booked", isEnteredLater: true }]);
});

/** Returns how many of the page's resources have a matching URL. */
function fetched(files: RegExp): Promise<number> {
  return page.evaluate((pattern) => {
    const entries = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
    const isMeant = new RegExp(pattern);
    return entries.filter(({ name, responseEnd }) => responseEnd > 0 && isMeant.test(name)).length;
  }, files.source);
}

/** Returns the seconds on the row's clock. */
async function secondsOn(row: Locator): Promise<number> {
  const shown = /(\d+):(\d\d)/.exec(await row.innerText());
  return Number(shown?.[1]) * 60 + Number(shown?.[2]);
}

/** Watches the page from now on. The returned function tells whether the words ever appeared. */
function watchFor(page: WatchedPage, words: string, within = "body") {
  const watching = page.evaluate(
    ([words, within]) => {
      const seen = { words: false };
      const look = () => {
        const text = document.querySelector<HTMLElement>(within)?.innerText ?? "";
        if (text.includes(words)) seen.words = true;
      };
      new MutationObserver(look).observe(document, { childList: true, subtree: true });
      Object.assign(window, { seen });
    },
    [words, within] as const,
  );
  return async () => {
    await watching;
    return page.evaluate(() => (window as unknown as { seen: { words: boolean } }).seen.words);
  };
}

function openDashboard() {
  return openDesk(browser, product.origin, practice, "/lms/dashboard");
}

async function addLead(firstName: string): Promise<string> {
  const { lead } = await product.withTools((tools) =>
    makeInquiry(tools, practice.clientId, { firstName }),
  );
  return lead._id;
}
