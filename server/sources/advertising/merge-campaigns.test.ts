// Campaigns that are merged, deleted and restored.
import { randomUUID } from "node:crypto";
import { asc, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { campaignMessages } from "#content/console/campaigns.ts";
import type { CampaignDay } from "#contract/campaigns.ts";
import { dayMs } from "#contract/durations.ts";
import { makeCampaign, makeCampaignDays, makeInquiry, makePractice } from "#server/db/make.ts";
import {
  auditEntries,
  campaignDays,
  campaigns,
  inquiries,
  leads,
  rollups,
  sources,
} from "#server/db/schema.ts";
import { countCosts } from "#server/desk/reports/campaign-costs.ts";
import { rebuildRollups } from "#server/desk/reports/rebuild-rollups.ts";
import { addSource } from "#server/people/practice-sources.ts";
import { deleteExpiredRecords } from "#server/records/retention/retention.ts";
import { signInAdmin } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";

let testApp: TestApp;
let token: string;
beforeAll(async () => {
  testApp = await openTestApp();
});
beforeEach(async () => {
  testApp.clock.at("2026-03-17T12:00:00.000Z");
  token = (await signInAdmin(testApp)).token;
});
afterAll(() => testApp.close());

test("a merge moves leads, days, sources and the budget without changing any total", async () => {
  const { clientId, from, into } = await makeTwo();
  const { sourceId } = await addSource(testApp.deps, {
    ...{ clientId, kind: "form", name: "Form", campaignId: from },
  });
  await change(from, { budgetCents: 5000, budgetPeriod: "month" });
  await change(into, { budgetCents: 10_000, budgetPeriod: "month" });
  const before = await sumsOf(clientId);
  const { body } = await ask("GET", `/api/admin/campaigns/${from}/merges?into=${into}`);
  expect(body.sums).toEqual({
    from: { spendCents: 700, leads: 2, perLead: 350 },
    into: { spendCents: 2000, leads: 1, perLead: 2000 },
    result: { spendCents: 2700, leads: 3, perLead: 900 },
  });
  const merged = await merge(from, into);
  expect(merged).toMatchObject({
    status: 201,
    body: {
      campaign: { _id: into, spendCents: 2700, budgetCents: 15_000, merged: [{ _id: from }] },
    },
  });
  expect(merged.body.campaign.days).toMatchObject([
    { day: "2026-03-15", spendCents: 1200, origin: "hand" },
    { day: "2026-03-14", spendCents: 1500, origin: "report" },
  ]);
  expect(await sumsOf(clientId)).toEqual(before);
  const costs = await countCosts(testApp.deps, clientId, {});
  expect(costs.campaigns).toMatchObject([{ _id: into, spendCents: 2700, leads: 3, perLead: 900 }]);
  expect(await sourceOf(sourceId)).toBe(into);
  await expectRollupsAreRows(clientId);
});

test("a merged campaign's id returns the campaign that its figures are in now", async () => {
  const { clientId, from, into } = await makeTwo();
  const { campaignId: last } = await makeCampaign(testApp.deps, {
    ...{ clientId, name: "Last", platform: "web" },
  });
  await merge(from, into);
  await merge(into, last);
  const path = `/api/admin/campaigns/${from}`;
  expect((await ask("GET", path)).body).toMatchObject({ _id: last, spendCents: 2700 });
  expect((await ask("GET", `${path}/weeks`)).body.total).toMatchObject({
    ...{ spendCents: 2700, leads: 3 },
  });
  // Only reads follow the merge: a change to a merged campaign would be lost.
  expect((await change(from, { name: "Other" })).status).toBe(404);
  expect((await testApp.request("GET", path)).status).toBe(401);
});

test("the id of a campaign that was merged into a deleted one isn't found", async () => {
  const { clientId, campaignId } = await makeEmpty();
  const { campaignId: alias } = await makeCampaign(testApp.deps, {
    ...{ clientId, name: "Alias", platform: "web" },
  });
  await merge(alias, campaignId);
  await ask("DELETE", `/api/admin/campaigns/${campaignId}`);
  expect((await ask("GET", `/api/admin/campaigns/${alias}`)).status).toBe(404);
  expect((await ask("GET", `/api/admin/campaigns/${alias}/weeks`)).status).toBe(404);
});

test("undoing a merge restores every row of both campaigns, but leads that arrived after the merge stay with the campaign that was kept", async () => {
  const { clientId, from, into } = await makeTwo();
  const before = await rowsOf(clientId);
  await merge(from, into);
  testApp.clock.forward(1000);
  const { inquiryId } = await makeInquiry(testApp.deps, clientId, { campaignId: from });
  expect(await campaignOf(inquiryId)).toBe(into);
  expect(await ask("POST", `/api/admin/campaigns/${from}/undos`)).toMatchObject({
    status: 201,
    body: { campaign: { _id: from, spendCents: 700 } },
  });
  const after = await rowsOf(clientId);
  expect(after.campaigns).toEqual(before.campaigns);
  expect(after.days).toEqual(before.days);
  expect(after.inquiries.filter(({ id }) => id !== inquiryId)).toEqual(before.inquiries);
  expect(await campaignOf(inquiryId)).toBe(into);
  await expectRollupsAreRows(clientId);
});

test("a report after the merge is added to the survivor's figures, and no day is counted twice", async () => {
  const { clientId, from, into, ids } = await makeTwo();
  await merge(from, into);
  testApp.clock.forward(1000);
  const lines = [
    "Reporting starts,Reporting ends,Campaign name,Campaign ID,Impressions,Clicks (all),Amount spent (USD)",
    `2026-03-14,2026-03-14,Any name,${ids.from},100,5,6.00`,
    `2026-03-15,2026-03-15,Any name,${ids.from},100,5,9.00`,
    `2026-03-16,2026-03-16,Any name,${ids.from},100,5,3.00`,
  ];
  for (let times = 0; times < 2; times += 1) {
    await upload(clientId, lines);
    expect(await spendOf(into)).toEqual([
      ["2026-03-16", 300, "report"],
      // The merged campaign's day was entered by hand.
      ["2026-03-15", 1200, "hand"],
      ["2026-03-14", 1600, "report"],
    ]);
  }
  // The report changed a day that had moved.
  const refused = await ask("POST", `/api/admin/campaigns/${from}/undos`);
  expect(refused).toMatchObject({
    ...{ status: 409, body: { message: campaignMessages.undoProblems.days_changed } },
  });
});

test("a report doesn't add to a total that was entered after the merge", async () => {
  const { clientId, from, into, ids } = await makeTwo();
  await merge(from, into);
  await ask("PUT", `/api/admin/campaigns/${into}/days/2026-03-14`, {
    ...{ impressions: null, clicks: null, spendCents: 1111 },
  });
  await upload(clientId, [
    "Reporting starts,Reporting ends,Campaign name,Campaign ID,Impressions,Clicks (all),Amount spent (USD)",
    `2026-03-14,2026-03-14,Any name,${ids.from},100,5,6.00`,
  ]);
  expect((await spendOf(into)).at(-1)).toEqual(["2026-03-14", 1111, "hand"]);
});

test("another practice's campaign is rejected without any changes", async () => {
  const one = await makeTwo();
  const other = await makeTwo();
  const before = [await rowsOf(one.clientId), await rowsOf(other.clientId)];
  expect((await merge(one.from, other.into)).status).toBe(404);
  const preview = `/api/admin/campaigns/${one.from}/merges?into=${other.into}`;
  expect((await ask("GET", preview)).status).toBe(404);
  expect((await merge(one.from, randomUUID())).status).toBe(404);
  expect((await merge(one.from, one.from)).status).toBe(409);
  expect([await rowsOf(one.clientId), await rowsOf(other.clientId)]).toEqual(before);
});

test("a merged campaign can't be merged again, nor can a campaign be merged into a merged or deleted one", async () => {
  const { clientId, from, into } = await makeTwo();
  const { campaignId: third } = await makeCampaign(testApp.deps, {
    ...{ clientId, name: "Third", platform: "other" },
  });
  await merge(from, into);
  expect((await merge(from, into)).status).toBe(409);
  expect((await merge(third, from)).status).toBe(409);
  expect((await ask("DELETE", `/api/admin/campaigns/${third}`)).status).toBe(200);
  expect((await merge(into, third)).status).toBe(409);
});

test("chained merges are undone newest first", async () => {
  const { clientId, from, into } = await makeTwo();
  const { campaignId: last } = await makeCampaign(testApp.deps, {
    ...{ clientId, name: "Last", platform: "web" },
  });
  const before = await rowsOf(clientId);
  await merge(from, into);
  expect((await merge(into, last)).status).toBe(201);
  const undo = (id: string) => ask("POST", `/api/admin/campaigns/${id}/undos`);
  expect((await undo(from)).body.message).toBe(campaignMessages.undoProblems.later_merge);
  expect((await undo(into)).status).toBe(201);
  expect((await undo(from)).status).toBe(201);
  const after = await rowsOf(clientId);
  expect(after).toEqual(before);
});

test("only one of two simultaneous merges in opposite directions succeeds", async () => {
  for (let times = 0; times < 5; times += 1) {
    const { clientId, from, into } = await makeTwo();
    const before = await sumsOf(clientId);
    const answers = await Promise.all([merge(from, into), merge(into, from)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect(await sumsOf(clientId)).toEqual(before);
  }
});

test("leads that arrive during a merge belong to the survivor", async () => {
  const { clientId, from, into } = await makeTwo();
  const arrive = () => makeInquiry(testApp.deps, clientId, { campaignId: from });
  await Promise.all([arrive(), merge(from, into), arrive(), arrive()]);
  const { rows } = await testApp.deps.db.execute<{ left: number }>(sql`
    select count(*)::int as left from ${inquiries}
    where client_id = ${clientId} and campaign_id = ${from}`);
  expect(rows).toEqual([{ left: 0 }]);
  await expectRollupsAreRows(clientId);
});

test("a merge can be undone for thirty days, and then the data for its undo is deleted", async () => {
  const { clientId, from, into } = await makeTwo();
  await merge(from, into);
  testApp.clock.forward(30 * dayMs + 1);
  token = (await signInAdmin(testApp)).token;
  const { body } = await ask("POST", `/api/admin/campaigns/${from}/undos`);
  expect(body.message).toBe(campaignMessages.undoProblems.too_late);
  await deleteExpiredRecords(testApp.deps);
  const row = (await rowsOf(clientId)).campaigns.find(({ id }) => id === from);
  expect(row).toMatchObject({ mergedInto: into, undoData: null });
});

test("a campaign with leads can't be deleted", async () => {
  const { clientId, from } = await makeTwo();
  const before = await rowsOf(clientId);
  const { status, body } = await ask("DELETE", `/api/admin/campaigns/${from}`);
  expect([status, body.message]).toEqual([409, campaignMessages.hasLeads(2)]);
  expect(await rowsOf(clientId)).toEqual(before);
});

test("a deleted campaign isn't in any list or figure, and undoing the deletion restores every row", async () => {
  const { clientId, campaignId } = await makeEmpty();
  const { sourceId } = await addSource(testApp.deps, {
    ...{ clientId, kind: "form", name: "Form", campaignId },
  });
  const before = await rowsOf(clientId);
  await ask("DELETE", `/api/admin/campaigns/${campaignId}`);
  expect((await ask("GET", `/api/admin/campaigns/${campaignId}`)).status).toBe(404);
  const { body } = await ask("GET", "/api/admin/campaigns?search=Empty");
  const listed: { _id: string }[] = body.campaigns;
  expect(listed.map(({ _id }) => _id)).not.toContain(campaignId);
  expect(body.deleted).toContainEqual(expect.objectContaining({ _id: campaignId }));
  expect((await countCosts(testApp.deps, clientId, {})).total.spendCents).toBe(null);
  expect(await sourceOf(sourceId)).toBe(null);
  const undo = `/api/admin/campaigns/${campaignId}/undos`;
  expect((await ask("POST", undo)).status).toBe(201);
  expect(await rowsOf(clientId)).toEqual(before);
  expect(await sourceOf(sourceId)).toBe(campaignId);
  expect((await ask("POST", undo)).status).toBe(404);
});

test("a report or a lead that names a deleted campaign restores it", async () => {
  for (const way of ["report", "lead"] as const) {
    const { clientId, campaignId } = await makeEmpty();
    await ask("DELETE", `/api/admin/campaigns/${campaignId}`);
    if (way === "lead") await makeInquiry(testApp.deps, clientId, { campaignId });
    else {
      const { body } = await upload(clientId, [
        reportHead,
        "2026-03-15,2026-03-15,Empty,100,5,6.00",
      ]);
      expect(body.report.campaigns).toMatchObject([{ match: "deleted" }]);
    }
    expect((await spendOf(campaignId)).at(-1)).toEqual(["2026-03-14", 400, "report"]);
  }
});

test.each<[string, number[]]>([
  ["oldest", [0, 1]],
  ["newest", [1, 0]],
])("undoing imports deletes their restored campaign again, the %s first", async (_, order) => {
  const { clientId, campaignId, sourceId, before, imports } = await importTwice();
  expect(await spendOf(campaignId)).toEqual([
    ["2026-03-15", 700, "report"],
    ["2026-03-14", 800, "report"],
  ]);
  for (const place of order) await undoImport(imports[place]);
  expect(await rowsOf(clientId)).toEqual(before);
  expect(await sourceOf(sourceId)).toBe(null);
  await ask("POST", `/api/admin/campaigns/${campaignId}/undos`);
  expect(await spendOf(campaignId)).toEqual([["2026-03-14", 400, "report"]]);
  expect(await sourceOf(sourceId)).toBe(campaignId);
});

test("undoing an import keeps the restored campaign and its earlier figures if a lead came since", async () => {
  const { clientId, campaignId, imports } = await importTwice();
  await makeInquiry(testApp.deps, clientId, { campaignId });
  for (const id of imports) await undoImport(id);
  expect(await spendOf(campaignId)).toEqual([["2026-03-14", 400, "report"]]);
});

test("a campaign that is deleted and restored after an undone import has its earlier figures", async () => {
  const { clientId, campaignId } = await makeEmpty();
  testApp.clock.forward(1000);
  const { body } = await upload(clientId, [
    reportHead,
    "2026-03-14,2026-03-14,Empty,100,5,6.00",
    "2026-03-15,2026-03-15,Empty,100,5,7.00",
  ]);
  await ask("DELETE", `/api/admin/campaigns/${campaignId}`);
  await undoImport(body.report._id);
  await ask("POST", `/api/admin/campaigns/${campaignId}/undos`);
  expect(await spendOf(campaignId)).toEqual([["2026-03-14", 400, "report"]]);
});

test("a deleted campaign is permanently deleted after thirty days", async () => {
  const { clientId, campaignId } = await makeEmpty();
  await ask("DELETE", `/api/admin/campaigns/${campaignId}`);
  testApp.clock.forward(30 * dayMs + 1);
  await deleteExpiredRecords(testApp.deps);
  expect((await rowsOf(clientId)).campaigns).toEqual([]);
});

test("each step is in the audit log", async () => {
  const { clientId, from, into } = await makeTwo();
  await merge(from, into);
  await ask("POST", `/api/admin/campaigns/${from}/undos`);
  const { campaignId } = await makeCampaign(testApp.deps, {
    ...{ clientId, name: "Third", platform: "other" },
  });
  await ask("DELETE", `/api/admin/campaigns/${campaignId}`);
  await ask("POST", `/api/admin/campaigns/${campaignId}/undos`);
  const rows = await testApp.deps.db
    .select({ action: auditEntries.action })
    .from(auditEntries)
    .where(eq(auditEntries.clientId, clientId))
    .orderBy(asc(auditEntries.id));
  expect(rows.map(({ action }) => action).filter((action) => /^campaign_/.test(action))).toEqual([
    ...["campaign_merged", "campaign_merge_undone", "campaign_deleted", "campaign_restored"],
  ]);
});

test("open dashboards are notified of each step", async () => {
  const { clientId, from, into } = await makeTwo();
  const { campaignId } = await makeCampaign(testApp.deps, {
    ...{ clientId, name: "Third", platform: "other" },
  });
  let told = 0;
  const stop = testApp.deps.deskEvents.subscribe(clientId, (event) => {
    if (event !== "refetch" && event.kind === "campaigns") told += 1;
  });
  onTestFinished(stop);
  const steps = [
    () => change(into, { state: "ended" }),
    () => merge(from, into),
    () => ask("POST", `/api/admin/campaigns/${from}/undos`),
    () => ask("DELETE", `/api/admin/campaigns/${campaignId}`),
    () => ask("POST", `/api/admin/campaigns/${campaignId}/undos`),
  ];
  for (const [before, step] of steps.entries()) {
    expect((await step()).status).toBeLessThan(300);
    await expect.poll(() => told).toBe(before + 1);
  }
});

const reportHead =
  "Reporting starts,Reporting ends,Campaign name,Impressions,Clicks (all),Amount spent (USD)";

let made = 0;

/** Two leads and two days in `from`, one of them by hand; one lead and two days in `into`. */
async function makeTwo() {
  const { clientId } = await makePractice(testApp.deps, {
    name: "Harbor",
    timeZone: "America/New_York",
  });
  made += 2;
  const ids = { from: String(7000 + made), into: String(7001 + made) };
  const make = async (name: string, platformCampaignId: string) => {
    const campaign = { clientId, name, platform: "meta" as const, platformCampaignId };
    return (await makeCampaign(testApp.deps, campaign)).campaignId;
  };
  const from = await make("invisalign_oct", ids.from);
  const into = await make("Invisalign Oct", ids.into);
  await makeCampaignDays(testApp.deps, { clientId, campaignId: from }, [
    { day: "2026-03-14", spendCents: 500, impressions: 10 },
    { day: "2026-03-15", spendCents: 200, origin: "hand" },
  ]);
  await makeCampaignDays(testApp.deps, { clientId, campaignId: into }, [
    { day: "2026-03-14", spendCents: 1000, clicks: 3 },
    { day: "2026-03-15", spendCents: 1000 },
  ]);
  const at = (hour: number) => ({ submittedAt: new Date(Date.UTC(2026, 2, 14, hour)) });
  await makeInquiry(testApp.deps, clientId, { campaignId: from, ...at(10) });
  await makeInquiry(testApp.deps, clientId, { campaignId: from, ...at(11) });
  await makeInquiry(testApp.deps, clientId, { campaignId: into, ...at(12) });
  return { clientId, from, into, ids };
}

async function makeEmpty() {
  const { clientId } = await makePractice(testApp.deps, { name: "Bayshore" });
  const campaign = { clientId, name: "Empty", platform: "meta" as const };
  const { campaignId } = await makeCampaign(testApp.deps, campaign);
  await makeCampaignDays(testApp.deps, { clientId, campaignId }, [
    { day: "2026-03-14", spendCents: 400 },
  ]);
  return { clientId, campaignId };
}

/** A deleted campaign that two reports have restored, and its rows before them. */
async function importTwice() {
  const { clientId, campaignId } = await makeEmpty();
  const { sourceId } = await addSource(testApp.deps, {
    ...{ clientId, kind: "form", name: "Form", campaignId },
  });
  await ask("DELETE", `/api/admin/campaigns/${campaignId}`);
  const before = await rowsOf(clientId);
  const imports: string[] = [];
  for (const lines of [
    ["2026-03-14,2026-03-14,Empty,100,5,6.00", "2026-03-15,2026-03-15,Empty,100,5,7.00"],
    ["2026-03-14,2026-03-14,Empty,100,5,8.00"],
  ]) {
    testApp.clock.forward(1000);
    imports.push((await upload(clientId, [reportHead, ...lines])).body.report._id);
  }
  return { clientId, campaignId, sourceId, before, imports };
}

async function undoImport(id: string | undefined) {
  const { status } = await ask("POST", `/api/admin/campaign-reports/${id}/undos`);
  expect(status).toBe(201);
}

const merge = (from: string, into: string) =>
  ask("POST", `/api/admin/campaigns/${from}/merges`, { into });

const change = (id: string, values: object) => ask("PATCH", `/api/admin/campaigns/${id}`, values);

/** The practice's totals over all its campaigns. */
async function sumsOf(clientId: string) {
  const { rows } = await testApp.deps.db.execute(sql`
    select part, span, since, sum(leads)::int as leads, sum(asked)::int as asked,
      sum(lt10)::int as lt10, sum(booked)::int as booked
    from ${rollups} where client_id = ${clientId} group by part, span, since
    order by part, span, since`);
  const { total } = await countCosts(testApp.deps, clientId, {});
  const { spendCents, impressions, clicks, leads: people } = total;
  return { rows, spendCents, impressions, clicks, people };
}

/** Expects the rollups by key to match a rebuild from the rows. */
async function expectRollupsAreRows(clientId: string) {
  const count = async () => {
    const { rows } = await testApp.deps.db.execute(sql`
      select part, span, since, key, sum(leads)::int as leads, sum(asked)::int as asked
      from ${rollups} where client_id = ${clientId} group by part, span, since, key
      having sum(leads) <> 0 or sum(asked) <> 0 order by part, span, since, key`);
    return rows;
  };
  const kept = await count();
  await testApp.deps.db.transaction((tx) => rebuildRollups(tx, clientId));
  expect(kept).toEqual(await count());
}

async function rowsOf(clientId: string) {
  const { db } = testApp.deps;
  return {
    campaigns: await db
      .select()
      .from(campaigns)
      .where(eq(campaigns.clientId, clientId))
      .orderBy(asc(campaigns.id)),
    days: await db
      .select()
      .from(campaignDays)
      .where(eq(campaignDays.clientId, clientId))
      .orderBy(asc(campaignDays.campaignId), asc(campaignDays.day)),
    inquiries: await db
      .select()
      .from(inquiries)
      .where(eq(inquiries.clientId, clientId))
      .orderBy(asc(inquiries.id)),
    leads: await db
      .select({ id: leads.id, campaignId: leads.campaignId })
      .from(leads)
      .where(eq(leads.clientId, clientId))
      .orderBy(asc(leads.id)),
  };
}

async function campaignOf(inquiryId: string) {
  const [row] = await testApp.deps.db.select().from(inquiries).where(eq(inquiries.id, inquiryId));
  return row?.campaignId;
}

async function sourceOf(sourceId: string) {
  const [row] = await testApp.deps.db.select().from(sources).where(eq(sources.id, sourceId));
  return row?.campaignId;
}

/** The days of a campaign, newest first, with their spend and where it came from. */
async function spendOf(campaignId: string) {
  const { body } = await ask("GET", `/api/admin/campaigns/${campaignId}`);
  const days: CampaignDay[] = body.days;
  return days.map(({ day, spendCents, origin }) => [day, spendCents, origin]);
}

async function upload(clientId: string, lines: string[]) {
  const path = `/api/admin/campaign-reports?client=${clientId}&isApplied=true`;
  const answer = await testApp.api.request(`http://localhost${path}`, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "text/csv" },
    body: lines.join("\r\n"),
  });
  return { status: answer.status, body: await answer.json() };
}

function ask(method: string, path: string, json?: unknown) {
  return testApp.request(method, path, { token, json });
}
