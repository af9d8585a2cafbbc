// A front desk's morning, whole: leads from Meta, from web forms and by hand, some who asked before,
// one in the night; calls with every outcome, an undo, a call-back that falls due, a line that breaks.
// At its end each figure on the screen is what the leads' own timelines say, counted here by itself.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  dayTimeZone,
  makeCall,
  makeCampaign,
  makeEnquiry,
  makeFormSource,
  makeMetaSource,
  makeOpenHours,
  makePhone,
  makePlatformId,
  makePractice,
} from "#server/db/make.ts";
import { openBrowser, type WatchedPage } from "./browser.ts";
import { openDesk } from "./desk.ts";
import { type Product, startProduct } from "./product.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

let product: Product;
let browser: Browser;
let page: WatchedPage;
let practice: Awaited<ReturnType<typeof makePractice>>;
beforeAll(async () => {
  browser = await openBrowser();
  product = await startProduct({ CAPTCHA_PROVIDER: "off" });
});
afterAll(async () => {
  await browser.close();
  await product.stop();
});

test("after a front desk's morning every figure is what the timelines say", async () => {
  const tools = await product.tools();
  practice = await makePractice(tools);
  const { clientId } = practice;
  // It opens four minutes before now: whoever asked in the night is due since then.
  const timeZone = dayTimeZone(new Date());
  const openedAt = new Date(Math.floor((Date.now() - 4 * minuteMs) / minuteMs) * minuteMs);
  await makeOpenHours(tools, clientId, {
    timeZone,
    from: clockIn(openedAt, timeZone),
    to: "23:00",
  });
  const meta = await makeMetaSource(tools, clientId, { name: "Instant form" });
  const form = await makeFormSource(tools, clientId, "Website");
  await makeCampaign(tools, {
    clientId,
    name: "Still running",
    platform: "google",
    impressions: 3680,
  });
  // Somebody who was called two hours ago, and asks again today.
  const askedBefore = makePhone();
  const early = await makeEnquiry(tools, clientId, {
    ...{ firstName: "Early", phone: askedBefore },
    submittedAt: new Date(Date.now() - 3 * hourMs),
  });
  const calledAt = new Date(Date.now() - 2 * hourMs);
  await makeCall(tools, practice, early.lead._id, { calledAt, outcome: "voicemail" });
  await tools.close();

  page = await openDesk(browser, product.origin, practice, "/lms/dashboard");
  const twice = makePhone();
  await deliver(meta, [
    ...[1, 1, 2, 2, 3, 3, 4, 4].map((minutes) => ({ agoMs: minutes * minuteMs })),
    ...[20, 25, 30, 40].map((minutes) => ({ agoMs: minutes * minuteMs })),
    ...[70, 80, 200].map((minutes) => ({ agoMs: minutes * minuteMs })),
    { agoMs: 5 * hourMs, name: "Night Owl" },
    { agoMs: 5 * minuteMs, name: "Asks Twice", phone: twice },
    { agoMs: minuteMs, name: "Early Again", phone: askedBefore },
  ]);
  await expect.poll(() => statistic("Leads"), { timeout: 30_000 }).toBe(18);
  for (let index = 0; index < 8; index += 1) {
    await sendForm(form.formKey ?? "", index === 0 ? twice : makePhone());
  }
  await addByHand("Walker", makePhone());
  for (let index = 0; index < 4; index += 1) await post("/api/leads", byHand());
  await expect.poll(() => statistic("Leads"), { timeout: 30_000 }).toBe(30);

  // By keyboard, as they come: every outcome, some of them more than once.
  for (const key of [1, 2, 3, 4, 6, 7, 4, 3, 4, 1, 2, 3, 1, 4, 3, 2, 1, 3]) await call(String(key));
  await call("4");
  await page.keyboard.press("z");
  await expect.poll(undoneCalls).toBe(1);
  await callBackSoon("Asks Twice");
  await withoutALine();
  await expect.poll(() => page.title(), { timeout: 60_000 }).toContain("1 due");
  await callNamed("Asks Twice", "4");
  await callNamed("Night Owl", "4");

  const told = await figuresFromTimelines(openedAt);
  await page.goto(`${product.origin}/lms/dashboard`);
  await expect.poll(onTime).toEqual(told.wall);
  await expect.poll(() => statistic("Leads")).toBe(told.leads);
  expect(await statistic("New Customers")).toBe(told.customers);
  expect(await statistic("Campaigns")).toBe(1);
  expect(await statistic("Impressions")).toBe(3680);
  expect(told.enteredLater).toBe(1);
  await page.getByRole("link", { name: "1 call was" }).waitFor();
  await page.getByRole("radio", { name: "Open hours" }).click();
  await expect.poll(onTime).toEqual(told.open);
  expect(told.open).not.toEqual(told.wall);
  page.troubles.length = 0;
});

type Person = { agoMs: number; name?: string; phone?: string };

async function deliver(source: { page: string; form: string }, people: Person[]) {
  const ids = people.map(({ agoMs, name = "Marisol Quintero", phone = makePhone() }) => {
    const id = makePlatformId();
    product.graphLeads.set(id, {
      ...{ full_name: name, email: `meta-${id}@example.com`, phone_number: phone },
      submittedAt: new Date(Date.now() - agoMs),
    });
    return id;
  });
  expect((await product.deliver(ids, source)).status).toBe(200);
}

async function sendForm(key: string, phone: string) {
  const answer = await fetch(`${product.origin}/api/intake/form/${key}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ firstName: "Web", lastName: phone.slice(-2), phone }),
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

const byHand = () => ({ firstName: "Phoned", phone: makePhone() });

/** What the page itself would send, with its cookie. */
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

/** Whoever is next, by keyboard alone. */
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
  await page.getByLabel("Search by name, e-mail or phone").fill(name);
  await link.waitFor();
  await expect.poll(() => page.locator("[data-lead]").count()).toBe(1);
  await link.focus();
  await answer((await currentId()) ?? "", outcomeKey);
  await page.getByLabel("Search by name, e-mail or phone").fill("");
  await page.getByLabel("Search by name, e-mail or phone").blur();
  await expect.poll(() => page.locator("[data-lead]").count()).toBeGreaterThan(1);
}

async function answer(leadId: string, outcomeKey: string) {
  const row = page.locator(`[data-lead="${leadId}"]`);
  await page.keyboard.press("c");
  const anyway = page.getByRole("dialog").getByText("Call anyway");
  const question = row.getByText("What came of the call");
  await question.or(anyway).first().waitFor();
  if (await anyway.isVisible()) await anyway.click();
  await question.waitFor();
  await page.keyboard.press(outcomeKey);
  await question.waitFor({ state: "detached" });
}

/** Promised for a moment that comes while the desk is at work. */
async function callBackSoon(name: string) {
  await page.getByLabel("Search by name, e-mail or phone").fill(name);
  const row = page.locator("[data-lead]", { hasText: name });
  await row.waitFor();
  const id = (await row.getAttribute("data-lead")) ?? "";
  const callBackAt = new Date(Date.now() + 20_000).toISOString();
  await post(`/api/leads/${id}/calls`, {
    ...{ _id: crypto.randomUUID(), outcome: "call_back", callBackAt },
  });
  await page.getByLabel("Search by name, e-mail or phone").fill("");
  await page.getByLabel("Search by name, e-mail or phone").blur();
  await expect.poll(() => page.locator("[data-lead]").count()).toBeGreaterThan(1);
}

/** The line breaks: a call is made all the same, and is heard of when the line is back. */
async function withoutALine() {
  const next = page.locator("[data-lead]:has([data-call])").first();
  const id = (await next.getAttribute("data-lead")) ?? "";
  await page.context().setOffline(true);
  const called = page.locator(`[data-lead="${id}"]`);
  await called.getByRole("button", { name: /I’m calling/ }).click();
  await called.getByRole("button", { name: /Spoke/ }).click();
  await called.getByText("Spoke is not saved yet.", { exact: false }).waitFor();
  await page.context().setOffline(false);
  await page.getByText("not saved yet").first().waitFor({ state: "detached" });
}

async function undoneCalls(): Promise<number> {
  const tools = await product.tools();
  const { rows } = await tools.pool.query(
    "select count(*)::int n from calls where voided_at is not null",
  );
  await tools.close();
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

type Entry = { at: string; kind: string; data: { callId?: string } };
type Detail = {
  timeline: Entry[];
  calls: { _id: string; calledAt: string; outcome: string; isEnteredLater: boolean }[];
};

/** From each lead's timeline alone, by the rules as they are told to people. */
async function figuresFromTimelines(openedAt: Date) {
  const details = await everyDetail();
  const now = Date.now();
  const stretches = details.flatMap(({ timeline, calls }) => {
    const moments = heldCalls(timeline, calls).map(({ calledAt }) => new Date(calledAt).getTime());
    const asks = timeline
      .filter(({ kind }) => kind === "submitted")
      .map(({ at }) => Date.parse(at));
    const firstAfter = (at: number) => moments.filter((one) => one >= at).sort((a, b) => a - b)[0];
    // Who asks again while nobody has called waits on their older clock.
    const clocks = asks
      .sort((a, b) => a - b)
      .filter((at, index, all) => {
        const before = all.slice(0, index).map((one) => firstAfter(one));
        return before.every((called) => called !== undefined && called < at);
      });
    return clocks.map((from) => ({ from, to: firstAfter(from) }));
  });
  const buckets = (startOf: (from: number) => number) => {
    const waits = stretches.map(({ from, to }) => ({
      isCalled: to !== undefined,
      minutes: Math.max(0, (to ?? now) - startOf(from)) / minuteMs,
    }));
    const late = waits.filter(({ minutes }) => minutes >= 60).length;
    const soon = waits.filter(({ minutes, isCalled }) => isCalled && minutes < 10).length;
    const slow = waits.filter(({ minutes, isCalled }) => isCalled && minutes >= 10 && minutes < 60);
    return [soon, slow.length, late].map(String);
  };
  const held = details.map(({ timeline, calls }) => heldCalls(timeline, calls));
  return {
    wall: buckets((from) => from),
    open: buckets((from) => Math.max(from, openedAt.getTime())),
    leads: details.length,
    customers: held.filter((calls) => calls.some(({ outcome }) => outcome === "booked")).length,
    enteredLater: held.flat().filter(({ isEnteredLater }) => isEnteredLater).length,
  };
}

/** The calls that were told of and not taken back. */
function heldCalls(timeline: Entry[], calls: Detail["calls"]) {
  const ids = (wanted: string) =>
    timeline.filter(({ kind }) => kind === wanted).map(({ data }) => data.callId);
  const voided = ids("call_voided");
  const told = ids("called").filter((id) => !voided.includes(id));
  return calls.filter(({ _id }) => told.includes(_id));
}

async function everyDetail(): Promise<Detail[]> {
  const tools = await product.tools();
  const { rows } = await tools.pool.query("select id from leads where client_id = $1", [
    practice.clientId,
  ]);
  await tools.close();
  return page.evaluate(
    (ids) => Promise.all(ids.map(async (id) => (await fetch(`/api/leads/${id}`)).json())),
    rows.map(({ id }) => id as string),
  );
}

/** "07:56" on that zone's clock. */
function clockIn(at: Date, timeZone: string): string {
  const options = { timeZone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
  return new Intl.DateTimeFormat("en-US", options).format(at);
}
