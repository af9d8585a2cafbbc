// The owner's list of practices: what a row shows, and how the list is searched, filtered and sorted.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { ListedClient } from "#contract/practices.ts";
import { dayAfter, dayIn, startOfDay } from "#contract/zones.ts";
import {
  makeCall,
  makeCampaign,
  makeCampaignDays,
  makeFormSource,
  makeInquiry,
  makeMetaSource,
  makeOpenHours,
  makePractice,
} from "#server/db/make.ts";
import { aDevice } from "#server/testing/access-matrix.ts";
import { signIn, signInAdmin, signInClient } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";
import { refreshSortKeys } from "./sort-keys.ts";

let testApp: TestApp;
let owner: Awaited<ReturnType<typeof signInAdmin>>;
/** Part of the name of each practice in one test, so that a search finds only those. */
let mark = "";
beforeAll(async () => {
  testApp = await openTestApp();
  owner = await signInAdmin(testApp);
});
beforeEach(({ task }) => {
  mark = `M${task.id.replaceAll(/\W/g, "")}`;
});
afterAll(() => testApp.close());

test("each practice's row shows its response times, its uncalled leads and the longest wait", async () => {
  const busy = await make("Busy");
  for (const minutes of [5, 90]) await ask(busy, minutes);
  await ask(busy, 6 * 24 * 60, 4);
  await ask(busy, 2 * 24 * 60, 30);
  await ask(busy, 31 * 24 * 60, 4);
  expect(await list()).toMatchObject([
    {
      _id: busy.clientId,
      ...{ status: "active", lastSignedInAt: null, sourceProblems: [], isUnreachable: true },
      // The lead that has waited 90 minutes is already late; the newer one isn't in any bucket yet.
      figures: {
        ...{ leads: 4, timeDiff: { lt10: 1, lt60: 1, other: 1 }, neverCalled: 1, median: 31 },
      },
      lastLeadAt: ago(5).toISOString(),
      ...{ uncalled: 2, waitingSince: ago(90).toISOString() },
    },
  ]);
});

test("each practice's row has its cost per lead and per booked patient from the last 30 days, in its time zone", async () => {
  const practice = await make("Spending", { timeZone: "America/Los_Angeles" });
  const today = dayIn(testApp.clock.now, "America/Los_Angeles");
  const first = dayAfter(today, -29);
  const begin = startOfDay(first, "America/Los_Angeles").getTime();
  const { clientId } = practice;
  const { campaignId } = await makeCampaign(testApp.deps, {
    ...{ clientId, name: "Spring", platform: "meta" },
  });
  await makeCampaignDays(testApp.deps, { clientId, campaignId }, [
    { day: dayAfter(first, -1), spendCents: 99_900 },
    { day: first, spendCents: 30_000 },
  ]);
  // The first lead is a minute too early to count.
  for (const [minutes, outcome] of [
    [-1, "booked"],
    [1, "booked"],
    [22 * 60, "spoke"],
  ] as const) {
    const submittedAt = new Date(begin + minutes * 60_000);
    const { lead } = await makeInquiry(testApp.deps, clientId, { submittedAt, campaignId });
    const calledAt = new Date(submittedAt.getTime() + 60_000);
    await makeCall(testApp.deps, practice, lead._id, { calledAt, outcome });
  }
  expect(await list()).toMatchObject([{ costs: { perLead: 15_000, perBooked: 30_000 } }]);
});

test("each onboarding step is completed by the practice's actions and reopened when those actions are undone", async () => {
  const practice = await make("New");
  const steps = async () => (await list())[0]?.steps;
  expect(await steps()).toEqual([]);
  const { token } = await signInAs(practice.email);
  expect(await steps()).toEqual(["account"]);
  const { sourceId } = await makeFormSource(testApp.deps, practice.clientId);
  expect(await steps()).toEqual(["account", "source"]);
  const { lead } = await makeInquiry(testApp.deps, practice.clientId, { sourceId, isTest: true });
  expect(await steps()).toEqual(["account", "source", "testLead"]);
  const called = await testApp.request("POST", `/api/leads/${lead._id}/calls`, {
    ...{ token, json: { _id: randomUUID(), outcome: "spoke" } },
  });
  expect(called).toMatchObject({ status: 201 });
  await testApp.request("POST", "/api/alerts/devices", { token, json: aDevice });
  expect(await steps()).toEqual(["account", "source", "testLead", "firstCall", "alerts"]);
  await testApp.request("DELETE", "/api/credentials", { token });
  expect(await steps()).not.toContain("alerts");
  await testApp.pool.query("update sources set ended_at = now() where id = $1", [sourceId]);
  expect(await steps()).toEqual(["account", "testLead", "firstCall"]);
});

test("an active practice that alerts can't reach is flagged during its business hours, unless it has a screen open", async () => {
  const hours = { timeZone: "America/New_York", from: "09:00", to: "17:00" };
  const closed = await make("Closed");
  await makeOpenHours(testApp.deps, closed.clientId, hours);
  const suspended = await make("Suspended");
  await testApp.request("POST", `/api/admin/clients/${suspended.clientId}/suspension`, owner);
  const watched = await signInClient(testApp);
  const screen = await testApp.api.request("http://localhost/api/leads/events", {
    headers: { Authorization: `Bearer ${watched.token}` },
  });
  const reader = screen.body?.getReader();
  await reader?.read();
  const unreachable = async (search: string) => (await list(`search=${search}`))[0]?.isUnreachable;
  expect(await unreachable(closed.email)).toBe(false);
  expect(await unreachable(suspended.email)).toBe(false);
  await vi.waitFor(async () => expect(await unreachable(watched.email)).toBe(false));
  await reader?.cancel();
  testApp.clock.forward(2 * 60_000);
  expect(await unreachable(watched.email)).toBe(true);
});

test.each([
  ["sort=name", ["Able", "Best", "Calm"]],
  ["sort=name&order=desc", ["Calm", "Best", "Able"]],
  ["sort=leads", ["Best", "Calm", "Able"]],
  ["sort=onTime", ["Calm", "Best", "Able"]],
  ["sort=onTime&order=desc", ["Best", "Calm", "Able"]],
  ["sort=median&order=asc", ["Best", "Calm", "Able"]],
  ["sort=median", ["Calm", "Best", "Able"]],
  ["sort=neverCalled", ["Calm", "Able", "Best"]],
  ["sort=lastLead&order=desc", ["Calm", "Best", "Able"]],
  ["sort=lastSignIn", ["Able", "Best", "Calm"]],
  ["sort=registered", ["Able", "Best", "Calm"]],
  ["sort=waiting", ["Calm", "Able", "Best"]],
  ["late=25", ["Calm"]],
  ["late=50", ["Calm"]],
  ["needs=calls", ["Calm"]],
  ["status=pending", []],
  ["needs=setup", ["Able", "Best", "Calm"]],
  ["needs=alerts", ["Able", "Best", "Calm"]],
  ["needs=sources", []],
])(
  "%s lists the expected practices in order, and practices that don't have a value come last",
  async (query, names) => {
    // Able has no inquiries, Best called two leads on time, and Calm left one uncalled.
    for (const name of ["Calm", "Best", "Able"]) {
      const practice = await make(name);
      if (name === "Able") await signInAs(practice.email);
      if (name === "Best") await Promise.all([ask(practice, 3000, 3), ask(practice, 2000, 4)]);
      if (name === "Calm") await ask(practice, 100);
      testApp.clock.forward(1000);
    }
    await refreshSortKeys(testApp.deps);
    const listed = await list(`${query}&search=${mark}`);
    expect(listed.map(({ name }) => name.split(" ")[0])).toEqual(names);
  },
);

test("a source's problems are listed and filterable until they are resolved, worst first", async () => {
  const practice = await make("Troubled");
  const { sourceId } = await makeMetaSource(testApp.deps, practice.clientId, { name: "Form" });
  const found = async () => (await list(`needs=sources&search=${mark}`))[0]?.sourceProblems;
  expect(await found()).toBeUndefined();
  const since = "update sources set silent_since = $2, failing_since = $3 where id = $1";
  await testApp.pool.query(since, [sourceId, ago(60), ago(30)]);
  expect(await found()).toEqual(["failing", "silent"]);
  await testApp.pool.query(since, [sourceId, ago(60), null]);
  expect(await found()).toEqual(["silent"]);
  // A new lead ends the source's silence before the hourly check does.
  await makeInquiry(testApp.deps, practice.clientId, { sourceId });
  expect(await found()).toBeUndefined();
  await testApp.pool.query(since, [sourceId, null, ago(30)]);
  await testApp.pool.query("update sources set ended_at = now() where id = $1", [sourceId]);
  expect(await found()).toBeUndefined();
});

test("practices pending approval come first, suspended ones last, each sorted by name", async () => {
  await make("Second");
  await make("first");
  await make("Waiting", { isApproved: false });
  const shut = await make("Alone");
  await testApp.request("POST", `/api/admin/clients/${shut.clientId}/suspension`, owner);
  const names = (await list()).map(({ name, status }) => [name.split(" ")[0], status]);
  expect(names).toEqual([
    ["Waiting", "pending"],
    ["first", "active"],
    ["Second", "active"],
    ["Alone", "suspended"],
  ]);
});

test("a search finds a name, a city or a login email address, and takes % and _ literally", async () => {
  const practice = await make("100% Smiles_");
  const city = `Ocala ${mark}`;
  await testApp.pool.query("update clients set city = $1 where id = $2", [
    city,
    (await makePractice(testApp.deps)).clientId,
  ]);
  expect(await list(`search=${encodeURIComponent(city.toLowerCase())}`)).toMatchObject([{ city }]);
  await testApp.pool.query("update clients set city = 'Tampa' where city = $1", [city]);
  for (const search of ["0% smiles_", practice.email.toUpperCase(), practice.email.slice(0, 20)]) {
    const found = await list(`search=${encodeURIComponent(search)}`);
    expect([search, found.map(({ _id }) => _id)]).toEqual([search, [practice.clientId]]);
  }
  expect(await list(`search=${mark}%`)).toEqual([]);
  const { body } = await get(`practice-names?search=${mark}`);
  expect(body).toEqual({
    practices: [
      { _id: practice.clientId, name: `100% Smiles_ ${mark}`, city: "Tampa", state: "FL" },
    ],
    total: 1,
  });
});

test("each practice is on exactly one page, and every page shows the total", async () => {
  for (let number = 1; number <= 5; number += 1) await make(`Number ${number}`);
  const pages = await Promise.all(
    [1, 2, 3].map(async (page) => (await get(`clients?search=${mark}&limit=2&page=${page}`)).body),
  );
  expect(pages.map(({ clients, total, pages: count }) => [clients.length, total, count])).toEqual([
    [2, 5, 3],
    [2, 5, 3],
    [1, 5, 3],
  ]);
  const names = pages.flatMap(({ clients }) => clients.map((one: ListedClient) => one.name[7]));
  expect(names).toEqual(["1", "2", "3", "4", "5"]);
});

test("the list's order may be a few minutes old, but each row's data is current", async () => {
  const [one, other] = [await make("One"), await make("Other")];
  await ask(one, 3000, 3);
  await refreshSortKeys(testApp.deps);
  for (const minutes of [2000, 2100]) await ask(other, minutes, 3);
  const leads = async () =>
    (await list(`sort=leads&order=desc&search=${mark}`)).map(({ name, figures }) => [
      name.split(" ")[0],
      figures.leads,
    ]);
  expect(await leads()).toEqual([
    ["One", 1],
    ["Other", 2],
  ]);
  await refreshSortKeys(testApp.deps);
  expect(await leads()).toEqual([
    ["Other", 2],
    ["One", 1],
  ]);
  // Unchanged sort keys aren't written again.
  const versions = () =>
    testApp.pool.query("select client_id, xmin::text from practice_sort_keys order by client_id");
  const before = await versions();
  await refreshSortKeys(testApp.deps);
  expect((await versions()).rows).toEqual(before.rows);
});

test("the whole list is exported in the same order, escaped against CSV injection, and the export is audited", async () => {
  await make("=cmd()");
  await make("Able, Baker");
  const answer = await get(`clients/export.csv?search=${mark}&sort=name&order=desc`);
  const lines = String(answer.body).trim().split("\r\n");
  expect(lines[0]).toMatch(/^Practice,City,State,Status/);
  expect(lines.slice(1).map((line: string) => line.slice(0, 12))).toEqual([
    '"Able, Baker',
    expect.stringMatching(/^'=cmd\(\)/),
  ]);
  const log = await get("audit");
  expect(log.body.entries[0]).toMatchObject({ action: "practices_exported", who: owner.email });
});

// ── Helpers ─────────────────────────────────────────────────────────────────────────────────────

type Practice = Awaited<ReturnType<typeof makePractice>>;

function make(name: string, change: { isApproved?: boolean; timeZone?: string } = {}) {
  return makePractice(testApp.deps, { name: `${name} ${mark}`, ...change });
}

function ago(minutes: number): Date {
  return new Date(testApp.clock.now.getTime() - minutes * 60_000);
}

/** Creates an inquiry and, if `tookMinutes` is given, a call that many minutes later. */
async function ask(practice: Practice, minutesAgo: number, tookMinutes?: number) {
  const submittedAt = ago(minutesAgo);
  const { lead } = await makeInquiry(testApp.deps, practice.clientId, { submittedAt });
  if (tookMinutes === undefined) return;
  const calledAt = new Date(submittedAt.getTime() + tookMinutes * 60_000);
  await makeCall(testApp.deps, practice, lead._id, { calledAt, outcome: "spoke" });
}

async function signInAs(email: string) {
  return { token: await signIn(testApp, email) };
}

function get(path: string) {
  return testApp.request("GET", `/api/admin/${path}`, { token: owner.token });
}

async function list(query = `search=${mark}`): Promise<ListedClient[]> {
  const { status, body } = await get(`clients?${query}`);
  expect([status, body]).toMatchObject([200, {}]);
  return body.clients;
}
