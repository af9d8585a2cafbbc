import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ArchivedLead } from "#contract/archive.ts";
import type { Lead } from "#contract/leads.ts";
import { makeCall, makeInquiry } from "#server/db/make.ts";
import { signInClient, signInMember } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";

const minuteMs = 60_000;

let testApp: TestApp;
let practice: Awaited<ReturnType<typeof signInClient>>;
beforeAll(async () => {
  testApp = await openTestApp();
});
beforeEach(async () => {
  testApp.clock.at("2026-03-17T12:00:00.000Z");
  practice = await signInClient(testApp);
});
afterAll(() => testApp.close());

test("the archive shows who archived a lead, when and why, whether by hand or with a call", async () => {
  const byHand = await ask("Hand");
  const refused = await ask("Refused");
  testApp.clock.forward(minuteMs);
  await archive([byHand], "moved away");
  testApp.clock.forward(minuteMs);
  await call(refused, "not_interested");
  const { leads, total } = await list();
  expect(total).toBe(2);
  expect(leads.map((lead) => [lead.firstName, lead.archived])).toEqual([
    ["Refused", { at: "2026-03-17T12:02:00.000Z", reason: "not_interested", by: "Dana Whitfield" }],
    ["Hand", { at: "2026-03-17T12:01:00.000Z", reason: "moved away", by: "Dana Whitfield" }],
  ]);
});

test("callbacks are listed soonest first, including overdue ones, and counted separately from archived leads", async () => {
  const [later, sooner] = [await ask("Later"), await ask("Sooner")];
  await call(later, "call_back", 60);
  await call(sooner, "call_back", 5);
  testApp.clock.forward(10 * minuteMs);
  await archive([await ask("Gone")], "asked twice");
  const page = await list("?list=callback");
  expect(page.leads.map((lead) => lead.firstName)).toEqual(["Sooner", "Later"]);
  expect(page.leads.map((lead) => lead.archived)).toEqual([null, null]);
  expect(page.counts).toEqual({ leads: 1, callback: 2 });
});

test("paging through the archive's two lists returns every lead exactly once, even if timestamps are equal", async () => {
  const ids: string[] = [];
  for (let index = 0; index < 7; index += 1) ids.push(await ask(`Person ${index}`));
  await archive(ids.slice(0, 4), "asked twice");
  for (const id of ids.slice(4)) await call(id, "call_back", 30);
  expect((await walk("leads")).toSorted()).toEqual(ids.slice(0, 4).toSorted());
  expect((await walk("callback")).toSorted()).toEqual(ids.slice(4).toSorted());
});

test("a search in the archive covers the whole list that is shown and counts its matches", async () => {
  await writeArchive(4500);
  const common = await list("?search=person");
  expect(common).toMatchObject({ isTotalExact: false, counts: { leads: 4500 } });
  expect(common.leads).toHaveLength(10);
  const rare = await list("?search=rarely");
  expect(rare).toMatchObject({ total: 5, isTotalExact: true });
  expect(rare.leads.every((lead) => lead.lastName === "Rarely")).toBe(true);
  expect(await walk("leads", "&search=rarely")).toHaveLength(5);
  expect(await list("?search=5550100")).toMatchObject({ total: 45, isTotalExact: true });
  expect(await list("?search=100%25")).toMatchObject({ total: 0 });
  expect(await list("?search=person&list=callback")).toMatchObject({ total: 0 });
});

test("the archive can be filtered by reason, by who archived a lead, and by both", async () => {
  const mei = await signInMember(testApp, practice.clientId);
  const [moved, far] = [await ask("Moved"), await ask("Far")];
  await archive([moved, far], "Outside our area");
  await archive([await ask("Twice")], "Duplicate", mei.token);
  testApp.clock.forward(minuteMs);
  await archive([await ask("Late")], "Outside our area", mei.token);
  await call(await ask("Wrong"), "wrong_number", 0, mei);
  await call(await ask("Promised"), "call_back", 30);

  expect(await found("reason=Outside our area")).toEqual(["Far", "Late", "Moved"]);
  expect(await found("reason=wrong_number")).toEqual(["Wrong"]);
  expect(await found("reason=outside our area")).toEqual([]);
  expect(await found(`by=${practice.accountId}`)).toEqual(["Far", "Moved"]);
  expect(await found(`by=${mei.accountId.toUpperCase()}`)).toEqual(["Late", "Twice", "Wrong"]);
  expect(await found(`reason=Outside our area&by=${mei.accountId}`)).toEqual(["Late"]);
  expect(await found(`reason=Duplicate&by=${practice.accountId}`)).toEqual([]);
  const page = await list(`?by=${mei.accountId}&limit=1`);
  expect(page.leads[0]?.archived).toMatchObject({ by: "Miguel Santos" });
  expect(page).toMatchObject({ total: 3, isTotalExact: true, counts: { leads: 5, callback: 1 } });
  // The callback list ignores both filters, because a callback has neither.
  expect(await found(`list=callback&reason=Duplicate&by=${mei.accountId}`)).toEqual(["Promised"]);
});

test("the archive's filters can be combined with a search for rare, common and short texts", async () => {
  await writeArchive(4500);
  await archive([await ask("Zoe"), await ask("Other")], "Duplicate");
  for (const filter of ["reason=Duplicate", `by=${practice.accountId}`]) {
    expect(await found(`${filter}&search=zoe`)).toEqual(["Zoe"]);
    expect(await found(`${filter}&search=zo`)).toEqual(["Zoe"]);
    expect(await found(`${filter}&search=rarely`)).toEqual([]);
  }
  const both = `reason=Duplicate&by=${practice.accountId}`;
  expect(await found(`${both}&search=other`)).toEqual(["Other"]);
  const common = await list("?reason=asked twice&search=person");
  expect(common).toMatchObject({ isTotalExact: false });
  expect(common.leads).toHaveLength(10);
  const rare = await list("?reason=asked twice&search=rarely");
  expect(rare).toMatchObject({ total: 5, isTotalExact: true });
  expect(await list("?reason=asked twice")).toMatchObject({ total: 4500, isTotalExact: true });
});

test("paging through filtered leads returns each lead once, with the same count on each page", async () => {
  const ids: string[] = [];
  for (let index = 0; index < 5; index += 1) ids.push(await ask(`Person ${index}`));
  await archive(ids, "Duplicate");
  await archive([await ask("Moved")], "Outside our area");
  for (const filter of [
    "&reason=Duplicate",
    `&reason=Duplicate&by=${practice.accountId}`,
    "&reason=Duplicate&search=person",
  ]) {
    expect((await walk("leads", filter)).toSorted()).toEqual(ids.toSorted());
  }
  expect(await walk("leads", `&by=${practice.accountId}`)).toHaveLength(6);
  const first = await list("?reason=Duplicate&limit=2");
  const next = await list(`?reason=Duplicate&limit=2&cursor=${first.nextCursor}`);
  expect([first.total, next.total]).toEqual([5, 5]);
});

test("a restored lead doesn't match the archive's filters until it is archived again", async () => {
  const mei = await signInMember(testApp, practice.clientId);
  const lead = await ask("Back");
  await archive([lead], "Duplicate");
  testApp.clock.forward(minuteMs);
  await restore({ ids: [lead] });
  expect(await found("reason=Duplicate")).toEqual([]);
  expect(await found(`by=${practice.accountId}`)).toEqual([]);
  testApp.clock.forward(minuteMs);
  await archive([lead], "Duplicate", mei.token);
  expect(await found(`by=${practice.accountId}`)).toEqual([]);
  expect(await found(`by=${mei.accountId}`)).toEqual(["Back"]);
});

test("filtering the archive by another practice's person finds nothing, and an invalid filter is rejected", async () => {
  const stranger = await signInClient(testApp);
  await archive([await ask("Ours")], "Duplicate");
  const theirs = (await makeInquiry(testApp.deps, stranger.clientId)).lead._id;
  await archive([theirs], "Duplicate", stranger.token);
  expect(await found(`by=${stranger.accountId}`)).toEqual([]);
  expect(await found("reason=Duplicate")).toEqual(["Ours"]);
  for (const [name, value] of [
    ["by", "me"],
    ["reason", "x".repeat(201)],
  ] as const) {
    const answer = await testApp.request("GET", `/api/leads/archive?${name}=${value}`, {
      token: practice.token,
    });
    expect(answer).toMatchObject({ status: 422, body: { errors: { [name]: expect.anything() } } });
  }
});

test("the archive rejects a cursor that is made up, or from its other list or another filter", async () => {
  for (let index = 0; index < 2; index += 1) await archive([await ask("One")], "asked twice");
  const { nextCursor } = await list("?limit=1");
  const filtered = (await list("?limit=1&reason=asked twice")).nextCursor;
  for (const query of [
    `?list=callback&cursor=${nextCursor}`,
    `?reason=asked twice&cursor=${nextCursor}`,
    `?by=${practice.accountId}&cursor=${filtered}`,
    `?reason=asked twice&by=${practice.accountId}&cursor=${filtered}`,
    `?cursor=${filtered}`,
    "?cursor=invalid",
  ]) {
    const answer = await testApp.request("GET", `/api/leads/archive${query}`, {
      token: practice.token,
    });
    expect(answer).toMatchObject({ status: 422, body: { errors: { cursor: expect.anything() } } });
  }
});

test("bulk archiving is all or nothing, and idempotent", async () => {
  const ids = [await ask("First"), await ask("Second")];
  expect((await archive([...ids, randomUUID()], "asked twice")).status).toBe(404);
  expect((await list()).total).toBe(0);
  const stranger = await signInClient(testApp);
  expect((await archive(ids, "mine now", stranger.token)).status).toBe(404);

  expect(await archive(ids, "asked twice")).toMatchObject({ status: 201 });
  testApp.clock.forward(minuteMs);
  const again = await archive(ids, "another reason");
  expect(again).toMatchObject({ status: 201, body: { leads: [{ state: "archived" }, {}] } });
  const { leads } = await list();
  expect(leads.map((lead) => lead.archived)).toEqual(
    ids.map(() =>
      expect.objectContaining({ at: "2026-03-17T12:00:00.000Z", reason: "asked twice" }),
    ),
  );
  const { timeline } = await detailOf(ids[0]);
  expect(timeline.filter((entry: { kind: string }) => entry.kind === "archived")).toHaveLength(1);
});

test("two devices that archive the same leads at the same time in opposite orders don't deadlock", async () => {
  const ids: string[] = [];
  for (let index = 0; index < 8; index += 1) ids.push(await ask("Both"));
  const both = await Promise.all([
    archive(ids, "asked twice"),
    archive(ids.toReversed(), "asked twice"),
  ]);
  expect(both.map((answer) => answer.status)).toEqual([201, 201]);
  expect((await list()).total).toBe(8);
});

test("restoring leads in bulk or one by one returns them to their previous states", async () => {
  const due = await ask("Due");
  await call(due, "call_back", 5);
  testApp.clock.forward(10 * minuteMs);
  const customer = await ask("Customer");
  await call(customer, "booked");
  const ids = [due, customer, await ask("New")];
  const before = await Promise.all(ids.map(standingOf));
  expect(before.map(({ state }) => state)).toEqual(["callback", "customer", "new"]);

  await archive(ids, "asked twice");
  testApp.clock.forward(minuteMs);
  const answer = await restore({ ids });
  expect(await Promise.all(ids.map(standingOf))).toEqual(before);
  // Restoring again changes nothing.
  expect((await restore({ ids })).body).toEqual(answer.body);

  testApp.clock.forward(minuteMs);
  await archive(ids, "asked twice");
  testApp.clock.forward(minuteMs);
  for (const id of ids) {
    await testApp.request("POST", `/api/leads/${id}/restore`, { token: practice.token });
  }
  expect(await Promise.all(ids.map(standingOf))).toEqual(before);
  expect((await list()).total).toBe(0);
});

test("bulk archiving rejects more than a hundred leads, no leads, or an empty reason", async () => {
  const ids = Array.from({ length: 101 }, () => randomUUID());
  expect((await archive(ids, "asked twice")).status).toBe(422);
  expect((await archive([], "asked twice")).status).toBe(422);
  expect((await archive([randomUUID()], " ")).status).toBe(422);
});

async function ask(firstName: string): Promise<string> {
  return (await makeInquiry(testApp.deps, practice.clientId, { firstName })).lead._id;
}

async function call(
  leadId: string,
  outcome: "call_back" | "booked" | "not_interested" | "wrong_number",
  callbackMinutes = 0,
  caller: { clientId: string; accountId: string } = practice,
) {
  const calledAt = testApp.clock.now;
  const callBackAt = new Date(calledAt.getTime() + callbackMinutes * minuteMs);
  await makeCall(testApp.deps, caller, leadId, { calledAt, outcome, callBackAt });
}

function archive(ids: string[], reason: string, token = practice.token) {
  return testApp.request("POST", "/api/leads/archive", { token, json: { ids, reason } });
}

function restore(json: { ids: string[] }) {
  return testApp.request("POST", "/api/leads/restore", { token: practice.token, json });
}

async function standingOf(leadId: string): Promise<Pick<Lead, "state" | "callBackAt">> {
  const { state, callBackAt } = (await detailOf(leadId)).lead;
  return { state, callBackAt };
}

async function detailOf(leadId = "") {
  return (await testApp.request("GET", `/api/leads/${leadId}`, { token: practice.token })).body;
}

type Page = {
  leads: ArchivedLead[];
  total: number;
  isTotalExact: boolean;
  counts: object;
  nextCursor: string | null;
};

async function list(query = ""): Promise<Page> {
  return (await testApp.request("GET", `/api/leads/archive${query}`, { token: practice.token }))
    .body;
}

/** Returns the first names of the leads found, in alphabetical order. */
async function found(query: string): Promise<(string | undefined)[]> {
  const { leads, total } = await list(`?${query}`);
  expect(total).toBe(leads.length);
  return leads.map(({ firstName }) => firstName).toSorted();
}

async function walk(name: string, more = ""): Promise<string[]> {
  const walked: string[] = [];
  let cursor = "";
  for (;;) {
    const page = await list(`?list=${name}&limit=2${more}${cursor}`);
    walked.push(...page.leads.map((lead) => lead._id));
    if (!page.nextCursor) return walked;
    cursor = `&cursor=${page.nextCursor}`;
  }
}

async function writeArchive(length: number) {
  await testApp.pool.query(
    `insert into leads (client_id, first_name, last_name, phone, received_at, started_at,
       touched_at, state, archived_at, archive_reason, is_counted, search)
     select $1, first_name, last_name, phone, at, at, at, 'archived', at, 'asked twice', true,
       search_text(first_name, last_name, '', phone, '')
     from generate_series(1, $3::int) as number,
       lateral (select 'Person ' || number as first_name, '+1813' || 5550100 + number % 100 as phone,
         case when number % 800 = 0 then 'Rarely' else 'Usual' end as last_name) as person,
       lateral (select $2::timestamptz - number * interval '1 minute' as at) as moments`,
    [practice.clientId, testApp.clock.now, length],
  );
  await testApp.pool.query(
    `insert into rollups (client_id, part, span, since, key, leads)
     values ($1, 'archived', 'all', '-infinity', '', $2)`,
    [practice.clientId, length],
  );
}
