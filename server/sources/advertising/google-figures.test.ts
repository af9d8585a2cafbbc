// Google Ads' figures over a real connection to a stand-in: what is stored or retried, what isn't
// overwritten, and what an owner sees.

import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { campaignWords } from "#content/console/campaigns.ts";
import { dayMs } from "#contract/durations.ts";
import type { SystemState } from "#contract/system.ts";
import { makeCampaign, makeCampaignDays } from "#server/db/make.ts";
import {
  type GoogleAdsStandIn,
  googleAdsError,
  googleCredentials,
  makeGoogleAdsStandIn,
} from "#server/testing/google-ads-stand-in.ts";
import { signInAdmin, signInClient, signInHelper } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";
import { askForFigures } from "./ask-for-figures.ts";
import { fetchGoogleFigures } from "./google-figures.ts";

const { clientId: oauthClient, clientSecret, refreshToken } = googleCredentials;
const customerId = "1234567890";

let google: GoogleAdsStandIn;
let testApp: TestApp;
let token: string;
let practice: Awaited<ReturnType<typeof signInClient>>;
let campaignId: string;
beforeAll(async () => {
  google = await makeGoogleAdsStandIn();
  testApp = await openTestApp({
    ...{ GOOGLE_ADS_CLIENT_ID: oauthClient, GOOGLE_ADS_CLIENT_SECRET: clientSecret },
    ...{ GOOGLE_ADS_REFRESH_TOKEN: refreshToken, ...google.environment },
  });
});
beforeEach(async () => {
  google.state.answers = [];
  google.state.asked = [];
  google.state.customers = { [customerId]: { campaigns: { "901": [], "902": [] } } };
  testApp.clock.at("2026-03-17T12:00:00.000Z");
  token = (await signInAdmin(testApp)).token;
  practice = await signInClient(testApp);
  campaignId = await addCampaign("901");
});
afterAll(async () => {
  await testApp.close();
  await google.close();
});

test("the last three whole days are requested and stored; a day entered by a person stays", async () => {
  await makeCampaignDays(testApp.deps, { clientId: practice.clientId, campaignId }, [
    { day: "2026-03-15", impressions: 7, origin: "hand" },
    { day: "2026-03-14", impressions: 7, clicks: 1, spendCents: 7, origin: "report" },
    { day: "2026-03-13", impressions: 7, clicks: 1, spendCents: 7, origin: "report" },
  ]);
  say("901", [13, "1", "1"], [14, "120", "12345000"], [15, "130", "13"], [16, "140", "14000000"]);
  say("901", [17, "150", "15"]);
  // The second answer replaces the first one.
  for (let times = 0; times < 2; times += 1) {
    await fetchNow();
    expect((await read()).days).toEqual([
      { day: "2026-03-16", impressions: 140, clicks: 5, spendCents: 1400, origin: "google_ads" },
      { day: "2026-03-15", impressions: 7, clicks: null, spendCents: null, origin: "hand" },
      { day: "2026-03-14", impressions: 120, clicks: 5, spendCents: 1235, origin: "google_ads" },
      { day: "2026-03-13", impressions: 7, clicks: 1, spendCents: 7, origin: "report" },
    ]);
  }
  expect(await read()).toMatchObject({ name: "Spring", state: "running", figuresProblem: "" });
  expect((await read()).askedFiguresAt).not.toBe(null);
});

test("campaigns in one account share a request; each account gets its own request", async () => {
  const second = await addCampaign("902");
  const other = await addCampaign("801", { googleCustomerId: "1112223334" });
  const spendOf = async (id: string) => (await read(id)).spendCents;
  google.state.customers["1112223334"] = { campaigns: { "801": [] } };
  say("901", [14, "120", "10000000"]);
  say("902", [14, "9", "20000000"]);
  say("801", [14, "8", "30000000"]);
  await fetchNow();
  expect(google.state.asked.map(({ path }) => path.split("/")[3])).toEqual([
    ...[undefined, "1112223334", customerId],
  ]);
  expect(await Promise.all([campaignId, second, other].map(spendOf))).toEqual([1000, 2000, 3000]);
});

test.each([
  [
    "a rate limit",
    429,
    googleAdsError(429, "RESOURCE_EXHAUSTED", { quotaError: "RESOURCE_EXHAUSTED" }),
  ],
  ["an outage", 503, "<html>"],
  ["an unexpected body", 200, { data: "soon" }],
])(
  "a request is retried after %s, and only the last failure is reported",
  async (_, status, body) => {
    const answer = { to: "api", status, body } as const;
    google.state.answers = [answer, answer];
    await expect(fetchNow()).rejects.toThrow("Google");
    expect(await read()).toMatchObject({ askedFiguresAt: null, figuresProblem: "" });
    await fetchNow({ isLast: true });
    expect((await read()).figuresProblem).toMatch(/Google/);
  },
);

test("one account's outage doesn't keep another account's figures from being stored", async () => {
  const other = await addCampaign("801", { googleCustomerId: "1112223334" });
  google.state.customers["1112223334"] = { campaigns: { "801": [] } };
  say("901", [14, "8", "30000000"]);
  google.state.answers = [{ to: "api", status: 503, body: "" }];
  await expect(fetchNow()).rejects.toThrow("Google");
  expect((await read()).days).toHaveLength(1);
  expect((await read(other)).askedFiguresAt).toBe(null);
});

test.each([
  [
    "a revoked refresh token",
    { to: "token" as const, status: 400, body: { error: "invalid_grant" } },
  ],
  [
    "an account that the credentials can't open",
    {
      ...{ to: "api" as const, status: 403 },
      body: [
        googleAdsError(403, "PERMISSION_DENIED", {
          authorizationError: "USER_PERMISSION_DENIED",
        }),
      ],
    },
  ],
])(
  "%s is reported with the campaign and on the system screen until it works",
  async (_, answer) => {
    google.state.answers = [answer];
    await fetchNow();
    expect((await read()).figuresProblem).toMatch(/^Google: /);
    expect(await system()).toMatchObject({ part: "failing" });
    await fetchNow();
    expect((await read()).figuresProblem).toBe("");
  },
);

test("an account in another currency and an unknown campaign are reported, and none of their figures are stored", async () => {
  const unknown = await addCampaign("903");
  const noNumber = await addCampaign("9030000000000000000000");
  say("901", [14, "120", "10000000"]);
  await fetchNow();
  for (const id of [unknown, noNumber]) {
    expect((await read(id)).figuresProblem).toBe(campaignWords.noSuchCampaign);
  }
  expect(await read()).toMatchObject({ figuresProblem: "", days: [{ spendCents: 1000 }] });
  const account = google.state.customers[customerId];
  google.state.customers = { [customerId]: { ...account, currencyCode: "EUR" } };
  say("901", [15, "120", "10000000"]);
  await fetchNow();
  expect((await read()).figuresProblem).toBe("The account's currency is EUR");
  expect((await read()).days).toHaveLength(1);
});

test("after a merge, Google's figures for both campaigns add up in the surviving one", async () => {
  const other = await addCampaign("902");
  const path = `/api/admin/campaigns/${other}/merges`;
  await testApp.request("POST", path, { token, json: { into: campaignId } });
  say("901", [14, "120", "10000000"]);
  say("902", [14, "80", "20000000"]);
  for (let times = 0; times < 2; times += 1) {
    await fetchNow();
    expect((await read()).days).toEqual([
      { day: "2026-03-14", impressions: 200, clicks: 10, spendCents: 3000, origin: "google_ads" },
    ]);
  }
});

test("an ended campaign's figures are requested, but not anymore after three days", async () => {
  await change({ state: "ended" });
  await fetchNow();
  expect(google.state.asked).not.toEqual([]);
  testApp.clock.forward(3 * dayMs);
  google.state.asked = [];
  await fetchNow();
  expect(google.state.asked).toEqual([]);
});

test("each practice with a linked campaign gets one job, but none while Google Ads isn't connected", async () => {
  const unlinked = await signInClient(testApp);
  const campaign = { clientId: unlinked.clientId, name: "Spring", platform: "google" as const };
  await makeCampaign(testApp.deps, { ...campaign, platformCampaignId: "901" });
  const jobs = async (clientId: string) => {
    const { rows } = await testApp.pool.query(
      "select data from pgboss.job where name = 'fetch-google-figures' and data ->> 'clientId' = $1",
      [clientId],
    );
    return rows.length;
  };
  const { config } = testApp.deps;
  const googleAds = { ...config.googleAds, refreshToken: undefined };
  await askForFigures({ ...testApp.deps, config: { ...config, googleAds } });
  expect(await jobs(practice.clientId)).toBe(0);
  await askForFigures(testApp.deps);
  await askForFigures(testApp.deps);
  expect(await jobs(practice.clientId)).toBe(1);
  expect(await jobs(unlinked.clientId)).toBe(0);
});

test("a helper's report doesn't complete the link of a campaign to an account", async () => {
  const id = await addCampaign(undefined, { name: "Implants" });
  const helper = await signInHelper(testApp);
  const report =
    "Campaign,Campaign ID,Day,Currency code,Impr.,Clicks,Cost\nImplants,999,2026-03-15,USD,100,5,7.00\n";
  const query = new URLSearchParams({ client: practice.clientId, isApplied: "true" });
  const answer = await testApp.api.request(`http://localhost/api/admin/campaign-reports?${query}`, {
    method: "POST",
    headers: { Authorization: `Bearer ${helper.token}` },
    body: report,
  });
  expect([answer.status, (await read(id)).days.length]).toEqual([201, 1]);
  expect((await read(id)).platformCampaignId).toBeNull();
});

test("an owner links a campaign by its customer ID, with hyphens or without; a helper can't", async () => {
  const linked = await change({ googleCustomerId: "111-222-3334" });
  expect(linked.body.campaign.googleCustomerId).toBe("1112223334");
  const invalid = await change({ googleCustomerId: "111-2223-334" });
  expect(Object.keys(invalid.body.errors)).toEqual(["googleCustomerId"]);
  const { body } = await testApp.request("GET", "/api/admin/audit", { token });
  expect(body.entries[0]).toMatchObject({
    action: "campaign_changed",
    changes: [{ field: "googleCustomerId", from: "123-456-7890", to: "111-222-3334" }],
  });
  const helper = await signInHelper(testApp);
  const asHelper = (json: object) => change(json, helper.token);
  expect((await asHelper({ name: "Summer", googleCustomerId: "1112223334" })).status).toBe(200);
  for (const json of [
    { googleCustomerId: customerId },
    { googleCustomerId: null },
    { platformCampaignId: "902" },
  ]) {
    expect((await asHelper(json)).status).toBe(403);
  }
  const json = { client: practice.clientId, platform: "google", name: "New" };
  const add = (change: object, by: string) =>
    testApp.request("POST", "/api/admin/campaigns", { token: by, json: { ...json, ...change } });
  const link = { googleCustomerId: customerId };
  expect((await add(link, helper.token)).status).toBe(403);
  expect((await add({}, helper.token)).status).toBe(201);
  expect((await add(link, token)).body.campaign.googleCustomerId).toBe(customerId);
  const another = await add({ ...link, platform: "meta" }, token);
  expect(Object.keys(another.body.errors)).toEqual(["googleCustomerId"]);
  expect((await change({ googleCustomerId: "" })).body.campaign.googleCustomerId).toBe(null);
});

test("the system screen says when figures were last fetched, and whether Google Ads is off", async () => {
  await fetchNow();
  expect((await system()).last).toBe("2026-03-17T12:00:00.000Z");
  const { config } = testApp.deps;
  try {
    const googleAds = { ...config.googleAds, refreshToken: undefined };
    testApp.deps.config = { ...config, googleAds };
    expect((await system()).part).toBe("off");
  } finally {
    testApp.deps.config = config;
  }
});

async function addCampaign(
  platformCampaignId: string | undefined,
  more: { googleCustomerId?: string; name?: string } = {},
) {
  const { clientId } = practice;
  const campaign = { clientId, name: "Spring", platform: "google" as const, platformCampaignId };
  const made = await makeCampaign(testApp.deps, {
    ...{ ...campaign, googleCustomerId: customerId, ...more },
  });
  return made.campaignId;
}

/**
 * Adds days in March to a campaign in any account: impressions, and cost in millionths of a dollar.
 */
function say(id: string, ...days: [day: number, impressions: string, costMicros: string][]) {
  for (const { campaigns } of Object.values(google.state.customers)) {
    campaigns?.[id]?.push(
      ...days.map(([day, impressions, costMicros]) => ({
        ...{ date: `2026-03-${day}`, impressions, costMicros, clicks: "5" },
      })),
    );
  }
}

function fetchNow({ isLast = false } = {}) {
  return fetchGoogleFigures(testApp.deps, practice, { isLast });
}

function change(json: object, by = token) {
  return testApp.request("PATCH", `/api/admin/campaigns/${campaignId}`, { token: by, json });
}

async function read(id = campaignId) {
  return (await testApp.request("GET", `/api/admin/campaigns/${id}`, { token })).body;
}

async function system() {
  const { body } = await testApp.request("GET", "/api/admin/system", { token });
  const { parts, lastWorked }: SystemState = body;
  return { part: parts.googleAds, last: lastWorked.googleAds };
}
