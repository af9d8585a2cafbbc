// The owner's campaigns over the API: their list, their daily figures, and reports.
import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { campaignMessages } from "#content/console/campaigns.ts";
import { intakeMessages } from "#content/messages.ts";
import type { CampaignPlatform, CampaignSort, CampaignState } from "#contract/campaigns.ts";
import {
  makeCall,
  makeCampaign,
  makeCampaignDays,
  makeInquiry,
  makePractice,
} from "#server/db/make.ts";
import { campaigns, templates } from "#server/db/schema.ts";
import { addSource } from "#server/people/practice-sources.ts";
import { signInAdmin, signInClient } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";

let testApp: TestApp;
let token: string;
let practice: Awaited<ReturnType<typeof signInClient>>;
beforeAll(async () => {
  testApp = await openTestApp();
  testApp.clock.at("2026-03-17T12:00:00.000Z");
  token = (await signInAdmin(testApp)).token;
});
beforeEach(async () => {
  practice = await signInClient(testApp);
});
afterAll(() => testApp.close());

const base = "/api/admin/campaigns";

test("a campaign can be added, changed, paused and ended, and found by name and state", async () => {
  const { body } = await ask("POST", base, {
    ...{ client: practice.clientId, platform: "meta", name: "Zirconia crowns" },
    ...{ startsOn: "2026-03-01", endsOn: "2026-03-31", budgetCents: 50_000 },
  });
  const { _id, state, budgetCents } = body.campaign;
  expect([state, budgetCents]).toEqual(["running", 50_000]);
  const change = (json: object) => ask("PATCH", `${base}/${_id}`, json);
  expect((await change({ state: "paused" })).body.campaign.state).toBe("paused");
  const find = async (query: string) => (await ask("GET", `${base}?${query}`)).body.total;
  expect(await find("search=zirconia&state=paused&platform=meta")).toBe(1);
  expect(await find("search=zirconia&state=running")).toBe(0);
  expect(await find("search=zirconia%25")).toBe(0);
  expect((await change({ state: "ended", name: "Crowns" })).body.campaign).toMatchObject({
    ...{ state: "ended", name: "Crowns" },
  });
  expect((await change({ state: "running" })).body.campaign.state).toBe("running");
  expect((await change({ endsOn: "2026-02-01" })).status).toBe(422);
});

test("two campaigns of a practice can't have the same platform id", async () => {
  const json = { client: practice.clientId, platform: "meta", name: "A", platformCampaignId: "7" };
  const [first, second] = await Promise.all([ask("POST", base, json), ask("POST", base, json)]);
  expect([first.status, second.status].toSorted()).toEqual([201, 409]);
  expect((await ask("POST", base, { ...json, platform: "google" })).status).toBe(201);
});

test("a day's figures can be entered, replaced as a whole and removed", async () => {
  const { campaignId } = await makeCampaign(testApp.deps, spring());
  const url = `${base}/${campaignId}/days/2026-03-14`;
  await ask("PUT", url, { impressions: 100, clicks: 3, spendCents: 1250 });
  const { body } = await ask("PUT", url, { impressions: 120, clicks: null, spendCents: 0 });
  expect(body.campaign.days).toEqual([
    { day: "2026-03-14", impressions: 120, clicks: null, spendCents: 0, origin: "hand" },
  ]);
  expect(
    (await ask("PUT", url, { impressions: null, clicks: null, spendCents: null })).status,
  ).toBe(422);
  expect((await ask("PUT", url, { impressions: -1, clicks: null, spendCents: null })).status).toBe(
    422,
  );
  expect((await ask("DELETE", url)).body.campaign.days).toEqual([]);
  expect((await ask("DELETE", url)).status).toBe(404);
});

test("changing one figure of a day doesn't overwrite another figure that was stored since", async () => {
  const { campaignId } = await makeCampaign(testApp.deps, spring());
  const which = { clientId: practice.clientId, campaignId };
  const fetched = { day: "2026-03-14", impressions: 100, clicks: 3, spendCents: 1250 };
  await makeCampaignDays(testApp.deps, which, [{ ...fetched, origin: "insights" }]);
  const url = `${base}/${campaignId}/days/2026-03-14`;
  const days = async () => (await read(campaignId)).days;
  // An unchanged figure doesn't count as entered: Meta may still revise the day.
  await ask("PATCH", url, { clicks: 3 });
  expect(await days()).toMatchObject([{ origin: "insights" }]);
  await Promise.all([ask("PATCH", url, { clicks: 4 }), ask("PATCH", url, { spendCents: 1300 })]);
  expect(await days()).toEqual([{ ...fetched, clicks: 4, spendCents: 1300, origin: "hand" }]);
  for (const name of ["impressions", "clicks", "spendCents"]) {
    expect((await ask("PATCH", url, { [name]: null })).status).toBe(200);
  }
  expect(await days()).toEqual([]);
  expect((await ask("PATCH", url, { clicks: null })).status).toBe(200);
  await Promise.all([ask("PATCH", url, { clicks: 4 }), ask("PATCH", url, { impressions: 9 })]);
  expect(await days()).toMatchObject([{ impressions: 9, clicks: 4, spendCents: null }]);
  expect((await ask("PATCH", url, { clicks: -1 })).status).toBe(422);
  const future = `${base}/${campaignId}/days/2099-01-01`;
  expect((await ask("PATCH", future, { clicks: 1 })).body.errors).toHaveProperty("day");
});

test("an imported day that is removed and restored is still replaced by imports", async () => {
  const { campaignId } = await makeCampaign(testApp.deps, spring({ platformCampaignId: "901" }));
  await send(report, "&isApplied=true");
  const [, day] = (await read(campaignId)).days;
  const url = `${base}/${campaignId}/days/${day.day}`;
  await ask("DELETE", url);
  const { day: _day, ...before } = day;
  await ask("PUT", url, { ...before, spendCents: 1 });
  expect((await read(campaignId)).days[1]).toMatchObject({ spendCents: 1, origin: "report" });
  await send(report, "&isApplied=true");
  expect((await read(campaignId)).days[1]).toEqual(day);
});

test("a campaign counts each person once per week and once per period, and shows the previous period", async () => {
  const { clientId } = practice;
  const { campaignId } = await makeCampaign(testApp.deps, spring());
  await makeCampaignDays(testApp.deps, { clientId, campaignId }, [
    { day: "2026-03-16", spendCents: 3000, clicks: 5 },
    { day: "2026-03-10", spendCents: 1000 },
    { day: "2026-02-10", spendCents: 700 },
  ]);
  const asked = async (at: string, isBooked = false) => {
    const submittedAt = new Date(at);
    const { lead } = await makeInquiry(testApp.deps, clientId, { campaignId, submittedAt });
    if (!isBooked) return;
    const call = { calledAt: submittedAt, outcome: "booked" as const };
    await makeCall(testApp.deps, practice, lead._id, call);
  };
  await asked("2026-03-16T15:00:00Z", true);
  // Still Monday evening in Tampa.
  await asked("2026-03-17T02:00:00Z");
  // On a day without recorded spend, and before the period.
  await asked("2026-03-12T15:00:00Z");
  await asked("2026-02-10T15:00:00Z");
  const weeksOf = async (query: string) =>
    (await ask("GET", `${base}/${campaignId}/weeks?${query}`)).body;
  const body = await weeksOf("weeks=4");
  expect(body).toMatchObject({
    total: { from: "2026-02-23", to: "2026-03-17", leads: 3, booked: 1 },
    before: { from: "2026-01-26", to: "2026-02-17", spendCents: 700, leads: 1, perLead: 700 },
    ...{ hasNewer: false, month: "2026-03", monthSpendCents: 4000 },
  });
  expect(body.total).toMatchObject({
    ...{ impressions: null, clicks: 5, spendCents: 4000, perLead: 2000, perBooked: 4000 },
  });
  expect(body.weeks).toMatchObject([
    {
      ...{ from: "2026-03-16", to: "2026-03-17", leads: 2, booked: 1, perLead: 1500 },
      days: [{ day: "2026-03-16", spendCents: 3000, origin: "report" }],
    },
    { from: "2026-03-09", to: "2026-03-15", leads: 1, perLead: "nobody" },
    { leads: 0, spendCents: null, perLead: "no_spend", days: [] },
    { from: "2026-02-23" },
  ]);
  const older = await weeksOf("weeks=4&until=2026-02-22");
  expect([older.total.to, older.total.leads, older.hasNewer]).toEqual(["2026-02-22", 1, true]);
  expect((await weeksOf("until=2099-01-01")).total.to).toBe("2026-03-17");
});

test("the list is sorted by any column with unknown values last, and its export has the same order and is audited", async () => {
  const { clientId } = practice;
  const mark = "Tamarind";
  const make = async (name: string, spendCents: number | null, people: number) => {
    const { campaignId } = await makeCampaign(testApp.deps, spring({ name: `${name} ${mark}` }));
    await makeCampaignDays(testApp.deps, { clientId, campaignId }, [
      { day: "2026-03-16", spendCents, clicks: 1 },
    ]);
    const submittedAt = new Date("2026-03-16T15:00:00Z");
    for (let count = 0; count < people; count += 1) {
      await makeInquiry(testApp.deps, clientId, { campaignId, submittedAt });
    }
  };
  await make("=Aligners", 3000, 2);
  await make("Crowns", 9000, 1);
  await make("Braces", null, 3);
  const names = async (query: string) =>
    (await ask("GET", `${base}?search=${mark}&${query}`)).body.campaigns.map(
      ({ name }: { name: string }) => name.replace(` ${mark}`, ""),
    );
  expect(await names("")).toEqual(["Braces", "Crowns", "=Aligners"]);
  expect(await names("sort=name")).toEqual(["=Aligners", "Braces", "Crowns"]);
  expect(await names("sort=leads")).toEqual(["Braces", "=Aligners", "Crowns"]);
  expect(await names("sort=perLead")).toEqual(["Crowns", "=Aligners", "Braces"]);
  expect(await names("sort=spend&order=asc")).toEqual(["=Aligners", "Crowns", "Braces"]);
  // Equal values are sorted by name.
  const same = ["practice", "platform", "state", "startsOn", "budget", "booked", "lastLead"];
  for (const sort of same) {
    expect([sort, await names(`sort=${sort}`)]).toEqual([sort, ["=Aligners", "Braces", "Crowns"]]);
  }
  const { body } = await ask("GET", `${base}?search=${mark}&sort=perLead`);
  expect(body.campaigns).toMatchObject([
    { leads: 1, booked: 0, perLead: 9000, lastLeadAt: "2026-03-16T15:00:00.000Z" },
    { leads: 2, booked: 0, perLead: 1500 },
    { leads: 3, booked: 0, perLead: "no_spend" },
  ]);
  const file = await ask("GET", `${base}/export.csv?search=${mark}&sort=perLead`);
  const lines = String(file.body).trim().split("\r\n");
  expect(lines.map((line) => line.split(",")[0]?.replace(` ${mark}`, ""))).toEqual([
    expect.stringMatching(/Campaign$/),
    ...["Crowns", "'=Aligners", "Braces"],
  ]);
  const log = await ask("GET", "/api/admin/audit");
  expect(log.body.entries[0]).toMatchObject({ action: "campaigns_exported" });
});

type Planted = {
  name: string;
  /** Its practice's name begins with this number. */
  practice: number;
  platform: CampaignPlatform;
  state: CampaignState;
  /** The day in March on which it starts. */
  day: number;
  budgetCents: number;
  spendCents: number;
  /** How many people asked, how many of them booked, and at which hour. */
  people: number;
  booked: number;
  hour: number;
};

// The order differs from column to column, and from those by name and by creation.
const planted: Planted[] = [
  {
    ...{ name: "A", practice: 2, platform: "other", state: "paused", day: 2, budgetCents: 100 },
    ...{ spendCents: 1000, people: 2, booked: 2, hour: 14 },
  },
  {
    ...{ name: "C", practice: 3, platform: "web", state: "ended", day: 1, budgetCents: 200 },
    ...{ spendCents: 3000, people: 1, booked: 0, hour: 13 },
  },
  {
    ...{ name: "D", practice: 4, platform: "meta", state: "paused", day: 4, budgetCents: 400 },
    ...{ spendCents: 2400, people: 3, booked: 3, hour: 15 },
  },
  {
    ...{ name: "B", practice: 1, platform: "google", state: "running", day: 3, budgetCents: 300 },
    ...{ spendCents: 8000, people: 4, booked: 1, hour: 12 },
  },
];

// cspell:disable
const orders: Record<CampaignSort, { asc: string; desc: string }> = {
  name: { asc: "ABCD", desc: "DCBA" },
  practice: { asc: "BACD", desc: "DCAB" },
  platform: { asc: "BDAC", desc: "CADB" },
  // Equal states are sorted by name.
  state: { asc: "BADC", desc: "CADB" },
  startsOn: { asc: "CABD", desc: "DBAC" },
  budget: { asc: "ACBD", desc: "DBCA" },
  spend: { asc: "ADCB", desc: "BCDA" },
  leads: { asc: "CADB", desc: "BDAC" },
  perLead: { asc: "ADBC", desc: "CBDA" },
  booked: { asc: "CBAD", desc: "DABC" },
  lastLead: { asc: "BCAD", desc: "DACB" },
};
// cspell:enable

test("each column of the list sorts it in both directions", async () => {
  const mark = "Sycamore";
  for (const one of planted) {
    const name = `${one.practice} ${mark}`;
    const { clientId, accountId } = await makePractice(testApp.deps, { name });
    const at = new Date(`2026-03-16T${one.hour}:00:00Z`);
    const named = { clientId, name: one.name, platform: one.platform };
    const { campaignId } = await makeCampaign(testApp.deps, named);
    await testApp.deps.db
      .update(campaigns)
      .set({
        ...{ startsOn: `2026-03-0${one.day}`, budgetCents: one.budgetCents },
        pausedAt: one.state === "paused" ? at : null,
        endedAt: one.state === "ended" ? at : null,
      })
      .where(and(eq(campaigns.clientId, clientId), eq(campaigns.id, campaignId)));
    const spent = { day: "2026-03-16", spendCents: one.spendCents };
    await makeCampaignDays(testApp.deps, { clientId, campaignId }, [spent]);
    for (let count = 0; count < one.people; count += 1) {
      const asked = { campaignId, submittedAt: at };
      const { lead } = await makeInquiry(testApp.deps, clientId, asked);
      if (count >= one.booked) continue;
      const call = { calledAt: at, outcome: "booked" as const };
      await makeCall(testApp.deps, { clientId, accountId }, lead._id, call);
    }
  }
  const names = async (query: string) => {
    const { body } = await ask("GET", `${base}?search=${mark}&${query}`);
    return body.campaigns.map(({ name }: { name: string }) => name).join("");
  };
  for (const [sort, { asc, desc }] of Object.entries(orders)) {
    const sorted = {
      asc: await names(`sort=${sort}&order=asc`),
      desc: await names(`sort=${sort}&order=desc`),
    };
    expect({ sort, ...sorted }).toEqual({ sort, asc, desc });
  }
});

test("a campaign's budget is for each month or for the whole campaign", async () => {
  const { campaignId } = await makeCampaign(testApp.deps, spring());
  expect((await read(campaignId)).budgetPeriod).toBe("campaign");
  const json = { budgetCents: 190_000, budgetPeriod: "month" };
  expect((await ask("PATCH", `${base}/${campaignId}`, json)).body.campaign).toMatchObject(json);
});

test("a practice's impressions come from daily figures; a recorded total stays until they exceed it", async () => {
  const campaign = spring({ impressions: 3000, impressionsAsOf: "2026-03-10" });
  const { campaignId } = await makeCampaign(testApp.deps, campaign);
  const count = async (query = "") =>
    (await testApp.request("GET", `/api/leads/count${query}`, { token: practice.token })).body;
  expect(await count()).toMatchObject({ impressions: 3000, impressionsAsOf: "2026-03-10" });
  const days = (impressions: number[], from: number) =>
    impressions.map((each, index) => ({ day: `2026-03-${from + index}`, impressions: each }));
  const which = { clientId: practice.clientId, campaignId };
  await makeCampaignDays(testApp.deps, which, [
    { day: "2026-03-09", impressions: 1000 },
    ...days([1000, 500, 200], 10),
  ]);
  expect(await count()).toMatchObject({ impressions: 3700, impressionsAsOf: "2026-03-12" });
  await makeCampaignDays(testApp.deps, which, [{ day: "2026-03-08", impressions: 1500 }]);
  expect(await count()).toMatchObject({ impressions: 4200 });
  // March 10 in Tampa is 04:00 UTC to 04:00 UTC.
  const period = "?from=2026-03-10T04:00:00Z&to=2026-03-12T04:00:00Z";
  expect(await count(period)).toMatchObject({ impressions: 1500, impressionsAsOf: "2026-03-11" });
  expect(await count(`${period}&campaign=${campaignId}`)).toMatchObject({ impressions: 1500 });
  expect(await count("?from=2026-03-10T05:00:00Z")).toMatchObject({ impressions: 700 });
  expect(await count("?to=2026-03-01T04:00:00Z")).toMatchObject({
    ...{ impressions: 0, impressionsAsOf: null },
  });
});

test("figures for a future day in the agency's time zone, or with fractions of a cent, are rejected", async () => {
  const { campaignId } = await makeCampaign(testApp.deps, spring());
  const enter = (day: string, spendCents: number) =>
    ask("PUT", `${base}/${campaignId}/days/${day}`, { impressions: 1, clicks: 1, spendCents });
  // Still the evening of March 17 in Tampa.
  testApp.clock.at("2026-03-18T03:59:00Z");
  const early = await enter("2026-03-18", 100);
  expect([early.status, early.body.errors]).toEqual([
    422,
    { day: "That day is in the future. Enter today or an earlier day." },
  ]);
  testApp.clock.at("2026-03-18T04:00:00Z");
  expect((await enter("2026-03-18", 100)).status).toBe(200);
  expect((await enter("2026-03-18", 0.5)).body.errors).toEqual({
    spendCents: "Enter an amount with at most two decimals.",
  });
});

test("rows of future days and parts of a cent in a report are rejected; the other rows are summed up", async () => {
  testApp.clock.at("2026-03-17T12:00:00.000Z");
  const { body } = await send(
    [
      report,
      "2026-03-18,2026-03-18,Spring,901,10,1,1.00",
      "2026-03-16,2026-03-16,Spring,901,10,1,1.001",
    ].join("\r\n"),
  );
  expect(body.report.rejected).toEqual([
    { line: 5, problem: "bad_day" },
    { line: 6, problem: "future_day" },
    { line: 7, problem: "part_of_cent" },
  ]);
  expect(body.report.campaigns[0]).toMatchObject({
    ...{ days: 2, impressions: 2000, clicks: 40, spendCents: 5150 },
  });
});

const reportHead =
  "Reporting starts,Reporting ends,Campaign name,Campaign ID,Impressions,Clicks (all),Amount spent (USD)";
const report = [
  reportHead,
  '2026-03-14,2026-03-14,Spring,901,"1,200",24,31.50',
  "2026-03-15,2026-03-15,Spring,901,800,16,20",
  "2026-03-15,2026-03-15,Brand new,902,50,1,2",
  "soon,,Spring,901,1,1,1",
].join("\r\n");

test("a report is checked before it's imported, and importing it twice stores each day once", async () => {
  const { campaignId } = await makeCampaign(testApp.deps, spring());
  await ask("PUT", `${base}/${campaignId}/days/2026-03-15`, {
    ...{ impressions: 1, clicks: 1, spendCents: 1 },
  });
  const checked = await send(report);
  expect(checked.body).toMatchObject({
    message: campaignMessages.checked,
    report: {
      ...{ platform: "meta", isApplied: false, storedDays: 0, rejectedCount: 1 },
      rejected: [{ line: 5, problem: "bad_day" }],
      campaigns: [
        { name: "Spring", match: "name", days: 2, spendCents: 5150, keptDays: 1 },
        { name: "Brand new", match: "new", days: 1 },
      ],
    },
  });
  expect((await read(campaignId)).days).toHaveLength(1);

  expect((await send(report, "&isApplied=true")).body.report.storedDays).toBe(1);
  expect((await read(campaignId)).platformCampaignId).toBe("901");
  expect((await read(campaignId)).days).toMatchObject([
    { day: "2026-03-15", impressions: 1, origin: "hand" },
    { day: "2026-03-14", impressions: 1200, clicks: 24, spendCents: 3150, origin: "report" },
  ]);
  const all = "&isApplied=true&addsCampaigns=true&replacesEntered=true";
  const both = await Promise.all([send(report, all), send(report, all)]);
  expect(both.map(({ body }) => body.report.storedDays)).toEqual([3, 3]);
  expect((await read(campaignId)).days[0]).toMatchObject({ impressions: 800, origin: "report" });
  const again = (await send(report)).body.report.campaigns;
  expect(again.map((one: { match: string }) => one.match)).toEqual(["id", "id"]);
});

test("undoing a practice's import restores its days and removes the added campaigns that aren't used", async () => {
  const { clientId } = practice;
  const { campaignId } = await makeCampaign(testApp.deps, spring({ platformCampaignId: "901" }));
  await ask("PUT", `${base}/${campaignId}/days/2026-03-15`, {
    ...{ impressions: 1, clicks: 1, spendCents: 1 },
  });
  const added = `${report}\r\n2026-03-15,2026-03-15,Asked for,903,70,1,3`;
  const query = `&isApplied=true&addsCampaigns=true&replacesEntered=true&_id=${randomUUID()}`;
  const first = await send(added, query);
  expect(first.body.report).toMatchObject({ isApplied: true, storedDays: 4 });
  testApp.clock.forward(1000);
  // The repeated request stores nothing.
  expect((await send(added, query)).body).toEqual({
    message: campaignMessages.imported(4),
    report: { ...first.body.report, campaigns: expect.anything() },
  });
  const own = async (): Promise<{ _id: string; name: string }[]> => {
    const { body } = await ask("GET", base);
    return body.campaigns.filter(
      (one: { practice: { _id: string } }) => one.practice._id === clientId,
    );
  };
  const askedFor = (await own()).find(({ name }) => name === "Asked for");
  await makeInquiry(testApp.deps, clientId, { campaignId: askedFor?._id ?? "" });
  const { _id: id } = first.body.report;
  expect((await ask("GET", "/api/admin/campaign-reports")).body.reports).toContainEqual(
    expect.objectContaining({ _id: id, practices: 1, practice: expect.any(String) }),
  );
  const undone = await undo(id);
  expect([undone.status, undone.body.message]).toEqual([201, campaignMessages.undone]);
  expect((await read(campaignId)).days).toEqual([
    { day: "2026-03-15", impressions: 1, clicks: 1, spendCents: 1, origin: "hand" },
  ]);
  expect((await own()).map(({ name }) => name).toSorted()).toEqual(["Asked for", "Spring"]);
  expect((await read(askedFor?._id ?? "")).days).toEqual([]);
  const log = await ask("GET", `/api/admin/audit?client=${clientId}`);
  const changesOf = (action: string) =>
    log.body.entries.find((one: { action: string }) => one.action === action).changes;
  expect(changesOf("campaign_report_imported")).toEqual([
    { field: "adPlatform", from: null, to: "Meta" },
    { field: "importedDays", from: null, to: "4" },
  ]);
  expect(changesOf("campaign_report_undone")).toEqual([
    { field: "adPlatform", from: "Meta", to: null },
    { field: "importedDays", from: "4", to: null },
  ]);
});

test("an added campaign that is used or set up stays after its import is undone, and another one can be restored", async () => {
  const { clientId } = practice;
  const { db } = testApp.deps;
  const set = (values: Partial<typeof campaigns.$inferSelect>) => async (id: string) => {
    await db
      .update(campaigns)
      .set(values)
      .where(and(eq(campaigns.clientId, clientId), eq(campaigns.id, id)));
  };
  const uses: Record<string, (id: string) => Promise<unknown>> = {
    Budget: set({ budgetCents: 5 }),
    Script: set({ script: "Ask about insurance." }),
    Start: set({ startsOn: "2026-03-01" }),
    End: set({ endsOn: "2026-03-31" }),
    Account: set({ googleCustomerId: "1234567890" }),
    Opening: set({ impressions: 5 }),
    Source: (campaignId) =>
      addSource(testApp.deps, { clientId, kind: "form", name: "Form", campaignId }),
    Reply: async (id) => {
      const text = { kind: "auto" as const, title: "Thanks", body: "<p>Thanks</p>" };
      await db.insert(templates).values({ ...text, clientId, campaignIds: [id] });
    },
    Day: (id) =>
      ask("PUT", `${base}/${id}/days/2026-03-10`, { impressions: 1, clicks: 1, spendCents: 1 }),
    Survivor: async (id) => {
      const { campaignId } = await makeCampaign(testApp.deps, spring({ name: "Merged" }));
      await set({ mergedInto: id, mergedAt: testApp.clock.now })(campaignId);
    },
  };
  const lines = [...Object.keys(uses), "Renamed"].map(
    (name, index) => `2026-03-14,2026-03-14,${name},${910 + index},10,1,1.00`,
  );
  const { body } = await send([reportHead, ...lines].join("\r\n"), addingQuery);
  testApp.clock.forward(1000);
  for (const [name, use] of Object.entries(uses)) await use(await idOf(name));
  const renamed = await idOf("Renamed");
  await set({ name: "Ours" })(renamed);
  expect((await undo(body.report._id)).status).toBe(201);
  const rows = await db.select().from(campaigns).where(eq(campaigns.clientId, clientId));
  expect(rows.flatMap(({ name, deletedAt }) => (deletedAt ? name : []))).toEqual(["Ours"]);
  expect((await ask("POST", `${base}/${renamed}/undos`)).status).toBe(201);
  expect(await read(renamed)).toMatchObject({ name: "Ours", days: [] });
});

test("a lead that arrives while an import is undone keeps its added campaign", async () => {
  const { body } = await send(report, addingQuery);
  const campaignId = await idOf("Brand new");
  const [undone] = await Promise.all([
    undo(body.report._id),
    makeInquiry(testApp.deps, practice.clientId, { campaignId }),
  ]);
  expect(undone.status).toBe(201);
  expect(await read(campaignId)).toMatchObject({ name: "Brand new", days: [] });
});

test.each<[string, number[]]>([
  ["oldest", [0, 1]],
  ["newest", [1, 0]],
])("undoing both imports of an added campaign deletes it, the %s first", async (_, order) => {
  const imports: string[] = [];
  for (const spend of ["1.00", "2.00"]) {
    testApp.clock.forward(1000);
    const lines = [reportHead, `2026-03-14,2026-03-14,Brand new,902,50,1,${spend}`];
    imports.push((await send(lines.join("\r\n"), addingQuery)).body.report._id);
  }
  const url = `${base}/${await idOf("Brand new")}`;
  for (const place of order) {
    expect((await ask("GET", url)).status).toBe(200);
    expect((await undo(imports[place] ?? "")).status).toBe(201);
  }
  expect((await ask("GET", url)).status).toBe(404);
});

test("importing a report updates each campaign's state, if the report contains it", async () => {
  const { campaignId } = await makeCampaign(testApp.deps, spring({ platformCampaignId: "901" }));
  const told = (state: string) =>
    [
      "Day,Campaign name,Campaign ID,Campaign delivery,Amount spent (USD)",
      `2026-03-14,Spring,901,${state},1.00`,
      `2026-03-14,Brand new,902,${state},1.00`,
    ].join("\r\n");
  const states = async () => {
    const { body } = await ask("GET", base);
    const own = body.campaigns.filter(
      (one: { practice: { _id: string } }) => one.practice._id === practice.clientId,
    );
    return own.map(({ name, state }: { name: string; state: string }) => `${name} ${state}`).sort();
  };
  const checked = await send(told("inactive"));
  expect(checked.body.report.campaigns).toMatchObject([{ state: "paused" }, { state: "paused" }]);
  expect((await read(campaignId)).state).toBe("running");
  await send(told("inactive"), addingQuery);
  expect(await states()).toEqual(["Brand new paused", "Spring paused"]);
  await send(report, "&isApplied=true");
  expect(await states()).toEqual(["Brand new paused", "Spring paused"]);
  await send(told("active"), addingQuery);
  expect(await states()).toEqual(["Brand new running", "Spring running"]);
});

test("a campaign known only by its id from a lead gets its name from the report", async () => {
  const { campaignId } = await makeCampaign(
    testApp.deps,
    spring({ name: intakeMessages.unknownCampaign, platformCampaignId: "901" }),
  );
  await send("Day,Campaign ID,Amount spent (USD)\r\n2026-03-14,901,3.00", "&isApplied=true");
  expect(await read(campaignId)).toMatchObject({ name: intakeMessages.unknownCampaign });
  await send(report, "&isApplied=true");
  expect(await read(campaignId)).toMatchObject({ name: "Spring", platformCampaignId: "901" });
});

test.each<[string, Uint8Array<ArrayBuffer>]>([
  ["UTF-16 with tabs", Buffer.from(`\ufeff${tabbed(report)}`, "utf16le")],
  ["UTF-8 with a mark", Buffer.from(`\ufeff${report}`)],
  [
    "titles with commas above tabs",
    Buffer.from(`Report\nMarch 1, 2026 - March 2, 2026\n${tabbed(report)}`),
  ],
  ["an empty file", Buffer.from("")],
  ["a quote that is never closed", Buffer.from(`${report}\n"2026-03-16,x`)],
  ["a spreadsheet", Buffer.from("PK\u0003\u0004")],
  ["leads", Buffer.from("Name,Phone\nAda,1")],
])("a report or file is read, or rejected with a one-line error: %s", async (name, file) => {
  const { status, body } = await send(file);
  const isRead = /UTF|titles/.test(name);
  expect(status).toBe(isRead ? 201 : 422);
  expect(isRead ? body.report.campaigns.length : body.message.length > 10).toBeTruthy();
});

test("a report for an unknown practice, or over 5 MB, is rejected", async () => {
  const nobody = "00000000-0000-4000-8000-000000000000";
  expect((await send(report, "", nobody)).status).toBe(422);
  expect((await send(Buffer.alloc(5_000_001, "a"))).status).toBe(413);
});

function spring(more: object = {}) {
  return { clientId: practice.clientId, name: "Spring", platform: "meta" as const, ...more };
}

const addingQuery = "&isApplied=true&addsCampaigns=true";

const undo = (importId: string) => ask("POST", `/api/admin/campaign-reports/${importId}/undos`);

/** Returns the id of the practice's campaign with this name. */
async function idOf(name: string): Promise<string> {
  const [row] = await testApp.deps.db
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(and(eq(campaigns.clientId, practice.clientId), eq(campaigns.name, name)));
  return row?.id ?? "";
}

function tabbed(text: string): string {
  return text.replace('"1,200"', "1200").replaceAll(",", "\t");
}

async function read(campaignId: string) {
  return (await ask("GET", `${base}/${campaignId}`)).body;
}

function ask(method: string, path: string, json?: unknown) {
  return testApp.request(method, path, { token, ...(json !== undefined && { json }) });
}

async function send(
  file: string | Uint8Array<ArrayBuffer>,
  query = "",
  client = practice.clientId,
) {
  const url = `http://localhost/api/admin/campaign-reports?client=${client}${query}`;
  const answer = await testApp.api.request(url, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "text/csv" },
    body: file,
  });
  return { status: answer.status, body: await answer.json() };
}
