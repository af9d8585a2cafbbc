// One report with several practices' campaigns: recognized, imported, undone.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { campaignMessages } from "#content/console/campaigns.ts";
import type { CampaignDay } from "#contract/campaigns.ts";
import { dayMs } from "#contract/durations.ts";
import { makeCampaign, makeCampaignDays, makePractice } from "#server/db/make.ts";
import { campaignReportUndos } from "#server/db/schema.ts";
import { deleteExpiredRecords } from "#server/records/retention/retention.ts";
import { signInAdmin } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";

let testApp: TestApp;
let token: string;
/** Part of all names in one test. */
let mark = "";
beforeAll(async () => {
  testApp = await openTestApp();
});
beforeEach(async ({ task }) => {
  testApp.clock.at("2026-03-17T12:00:00.000Z");
  token = (await signInAdmin(testApp)).token;
  mark = `M${task.id.replaceAll(/\W/g, "")}`;
});
afterAll(() => testApp.close());

const head =
  "Reporting starts,Reporting ends,Campaign name,Campaign ID,Impressions,Clicks (all),Amount spent (USD)";
const row = (day: string, name: string, id: number, spend: string) =>
  `${day},${day},${name},${id},100,5,${spend}`;

test("campaigns are recognized in each practice, the others are listed, and a dry run stores nothing", async () => {
  const [harbor, bayshore] = await make();
  const { body } = await send(harbor.id, bayshore.id);
  expect(body.report).toMatchObject({
    ...{ platform: "meta", isApplied: false, storedDays: 0, rejectedCount: 1, _id: null },
    practices: [
      {
        practice: { _id: bayshore.clientId, name: `Bayshore ${mark}` },
        report: { campaigns: [{ name: `Aligners ${mark}`, match: "name", spendCents: 700 }] },
      },
      {
        practice: { _id: harbor.clientId, name: `Harbor ${mark}` },
        report: { campaigns: [{ match: "id", days: 2, spendCents: 3000, keptDays: 1 }] },
      },
    ],
    unassigned: [{ name: `Veneers ${mark}`, problem: "unknown", days: 1, spendCents: 900 }],
  });
  expect(await spendOf(harbor)).toEqual([["2026-03-15", 100, "hand"]]);
});

test("an import is stored for every practice, and undoing it restores the previous days", async () => {
  const [harbor, bayshore] = await make();
  const { body } = await send(harbor.id, bayshore.id, "?isApplied=true&replacesEntered=true");
  expect(body).toMatchObject({
    message: campaignMessages.imported(3),
    report: { isApplied: true, storedDays: 3 },
  });
  expect(await spendOf(harbor)).toEqual([
    ["2026-03-15", 2000, "report"],
    ["2026-03-14", 1000, "report"],
  ]);
  expect(await spendOf(bayshore)).toEqual([["2026-03-14", 700, "report"]]);
  const recent = async () => (await ask("GET", "/api/admin/campaign-reports")).body.reports;
  expect(await recent()).toEqual([
    {
      ...{ _id: body.report._id, importedAt: "2026-03-17T12:00:00.000Z", practices: 2 },
      practice: `Bayshore ${mark}`,
    },
  ]);
  // This day was changed since, so it stays.
  testApp.clock.forward(60_000);
  await ask("PUT", `/api/admin/campaigns/${bayshore.campaignId}/days/2026-03-14`, {
    ...{ impressions: null, clicks: null, spendCents: 650 },
  });
  const undo = undoOf(body.report._id);
  expect(await ask("POST", undo)).toMatchObject({ status: 201 });
  expect(await spendOf(harbor)).toEqual([["2026-03-15", 100, "hand"]]);
  expect(await spendOf(bayshore)).toEqual([["2026-03-14", 650, "hand"]]);
  expect((await ask("POST", undo)).status).toBe(404);
  expect(await recent()).toEqual([]);
});

test.each<[string, number[]]>([
  ["oldest", [0, 1]],
  ["newest", [1, 0]],
])("two imports of the same days can be undone, the %s first", async (_, order) => {
  const [harbor] = await make();
  await ask("PUT", `/api/admin/campaigns/${harbor.campaignId}/days/2026-03-14`, {
    ...{ impressions: 1, clicks: 1, spendCents: 50, origin: "report" },
  });
  const imports: string[] = [];
  for (const spend of ["10.00", "20.00"]) {
    testApp.clock.forward(1000);
    const lines = [head, row("2026-03-14", "Implants", harbor.id, spend)];
    imports.push((await upload(lines, "?isApplied=true")).body.report._id);
  }
  expect((await spendOf(harbor))[1]).toEqual(["2026-03-14", 2000, "report"]);
  for (const place of order) {
    expect((await ask("POST", undoOf(imports[place] ?? ""))).status).toBe(201);
  }
  expect((await spendOf(harbor))[1]).toEqual(["2026-03-14", 50, "report"]);
});

test("undoing an import doesn't restore a day that was removed by hand since", async () => {
  const [harbor, bayshore] = await make();
  const { body } = await send(harbor.id, bayshore.id, "?isApplied=true&replacesEntered=true");
  testApp.clock.forward(1000);
  await ask("DELETE", `/api/admin/campaigns/${harbor.campaignId}/days/2026-03-15`);
  await ask("POST", undoOf(body.report._id));
  expect(await spendOf(harbor)).toEqual([]);
  // Only the other day was removed.
  const { entries } = (await ask("GET", `/api/admin/audit?client=${harbor.clientId}`)).body;
  const changes = [
    { field: "adPlatform", from: "Meta", to: null },
    { field: "importedDays", from: "1", to: null },
  ];
  expect(entries).toContainEqual(
    expect.objectContaining({ action: "campaign_report_undone", changes }),
  );
});

test("repeating an import request doesn't import the report again", async () => {
  const [harbor, bayshore] = await make();
  const query = `?isApplied=true&replacesEntered=true&_id=${randomUUID()}`;
  const first = await send(harbor.id, bayshore.id, query);
  testApp.clock.forward(1000);
  const [second, third] = await Promise.all([
    send(harbor.id, bayshore.id, query),
    send(harbor.id, bayshore.id, query),
  ]);
  for (const { body } of [second, third]) {
    expect(body.message).toBe(campaignMessages.imported(3));
    expect(body.report).toMatchObject({ isApplied: true, _id: first.body.report._id });
  }
  await ask("POST", undoOf(first.body.report._id));
  expect(await spendOf(harbor)).toEqual([["2026-03-15", 100, "hand"]]);
  expect(await spendOf(bayshore)).toEqual([]);
});

test("the second of two new ids with one name is left out and not counted", async () => {
  const [, bayshore] = await make();
  const lines = [
    head,
    row("2026-03-14", `Aligners ${mark}`, bayshore.id, "7.00"),
    row("2026-03-14", `Aligners ${mark}`, bayshore.id + 1, "8.00"),
  ];
  for (const query of ["", "?isApplied=true"]) {
    const { practices, unassigned } = (await upload(lines, query)).body.report;
    expect(practices).toMatchObject([{ report: { campaigns: [{ days: 1, spendCents: 700 }] } }]);
    expect(unassigned).toMatchObject([{ spendCents: 800, problem: "same_name" }]);
  }
});

test("a practice has nothing to undo if none of its imported days were stored", async () => {
  const [harbor, bayshore] = await make();
  const lines = [
    head,
    row("2026-03-15", "Implants", harbor.id, "20.00"),
    row("2026-03-15", `Aligners ${mark}`, bayshore.id, "7.00"),
  ];
  const { body } = await upload(lines, "?isApplied=true");
  expect(body.report.storedDays).toBe(1);
  const { reports } = (await ask("GET", "/api/admin/campaign-reports")).body;
  expect(reports).toContainEqual(expect.objectContaining({ _id: body.report._id, practices: 1 }));
  const none = await upload(lines.slice(0, 2), "?isApplied=true");
  expect(none.body.report._id).toBeNull();
});

test("every import of a day can be undone, even if a report is imported for each practice", async () => {
  const [harbor] = await make();
  const lines = [head, row("2026-03-14", "Implants", harbor.id, "10.00")];
  const imports: string[] = [];
  for (let count = 0; count < 7; count += 1) {
    imports.push((await upload(lines, "?isApplied=true")).body.report._id);
  }
  const { reports } = (await ask("GET", "/api/admin/campaign-reports")).body;
  const listed: { _id: string }[] = reports;
  expect(listed.map(({ _id }) => _id)).toEqual(expect.arrayContaining(imports));
});

test("an import can be undone for a day, and then the data for its undo is deleted", async () => {
  const [harbor, bayshore] = await make();
  const { body } = await send(harbor.id, bayshore.id, "?isApplied=true");
  testApp.clock.forward(dayMs + 1);
  token = (await signInAdmin(testApp)).token;
  const late = await ask("POST", undoOf(body.report._id));
  expect([late.status, late.body.message]).toEqual([409, campaignMessages.undoTooLate]);
  await deleteExpiredRecords(testApp.deps);
  expect(await testApp.deps.db.$count(campaignReportUndos)).toBe(0);
});

type Made = { clientId: string; campaignId: string; id: number };

/** A campaign with an id and a day entered by hand, and one without an id. */
async function make(): Promise<[Made, Made]> {
  const harbor = await makePractice(testApp.deps, { name: `Harbor ${mark}` });
  const bayshore = await makePractice(testApp.deps, { name: `Bayshore ${mark}` });
  const id = Math.floor(Math.random() * 1e12);
  const implants = await makeCampaign(testApp.deps, {
    ...{ clientId: harbor.clientId, name: "Implants", platform: "meta" },
    platformCampaignId: String(id),
  });
  const aligners = await makeCampaign(testApp.deps, {
    ...{ clientId: bayshore.clientId, name: `Aligners ${mark}`, platform: "meta" },
  });
  const entered = { day: "2026-03-15", spendCents: 100, origin: "hand" as const };
  const ofHarbor = { clientId: harbor.clientId, campaignId: implants.campaignId };
  await makeCampaignDays(testApp.deps, ofHarbor, [entered]);
  return [
    { ...ofHarbor, id },
    { clientId: bayshore.clientId, campaignId: aligners.campaignId, id: id + 1 },
  ];
}

async function send(implants: number, aligners: number, query = "") {
  const lines = [
    head,
    row("2026-03-14", "Renamed", implants, "10.00"),
    row("2026-03-15", "Renamed", implants, "20.00"),
    row("2026-03-14", `Aligners ${mark}`, aligners, "7.00"),
    row("2026-03-14", `Veneers ${mark}`, aligners + 1, "9.00"),
    row("soon", "Renamed", implants, "1.00"),
  ];
  return upload(lines, query);
}

const undoOf = (id: string) => `/api/admin/campaign-reports/${id}/undos`;

async function upload(lines: string[], query = "") {
  const answer = await testApp.api.request(`http://localhost/api/admin/agency-reports${query}`, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "text/csv" },
    body: lines.join("\r\n"),
  });
  return { status: answer.status, body: await answer.json() };
}

/** The days of a campaign, newest first, with their spend and where it came from. */
async function spendOf({ campaignId }: Made) {
  const { body } = await ask("GET", `/api/admin/campaigns/${campaignId}`);
  const days: CampaignDay[] = body.days;
  return days.map(({ day, spendCents, origin }) => [day, spendCents, origin]);
}

function ask(method: string, path: string, json?: unknown) {
  return testApp.request(method, path, { token, json });
}
