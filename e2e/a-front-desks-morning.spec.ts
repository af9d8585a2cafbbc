// A front desk's morning: leads from every source, some returning, one at night; every outcome, an
// undo, a due callback, a lost connection. At the end each figure on the dashboard and the figures
// page equals a count from the leads' timelines and opens a list of that many inquiries.
import type { Browser } from "playwright-core";
import { beforeAll, expect, inject, test } from "vitest";
import type { LeadDetail } from "#contract/lead-detail.ts";
import {
  dayTimeZone,
  makeCall,
  makeCampaign,
  makeFormSource,
  makeInquiry,
  makeMetaSource,
  makeOpenHours,
  makePlatformId,
  makePractice,
  type Tools,
} from "#server/db/make.ts";
import { makePhone } from "#server/db/make-phone.ts";
import {
  clockIn,
  dayOf,
  type Hours,
  isOne,
  type Reading,
  recordedCalls,
  type Wait,
  waitsIn,
} from "#server/testing/expected-figures.ts";
import { openBrowser, type WatchedPage } from "./browser.ts";
import { openDesk } from "./desk.ts";
import { behind, figureLinks, figuresOf, readFigures, readLists } from "./figures-page.ts";
import { type Product, sharedProduct } from "./product.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

let product: Product;
let browser: Browser;
let page: WatchedPage;
let practice: Awaited<ReturnType<typeof makePractice>>;
let hours: Hours;
beforeAll(async () => {
  browser = await openBrowser();
  product = await sharedProduct();
});

test("every figure matches the timelines after a front desk's morning", async () => {
  // The practice opened four minutes ago, and leads from the night have been due since then.
  const timeZone = dayTimeZone(new Date());
  const openedAt = Date.now() - 4 * minuteMs;
  // This person was called two hours ago and sends another inquiry today.
  const askedBefore = makePhone();
  const { meta, form, archived } = await product.withTools(async (tools) => {
    practice = await makePractice(tools);
    const { clientId } = practice;
    hours = { timeZone, from: clockIn(openedAt, timeZone), to: "23:00" };
    await makeOpenHours(tools, clientId, hours);
    const meta = await makeMetaSource(tools, clientId, { name: "Instant form" });
    const form = await makeFormSource(tools, clientId, "Website");
    const { campaignId } = await makeCampaign(tools, {
      clientId,
      name: "Still running",
      platform: "google",
      impressions: 3680,
    });
    const archived = await seedPastInquiries(tools, openedAt, campaignId);
    const early = await makeInquiry(tools, clientId, {
      ...{ firstName: "Early", phone: askedBefore },
      submittedAt: new Date(Date.now() - 3 * hourMs),
    });
    const calledAt = new Date(Date.now() - 2 * hourMs);
    await makeCall(tools, practice, early.lead._id, { calledAt, outcome: "voicemail" });
    return { meta, form, archived };
  });

  page = await openDesk(browser, product.origin, practice, "/lms/dashboard");
  await post(`/api/leads/${archived}/archive`, { reason: "Already a patient" });
  const twice = makePhone();
  await deliver(meta, [
    ...[1, 1, 2, 2, 3, 3, 4, 4].map((minutes) => ({ agoMs: minutes * minuteMs })),
    ...[20, 25, 30, 40].map((minutes) => ({ agoMs: minutes * minuteMs, campaign: "Aligners" })),
    ...[70, 80, 200].map((minutes) => ({ agoMs: minutes * minuteMs })),
    { agoMs: 5 * hourMs, name: "Night Owl" },
    { agoMs: 5 * minuteMs, name: "Asks Twice", phone: twice },
    { agoMs: minuteMs, name: "Early Again", phone: askedBefore },
  ]);
  await expect.poll(() => statistic("Leads")).toBe(22);
  for (let index = 0; index < 8; index += 1) {
    const [phone, name] = index === 0 ? [twice, "Asks Twice"] : [makePhone(), "Web Visitor"];
    await sendForm(form.formKey ?? "", phone, name);
  }
  await addByHand("Walker", makePhone());
  for (let index = 0; index < 4; index += 1) await post("/api/leads", byHand());
  await expect.poll(() => statistic("Leads")).toBe(34);

  // Logs outcomes by keyboard in queue order, some of them more than once.
  for (const key of [1, 2, 3, 4, 6, 7, 4, 3, 4, 1, 2, 3, 1, 4, 3, 2, 1, 3]) await call(String(key));
  await call("4");
  await page.keyboard.press("z");
  await expect.poll(undoneCalls).toBe(1);
  await setCallbackSoon("Asks Twice");
  await whileOffline();
  await expect.poll(() => page.title()).toContain("1 due");
  await callNamed("Asks Twice", "4");
  await callNamed("Night Owl", "4");

  // The walk-in doesn't answer, and the two new leads from the form stay uncalled.
  await callNamed("Walker", "3");
  for (let index = 0; index < 2; index += 1) await sendForm(form.formKey ?? "", makePhone());

  const details = await everyDetail();
  const waits = details.flatMap(waitsIn);
  const told = dashboardOf(details, waits);
  await page.goto(`${product.origin}/lms/dashboard`);
  await expect.poll(onTime).toEqual(told.wall);
  await expect.poll(() => statistic("Leads")).toBe(told.leads);
  expect(await statistic("New Customers")).toBe(told.customers);
  expect(await statistic("Campaigns")).toBe(2);
  expect(await statistic("Impressions")).toBe(3680);
  expect(told.enteredLater).toBe(2);
  await page.getByRole("link", { name: "2 calls were" }).waitFor();
  await page.getByRole("radio", { name: "Business hours" }).click();
  await expect.poll(onTime).toEqual(told.open);
  expect(told.open).not.toEqual(told.wall);

  const dayOfAsking = ({ askedAt }: Wait) => dayOf(askedAt, timeZone);
  const today = dayOf(Date.now(), timeZone);
  const before = waits.filter((wait) => dayOfAsking(wait) < today);
  expect(before.length).toBe(4);
  const ofToday = waits.filter((wait) => dayOfAsking(wait) === today);
  const lastDay = dayOf(Date.now() - dayMs, timeZone);
  const days = {
    search: `period=days&to=${lastDay}&reading=wall`,
    period: `Through ${longDay(lastDay)}`,
  };
  await compareFigures({ search: "reading=open", period: "All time", reading: "open" }, waits);
  await compareFigures({ ...days, reading: "wall" }, before);
  await compareFigures({ search: "reading=wall", period: "All time", reading: "wall" }, waits);
  // The links of today's figures are followed below.
  if (inject("isLong")) await followFigures(waits, "wall");
  await compareFigures(
    { search: "period=today&reading=open", period: "Today", reading: "open" },
    ofToday,
  );
  await followFigures(ofToday, "open");
  page.troubles.length = 0;
});

/**
 * Makes four edge cases: an inquiry before opening, a call exactly at a limit, a call that was
 * logged after the fact, and a lead that was archived without a call.
 */
async function seedPastInquiries(tools: Tools, openedAt: number, campaignId: string) {
  const ask = async (firstName: string, daysAgo: number, minutes: number) => {
    // If the clocks change in between, this time can be off by an hour in local time.
    const submittedAt = new Date(openedAt - daysAgo * dayMs + minutes * minuteMs);
    const { lead } = await makeInquiry(tools, practice.clientId, {
      ...{ firstName, submittedAt, campaignId },
    });
    const after = (waitedMs: number) => new Date(submittedAt.getTime() + waitedMs);
    return { leadId: lead._id, after };
  };
  const early = await ask("Before Opening", 1, -60);
  const calledAt = early.after(90 * minuteMs);
  await makeCall(tools, practice, early.leadId, { calledAt, outcome: "booked" });
  const told = await ask("Told Later", 1, 40);
  await makeCall(tools, practice, told.leadId, {
    ...{ calledAt: told.after(10 * minuteMs - 1), recordedAt: told.after(hourMs) },
    outcome: "spoke",
  });
  const limit = await ask("At The Limit", 2, 30);
  await makeCall(tools, practice, limit.leadId, {
    ...{ calledAt: limit.after(10 * minuteMs), outcome: "not_interested" },
  });
  return (await ask("Never Called", 3, 30)).leadId;
}

type Person = { agoMs: number; name?: string; phone?: string; campaign?: string };

async function deliver(source: { page: string; form: string }, people: Person[]) {
  const ids = people.map(({ agoMs, name = "Marisol Quintero", phone = makePhone(), campaign }) => {
    const id = makePlatformId();
    product.graphLeads.set(id, {
      ...{ full_name: name, email: `meta-${id}@example.com`, phone_number: phone },
      submittedAt: new Date(Date.now() - agoMs),
      campaign,
    });
    return id;
  });
  expect((await product.deliver(ids, source)).status).toBe(200);
}

async function sendForm(key: string, phone: string, fullName = "Web Visitor") {
  const answer = await fetch(`${product.origin}/api/intake/form/${key}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ fullName, phone }),
  });
  expect(answer.status).toBe(201);
}

async function addByHand(firstName: string, phone: string) {
  await page.getByRole("link", { name: "Add lead" }).click();
  await page.getByLabel("First name").fill(firstName);
  await page.getByLabel("Phone").fill(phone);
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: firstName }).waitFor();
  await page.goto(`${product.origin}/lms/dashboard`);
  await page.getByRole("heading", { level: 1 }).waitFor();
}

const byHand = () => ({ firstName: "Marisol", phone: makePhone() });

/** Sends the same request that the page would send, with the page's cookie. */
async function post(path: string, body: object) {
  const status = await page.evaluate(
    async ([path, body]) => {
      const headers = { "Content-Type": "application/json" };
      return (await fetch(path as string, { method: "POST", headers, body: body as string }))
        .status;
    },
    [path, JSON.stringify(body)],
  );
  expect(status).toBe(201);
}

/** Calls the next lead by keyboard only. */
async function call(outcomeKey: string) {
  await page.locator("[data-lead]").first().waitFor();
  if ((await currentId()) === null) await page.keyboard.press("j");
  const id = await currentId();
  await answer(id ?? "", outcomeKey);
  await expect.poll(currentId).not.toBe(id);
}

async function callNamed(name: string, outcomeKey: string) {
  const link = page
    .locator("[data-lead]")
    .getByRole("link", { name: new RegExp(`^${name}`) })
    .first();
  await page.getByLabel("Search by name, email or phone").fill(name);
  await link.waitFor();
  await expect.poll(() => page.locator("[data-lead]").count()).toBe(1);
  await link.focus();
  await answer((await currentId()) ?? "", outcomeKey);
  await page.getByLabel("Search by name, email or phone").fill("");
  await page.getByLabel("Search by name, email or phone").blur();
  await expect.poll(() => page.locator("[data-lead]").count()).toBeGreaterThan(1);
}

async function answer(leadId: string, outcomeKey: string) {
  const row = page.locator(`[data-lead="${leadId}"]`);
  await page.keyboard.press("c");
  const anyway = page.getByRole("dialog").getByText("Call anyway");
  const question = row.getByText("How did the call");
  await question.or(anyway).first().waitFor();
  if (await anyway.isVisible()) await anyway.click();
  await question.waitFor();
  await page.keyboard.press(outcomeKey);
  await question.waitFor({ state: "detached" });
}

/** Sets a callback that becomes due during the test. */
async function setCallbackSoon(name: string) {
  await page.getByLabel("Search by name, email or phone").fill(name);
  const row = page.locator("[data-lead]", { hasText: name });
  await row.waitFor();
  const id = (await row.getAttribute("data-lead")) ?? "";
  const callBackAt = new Date(Date.now() + 20_000).toISOString();
  await post(`/api/leads/${id}/calls`, {
    ...{ _id: crypto.randomUUID(), outcome: "call_back", callBackAt },
  });
  await page.getByLabel("Search by name, email or phone").fill("");
  await page.getByLabel("Search by name, email or phone").blur();
  await expect.poll(() => page.locator("[data-lead]").count()).toBeGreaterThan(1);
}

/** Goes offline, makes a call and reconnects; the call is sent then. */
async function whileOffline() {
  const next = page.locator("[data-lead]:has([data-call])").first();
  const id = (await next.getAttribute("data-lead")) ?? "";
  await page.context().setOffline(true);
  const called = page.locator(`[data-lead="${id}"]`);
  await called.getByRole("button", { name: /I’m calling/ }).click();
  await called.getByRole("button", { name: /Spoke/ }).click();
  await called.getByText("Not saved yet: Spoke with them.", { exact: false }).waitFor();
  await page.context().setOffline(false);
  await page.getByText("saved yet").first().waitFor({ state: "detached" });
}

async function undoneCalls(): Promise<number> {
  const { rows } = await product.withTools((tools) =>
    tools.pool.query(
      "select count(*)::int n from calls where client_id = $1 and voided_at is not null",
      [practice.clientId],
    ),
  );
  return rows[0].n;
}

const currentId = () => page.evaluate(currentLead);

function currentLead(): string | null {
  return document.querySelector<HTMLElement>("[data-current]")?.dataset.lead ?? null;
}

async function onTime(): Promise<string[]> {
  const rows = page.getByRole("region", { name: "Calls on Time" }).getByRole("row");
  const cells = await rows.getByRole("cell").allInnerTexts();
  return cells.filter((text) => /^\d+$/.test(text));
}

async function statistic(name: string): Promise<number> {
  const group = page.locator("dl > div", { hasText: name });
  return Number((await group.locator("dd").innerText()).replace(",", ""));
}

/** The expected dashboard, calculated only from the leads' timelines. */
function dashboardOf(details: LeadDetail[], waits: Wait[]) {
  const now = Date.now();
  const counts = (reading: Reading) =>
    (["lt10", "lt60", "other"] as const).map((bucket) =>
      String(waits.filter(isOne(bucket, { reading, now, hours })).length),
    );
  const held = details.map((detail) => recordedCalls(detail));
  return {
    wall: counts("wall"),
    open: counts("open"),
    leads: details.length,
    customers: held.filter((calls) => calls.some(({ outcome }) => outcome === "booked")).length,
    enteredLater: waits.filter(({ isEnteredLater }) => isEnteredLater).length,
  };
}

type Shown = { search: string; period: string; reading: Reading };

/**
 * Compares the figures page with the expected figures, and starts over if the minute changed in
 * between.
 */
async function compareFigures({ search, period, reading }: Shown, waits: Wait[]) {
  const count = () => figuresOf(waits, period, { reading, now: Date.now(), hours });
  for (;;) {
    const before = count();
    await page.goto(`${product.origin}/lms/figures?${search}`);
    const read = await readFigures(page);
    if (JSON.stringify(before) !== JSON.stringify(count())) continue;
    expect(read, search).toEqual(before);
    return;
  }
}

/** Checks that every number on the open page leads to a list and an export with that many rows. */
async function followFigures(waits: Wait[], reading: Reading) {
  const names = await knownNames();
  const links = await figureLinks(page);
  expect(links.length).toBeGreaterThan(20);
  const lists = await readLists(
    page,
    links.map(({ href }) => href),
  );
  for (const [index, { href, says }] of links.entries()) {
    const view = { reading, now: Date.now(), hours };
    const ids = behind(href, waits, names, view).map(({ inquiryId }) => inquiryId);
    const asked = { says: ids.length, rows: ids.length, exported: ids.toSorted() };
    expect({ says, ...lists[index] }, href).toEqual(asked);
  }
  // Opens the longest list by clicking its number too.
  const [most] = links.toSorted((one, other) => other.says - one.says);
  const behindMost = page.locator(`main a[href="${most?.href}"]:visible`);
  await behindMost.filter({ hasText: /\d/ }).first().click();
  const more = page.getByRole("link", { name: "Show More" });
  for (let shown = 20; shown < (most?.says ?? 0) + 10; shown += 10) {
    await more.click();
    await page.waitForURL((url) => url.searchParams.get("show") === String(shown));
  }
  await page.getByText(`${most?.says} / ${most?.says}`).waitFor();
  expect(await page.getByRole("main").getByRole("listitem").count()).toBe(most?.says);
}

/** Returns the names that belong to the ids in the URLs. */
async function knownNames() {
  const choices = await page.evaluate(async () => (await fetch("/api/leads/filters")).json());
  const named = (all: { _id: string; name: string }[]) =>
    new Map(all.map(({ _id, name }) => [_id, name]));
  return { campaigns: named(choices.campaigns), sources: named(choices.sources) };
}

async function everyDetail(): Promise<LeadDetail[]> {
  const { rows } = await product.withTools((tools) =>
    tools.pool.query("select id from leads where client_id = $1", [practice.clientId]),
  );
  return page.evaluate(
    (ids) => Promise.all(ids.map(async (id) => (await fetch(`/api/leads/${id}`)).json())),
    rows.map(({ id }) => id as string),
  );
}

/** Returns a day in the form "Mar 17, 2026". */
function longDay(day: string): string {
  return new Intl.DateTimeFormat("en-US", { timeZone: "UTC", dateStyle: "medium" }).format(
    new Date(`${day}T00:00:00Z`),
  );
}
