import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Lead } from "#contract/leads.ts";
import { leadSorts, queueStates } from "#contract/queue.ts";
import { makeCampaign, makeInquiry, makeMetaSource } from "#server/db/make.ts";
import { leads } from "#server/db/schema.ts";
import { signInClient } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";

// More leads than a filter's bounded scan covers.
const length = 3000;

let testApp: TestApp;
let practice: Awaited<ReturnType<typeof signInClient>>;
let often: string;
let rarely: string;
let form: string;
let rows: (typeof leads.$inferSelect)[];
beforeAll(async () => {
  testApp = await openTestApp();
  practice = await signInClient(testApp);
  const { clientId } = practice;
  const make = async (name: string) =>
    (await makeCampaign(testApp.deps, { clientId, name, platform: "meta" })).campaignId;
  [often, rarely] = [await make("Often"), await make("Rarely")];
  form = (await makeMetaSource(testApp.deps, clientId)).sourceId;
  await writeQueue();
  rows = await testApp.deps.db
    .select()
    .from(leads)
    .where(and(eq(leads.clientId, clientId)));
});
afterAll(() => testApp.close());

const filters = [
  ["a common campaign", () => ({ campaign: often })],
  ["a rare campaign", () => ({ campaign: rarely })],
  ["a campaign without leads", () => ({ campaign: randomUUID() })],
  ["a source", () => ({ source: form })],
  ["an assignee", () => ({ assignee: practice.accountId })],
  ["asked again", () => ({ askedAgain: "yes" })],
  ["never called", () => ({ state: "uncalled" })],
  ["a due callback", () => ({ state: "due" })],
  ["called without success", () => ({ state: "called" })],
  ["several filters", () => ({ campaign: often, source: form, state: "called" })],
  ["with a search", () => ({ campaign: often, search: "person son" })],
  ["with a search and a state", () => ({ state: "uncalled", search: "son 114" })],
] as const;

test.each(filters)('the filter "%s" finds every match in every sort order', async (_, query) => {
  const wanted: Record<string, string> = query();
  const matching = rows.filter((row) => isInQueue(row) && isMatch(row, wanted)).map(({ id }) => id);
  for (const sort of leadSorts) {
    const walked = await walkAll({ ...wanted, sort, limit: "50" });
    expect(walked.map((lead) => lead._id).toSorted()).toEqual(matching.toSorted());
    const plain = await walkAll({ sort, limit: "50" });
    const isWalked = new Set(matching);
    // Except for leads with equal timestamps, the order must be the same as without a filter.
    expect(walked.map(placeOf(sort))).toEqual(
      plain.filter((lead) => isWalked.has(lead._id)).map(placeOf(sort)),
    );
    const page = await list({ ...wanted, sort });
    expect(page.total).toBeLessThanOrEqual(matching.length);
    if (page.isTotalExact) expect(page.total).toBe(matching.length);
    else expect(page.total).toBeGreaterThanOrEqual(page.leads.length);
  }
});

test("invalid filters and a cursor from another filter are rejected", async () => {
  const wrongs: [string, string][] = [
    ["state", "archived"],
    ["campaign", "1"],
    ["source", "x"],
    ["assignee", "me"],
    ["askedAgain", "1"],
  ];
  for (const [name, value] of wrongs) expect((await ask({ [name]: value })).status).toBe(422);
  for (const state of queueStates) {
    const { nextCursor } = await list({ state, sort: "next", limit: "1" });
    const other = await ask({ state: "uncalled", sort: "next", cursor: nextCursor });
    expect(other.status).toBe(state === "uncalled" ? 200 : 422);
  }
});

test("the queue's filters offer only the practice's own campaigns and sources, and another practice's find nothing", async () => {
  const { body } = await testApp.request("GET", "/api/leads/filters", { token: practice.token });
  expect(body.campaigns.map((one: { _id: string }) => one._id)).toEqual([rarely, often]);
  expect(body.sources).toEqual([{ _id: form, name: "Facebook form" }]);
  const stranger = await signInClient(testApp);
  const other = await testApp.request("GET", "/api/leads/filters", { token: stranger.token });
  expect(other.body).toEqual({ campaigns: [], sources: [] });
  const foreign = await testApp.request("GET", `/api/leads/new?campaign=${often}`, {
    token: stranger.token,
  });
  expect(foreign.body).toMatchObject({ total: 0, leads: [] });
});

test("the source filter finds a lead by the source of its newest inquiry", async () => {
  const { clientId, token } = await signInClient(testApp);
  const { sourceId } = await makeMetaSource(testApp.deps, clientId);
  const campaignOf = async (name: string) =>
    (await makeCampaign(testApp.deps, { clientId, name, platform: "meta" })).campaignId;
  const [before, now] = [await campaignOf("Before"), await campaignOf("Now")];
  const email = "again@example.com";
  await makeInquiry(testApp.deps, clientId, { email, campaignId: before });
  const path = `/api/leads/new?source=${sourceId}`;
  expect((await testApp.request("GET", path, { token })).body.total).toBe(0);
  testApp.clock.forward(1000);
  await makeInquiry(testApp.deps, clientId, { email, sourceId, campaignId: now });
  expect((await testApp.request("GET", path, { token })).body.total).toBe(1);
  expect((await testApp.request("GET", `${path}&askedAgain=yes`, { token })).body.total).toBe(1);
  for (const [campaign, total] of [
    [before, 0],
    [now, 1],
  ] as const) {
    const of = `/api/leads/new?campaign=${campaign}`;
    expect((await testApp.request("GET", of, { token })).body.total).toBe(total);
  }
});

type Row = typeof leads.$inferSelect;

function isInQueue({ state, callBackAt }: Row): boolean {
  if (state === "callback") return callBackAt !== null && callBackAt <= testApp.clock.now;
  return state === "new";
}

function isMatch(row: Row, wanted: Record<string, string>): boolean {
  const { campaign, source, state, assignee, askedAgain, search } = wanted;
  const stateOf = row.state === "callback" ? "due" : row.uncalledSince ? "uncalled" : "called";
  return (
    (!campaign || row.campaignId === campaign) &&
    (!source || row.sourceId === source) &&
    (!state || stateOf === state) &&
    (!assignee || row.assignee === assignee) &&
    (!askedAgain || row.askedAgainAt !== null) &&
    (!search || search.split(" ").every((word) => row.search.includes(word)))
  );
}

function placeOf(sort: (typeof leadSorts)[number]) {
  return (lead: Lead) =>
    sort === "next"
      ? [lead.uncalledSince, lead.callBackAt, lead.uncalledSince ? null : lead.lastCalledAt]
      : lead.timeReceived;
}

function ask(query: Record<string, string | null>) {
  const text = new URLSearchParams(query as Record<string, string>);
  return testApp.request("GET", `/api/leads/new?${text}`, { token: practice.token });
}

async function list(query: Record<string, string | null>) {
  return (await ask(query)).body;
}

async function walkAll(query: Record<string, string>): Promise<Lead[]> {
  const walked: Lead[] = [];
  let cursor: string | null = null;
  for (;;) {
    const page = await list({ ...query, ...(cursor && { cursor }) });
    walked.push(...page.leads);
    cursor = page.nextCursor;
    if (!cursor) return walked;
  }
}

/** Writes leads in every state. Rare values are at the far end of each sort order. */
async function writeQueue() {
  await testApp.pool.query(
    `insert into leads (client_id, first_name, last_name, campaign_id, source_id, asked_again_at, assignee,
       received_at, started_at, search, state, uncalled_since, call_back_at, last_called_at, touched_at)
     select $1, 'Person ' || number, last_name,
       case when number % 3 = 0 then $4::uuid when number between 1500 and 1540 then $5::uuid end,
       case when number % 5 = 0 then $6::uuid end,
       case when number % 400 = 0 then asked_at end,
       case when number % 300 = 0 then $7::uuid end,
       asked_at, asked_at, search_text('Person ' || number, last_name, '', '', ''), state,
       case when kind = 0 then asked_at end,
       case when kind = 1 then $2::timestamptz + (number - $3 / 2) * interval '1 minute' end,
       case when kind > 1 then asked_at + interval '1 hour' end,
       case when kind > 1 then asked_at + interval '1 hour' else asked_at end
     from generate_series(1, $3::int) as number,
       lateral (select case when number % 700 = 0 then 'Zq' else 'Usual' end as last_name) as person,
       lateral (select number % 7 as kind, $2::timestamptz - number * interval '20 seconds' as asked_at) as k,
       lateral (select case when kind = 1 then 'callback' when kind = 6 then 'archived' else 'new' end as state) as s`,
    [practice.clientId, testApp.clock.now, length, often, rarely, form, practice.accountId],
  );
}
