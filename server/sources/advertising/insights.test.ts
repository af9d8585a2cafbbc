// Meta's Insights over a real connection: what is stored, retried or not overwritten.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { dayMs } from "#contract/durations.ts";
import { makeCampaign, makeCampaignDays, makeMetaSource } from "#server/db/make.ts";
import { sources } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { sealPageToken } from "#server/sources/intake/page-tokens.ts";
import { signInAdmin, signInClient } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";
import { askForFigures } from "./ask-for-figures.ts";
import { fetchCampaignFigures } from "./insights.ts";

let answer: { status: number; body: string };
let asked: URL[];
const server = createServer((request, response) => {
  asked.push(new URL(request.url ?? "", "http://graph"));
  response.writeHead(answer.status).end(answer.body);
});

let testApp: TestApp;
let deps: Deps;
let token: string;
let practice: Awaited<ReturnType<typeof signInClient>>;
let campaignId: string;
beforeAll(async () => {
  testApp = await openTestApp();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { config } = testApp.deps;
  const graphUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const meta = { ...config.meta, graphUrl, pageToken: undefined };
  deps = { ...testApp.deps, config: { ...config, meta } };
  token = (await signInAdmin(testApp)).token;
});
beforeEach(async () => {
  asked = [];
  testApp.clock.at("2026-03-17T12:00:00.000Z");
  practice = await signInClient(testApp);
  const { clientId } = practice;
  await makeMetaSource(testApp.deps, clientId);
  await testApp.deps.db
    .update(sources)
    .set({ metaPageToken: sealPageToken(deps.config.secret, "EAAGexample") });
  const campaign = { clientId, name: "Spring", platform: "meta" as const };
  ({ campaignId } = await makeCampaign(testApp.deps, { ...campaign, platformCampaignId: "901" }));
});
afterAll(async () => {
  await testApp.close();
  await new Promise((resolve) => server.close(resolve));
});

const row = (day: number, impressions: string, spend: string) => ({
  ...{ date_start: `2026-03-${day}`, date_stop: `2026-03-${day}`, account_currency: "USD" },
  ...{ impressions, spend },
});

test("the last three whole days are requested and stored; a day entered by a person stays", async () => {
  const which = { clientId: practice.clientId, campaignId };
  await makeCampaignDays(testApp.deps, which, [
    { day: "2026-03-15", impressions: 7, origin: "hand" },
    { day: "2026-03-14", impressions: 7, clicks: 1, spendCents: 7 },
  ]);
  say({ data: [row(14, "120", "12.345"), row(15, "130", "13"), row(16, "140", "14")], paging: {} });
  await fetchCampaignFigures(deps, practice, { isLast: false });
  expect(asked.map(({ pathname }) => pathname)).toEqual([
    `/${deps.config.meta.apiVersion}/901/insights`,
  ]);
  expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toEqual({
    fields: "impressions,clicks,spend,account_currency",
    time_increment: "1",
    time_range: '{"since":"2026-03-14","until":"2026-03-16"}',
  });
  expect((await read()).days).toEqual([
    { day: "2026-03-16", impressions: 140, clicks: 0, spendCents: 1400, origin: "insights" },
    { day: "2026-03-15", impressions: 7, clicks: null, spendCents: null, origin: "hand" },
    { day: "2026-03-14", impressions: 120, clicks: 0, spendCents: 1235, origin: "insights" },
  ]);
});

test.each([
  ["a rate limit", 400, { error: { code: 613, message: "Slow down" } }],
  ["an outage", 503, "<html>"],
  ["an unexpected body", 200, { data: "soon" }],
])(
  "a request is retried after %s, and only the last failure is reported",
  async (_, status, body) => {
    say(body, status);
    await expect(fetchCampaignFigures(deps, practice, { isLast: false })).rejects.toThrow("Graph");
    expect(await read()).toMatchObject({ askedFiguresAt: null, figuresProblem: "" });
    await fetchCampaignFigures(deps, practice, { isLast: true });
    expect((await read()).figuresProblem).toMatch(/Graph/);
  },
);

test.each([
  [
    "a permission that the token lacks",
    400,
    { error: { code: 200, message: "Needs ads_read EAAGexample" } },
  ],
  ["an expired token", 401, { error: { code: 190, message: "Expired" } }],
  ["another currency", 200, { data: [{ ...row(14, "1", "1"), account_currency: "EUR" }] }],
])(
  "%s is reported with the campaign, without the token, until it works",
  async (_, status, body) => {
    say(body, status);
    await fetchCampaignFigures(deps, practice, { isLast: false });
    const { figuresProblem, days } = await read();
    expect(figuresProblem).not.toBe("");
    expect(figuresProblem).not.toContain("EAAGexample");
    expect(days).toEqual([]);
    say({ data: [] });
    await fetchCampaignFigures(deps, practice, { isLast: false });
    expect((await read()).figuresProblem).toBe("");
  },
);

test("after a merge, Meta's figures for both campaigns add up in the surviving one", async () => {
  await mergeAnother("902");
  say({ data: [row(14, "120", "12")] });
  // The second response replaces the first one.
  for (let times = 0; times < 2; times += 1) {
    await fetchCampaignFigures(deps, practice, { isLast: false });
    expect((await read()).days).toEqual([
      { day: "2026-03-14", impressions: 240, clicks: 0, spendCents: 2400, origin: "insights" },
    ]);
  }
});

test("a merged campaign's figures are requested for as long as the surviving one's", async () => {
  await mergeAnother("902");
  say({ data: [] });
  const askedAbout = async () => {
    asked = [];
    await fetchCampaignFigures(deps, practice, { isLast: false });
    return asked.map(({ pathname }) => pathname.split("/").at(-2)).toSorted();
  };
  const change = (json: object) =>
    testApp.request("PATCH", `/api/admin/campaigns/${campaignId}`, { token, json });
  expect((await change({ state: "ended" })).body.campaign.state).toBe("ended");
  expect(await askedAbout()).toEqual(["901", "902"]);
  testApp.clock.forward(3 * dayMs);
  expect(await askedAbout()).toEqual([]);
  token = (await signInAdmin(testApp)).token;
  await change({ state: "running" });
  expect(await askedAbout()).toEqual(["901", "902"]);
});

test("each practice with a token and a matched campaign gets one job", async () => {
  const jobs = async () => {
    const { rows } = await testApp.pool.query(
      "select data from pgboss.job where name = 'fetch-campaign-figures' and data ->> 'clientId' = $1",
      [practice.clientId],
    );
    return rows.length;
  };
  await askForFigures(deps);
  await askForFigures(deps);
  expect(await jobs()).toBe(1);
});

/** Merges another campaign of Meta's into the practice's. */
async function mergeAnother(platformCampaignId: string) {
  const { clientId } = practice;
  const campaign = { clientId, name: "Spring, copy", platform: "meta" as const };
  const other = await makeCampaign(testApp.deps, { ...campaign, platformCampaignId });
  const path = `/api/admin/campaigns/${other.campaignId}/merges`;
  const merged = await testApp.request("POST", path, { token, json: { into: campaignId } });
  expect(merged.status).toBe(201);
}

function say(body: unknown, status = 200) {
  answer = { status, body: typeof body === "string" ? body : JSON.stringify(body) };
}

async function read() {
  const path = `/api/admin/campaigns/${campaignId}`;
  return (await testApp.request("GET", path, { token })).body;
}
