// Backfills find leads that no webhook notified us of.
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makeMetaSource, makeOpenHours, makePlatformId } from "#server/db/make.ts";
import { announcedLeads, deliveries, inquiries, sources } from "#server/db/schema.ts";
import { alertPractice } from "#server/messages/alerts/due-alerts.ts";
import { GraphRefusal } from "#server/outside/graph.ts";
import { aDevice } from "#server/testing/access-matrix.ts";
import { signInAdmin, signInClient } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";
import { backfillSource } from "./backfill.ts";
import { enqueueForMetaSources } from "./live-sources.ts";

const minute = 60_000;
const noon = "2026-03-17T16:00:00.000Z";
const connectedAt = new Date("2026-03-17T08:00:00.000Z");

let testApp: TestApp;
let practice: Awaited<ReturnType<typeof signInClient>>;
let source: Awaited<ReturnType<typeof makeMetaSource>>;
let key: { clientId: string; sourceId: string };
beforeAll(async () => {
  testApp = await openTestApp();
});
beforeEach(async () => {
  testApp.clock.at(noon);
  practice = await signInClient(testApp);
  const hours = { timeZone: "America/New_York", from: "08:00", to: "17:00" };
  await makeOpenHours(testApp.deps, practice.clientId, hours);
  source = await makeMetaSource(testApp.deps, practice.clientId);
  key = { clientId: practice.clientId, sourceId: source.sourceId };
  await testApp.deps.db
    .update(sources)
    .set({ createdAt: connectedAt })
    .where(eq(sources.clientId, practice.clientId));
  await testApp.runJobs();
  Object.assign(testApp.metaPages, { calls: [], refusal: null, refusals: {}, perList: 100 });
  testApp.metaPages.meanwhile = async () => undefined;
  testApp.pushes.length = 0;
});
afterAll(() => testApp.close());

test("a lead for which no notification arrived becomes an inquiry with its submission time", async () => {
  list(20);
  await backfill();
  expect(await inquiriesOf()).toMatchObject([
    {
      submittedAt: new Date("2026-03-17T15:40:00.000Z"),
      receivedAt: new Date(noon),
      clockStartedAt: new Date("2026-03-17T15:40:00.000Z"),
      isUntimed: false,
    },
  ]);
});

test("a backfill of known leads doesn't add a delivery or another inquiry", async () => {
  list(20, 15, 10);
  await backfill();
  const stored = await countDeliveries();
  await backfill();
  await backfill();
  expect(await inquiriesOf()).toHaveLength(3);
  expect(await countDeliveries()).toBe(stored);
});

test("a backfill reads every page of results", async () => {
  testApp.metaPages.perList = 2;
  list(50, 40, 30, 20, 10);
  await backfill();
  expect(await inquiriesOf()).toHaveLength(5);
});

test("a lead that is submitted during a backfill is found by the next one", async () => {
  list(20);
  testApp.metaPages.meanwhile = async () => testApp.clock.forward(30 * minute);
  await backfill();
  expect(await watermark()).toEqual(new Date(noon));
  testApp.metaPages.meanwhile = async () => undefined;
  const [late] = list(-10);
  await backfill();
  expect(testApp.metaPages.calls.at(-1)?.since).toEqual(new Date("2026-03-17T10:00:00.000Z"));
  expect((await announcedOf(late ?? ""))?.storedAt).not.toBeNull();
});

test("the backfill after an interrupted one requests the whole period again", async () => {
  testApp.metaPages.perList = 1;
  list(20, 10);
  let lists = 0;
  testApp.metaPages.meanwhile = async () => {
    lists += 1;
    if (lists === 2) throw new GraphRefusal("Graph returned status 500", false);
  };
  await expect(backfillSource(testApp.deps, key)).rejects.toThrow("Graph returned status 500");
  expect(await watermark()).toBeNull();
  testApp.metaPages.meanwhile = async () => undefined;
  await backfill();
  expect(await inquiriesOf()).toHaveLength(2);
  expect(await watermark()).toEqual(new Date(noon));
});

test("leads from before their source was connected don't have a clock and don't send alerts", async () => {
  await addDevice();
  list(60 * 24 * 30, 60 * 24 * 2, 60 * 9);
  await backfill();
  await after(minute);
  const found = await inquiriesOf();
  expect(found.map(({ isUntimed, clockStartedAt }) => [isUntimed, clockStartedAt])).toEqual([
    [true, null],
    [true, null],
    [true, null],
  ]);
  expect(testApp.pushes).toEqual([]);
});

test.each([
  ["in 1900", "1900-01-01T00:00:00.000Z", "1900-01-01T00:00:00+0000", noon],
  ["before the start of the list", "2025-12-16T16:00:00.000Z", "2025-12-16T16:00:00Z", noon],
  ["in the future", "2099-01-01T00:00:00.000Z", "2099-01-01T00:00:00+0000", noon],
  [
    "in 1900, but listed with a possible one",
    "2026-03-17T15:40:00.000Z",
    "1900-01-01T00:00:00Z",
    null,
  ],
])(
  "a backfilled lead with a time %s starts its clock at the listed time if that is possible, otherwise now",
  async (_, at, said, to) => {
    const [id = ""] = list(20);
    testApp.graph.set(id, { id, created_time: said, field_data: [] });
    // Simulates that Graph ignores the requested period.
    const leads = [{ id, submittedAt: new Date(at) }];
    const listLeads = async () => ({ leads, after: null });
    const graphPages = { ...testApp.deps.graphPages, listLeads };
    await backfillSource({ ...testApp.deps, graphPages }, key);
    await testApp.runJobs();
    const time = new Date(to ?? at);
    expect((await announcedOf(id))?.announcedAt).toEqual(time);
    expect(await inquiriesOf()).toMatchObject([
      { submittedAt: time, clockStartedAt: time, isUntimed: false },
    ]);
  },
);

test("the oldest lead that Meta retains keeps its own time, even if fetching the list takes a while", async () => {
  const minutes = 90 * 24 * 60 - 1;
  list(minutes);
  testApp.metaPages.meanwhile = async () => testApp.clock.forward(5 * minute);
  await backfill();
  const submittedAt = new Date(new Date(noon).getTime() - minutes * minute);
  expect(await inquiriesOf()).toMatchObject([{ submittedAt, isUntimed: true }]);
});

test("a lead that is found by a backfill has its ad and ad set", async () => {
  const [id = ""] = list(20);
  const lead = testApp.graph.get(id);
  if (!lead || lead instanceof GraphRefusal) throw new Error("No lead");
  testApp.graph.set(id, { ...lead, ad_name: "Straighter by fall", adset_name: "Tampa" });
  await backfill();
  const [inquiry] = await inquiriesOf();
  expect(inquiry?.answers.slice(-2)).toEqual([
    { name: "ad_name", values: ["Straighter by fall"] },
    { name: "adset_name", values: ["Tampa"] },
  ]);
});

test("many leads found by one backfill send a single push notification", async () => {
  await addDevice();
  list(...Array.from({ length: 12 }, (_, index) => 20 + index));
  await backfill();
  await after(0);
  await after(11_000);
  expect(testApp.pushes.map(({ payload }) => payload.title)).toEqual(["12 new leads"]);
});

test("leads found over an hour late send one push notification together, and a single lead's notification shows its name", async () => {
  await addDevice();
  list(61, 90, 120);
  await backfill();
  await after(0);
  expect(testApp.pushes).toEqual([]);
  await after(10_000);
  expect(testApp.pushes.map(({ payload }) => payload.title)).toEqual(["3 new leads"]);
  testApp.pushes.length = 0;
  await after(10 * minute);
  list(100);
  await backfill();
  await after(10_000);
  expect(testApp.pushes.map(({ payload }) => payload.title)).toEqual(["New lead: Ada"]);
});

test("a lead that is found within the hour sends its own push notification immediately", async () => {
  await addDevice();
  list(59);
  await backfill();
  await after(0);
  expect(testApp.pushes.map(({ payload }) => payload.title)).toEqual(["New lead: Ada"]);
});

test("a lead that couldn't be imported is retried when Graph lists it", async () => {
  const [id = ""] = list(20);
  const lead = testApp.graph.get(id);
  testApp.graph.set(id, new GraphRefusal("Graph: No permission", true));
  await backfill();
  expect((await announcedOf(id))?.failedAt).toEqual(new Date(noon));
  if (lead) testApp.graph.set(id, lead);
  await backfill();
  expect(await inquiriesOf()).toHaveLength(1);
});

test("an erased person isn't imported again if Meta still lists the lead", async () => {
  list(20);
  await backfill();
  const [{ leadId } = { leadId: "" }] = await inquiriesOf();
  const { status } = await testApp.request("POST", `/api/leads/${leadId}/erasures`, {
    ...{ token: practice.token, json: { name: "Ada Byron" } },
  });
  expect(status).toBe(201);
  const before = await countDeliveries();
  await backfill();
  expect(await countDeliveries()).toBe(before);
  expect(JSON.stringify(await inquiriesOf())).not.toContain("Ada");
});

test("simultaneous backfills store each lead once", async () => {
  list(30, 20, 10);
  await Promise.all([1, 2, 3].map(() => backfillSource(testApp.deps, key)));
  await testApp.runJobs();
  expect(await inquiriesOf()).toHaveLength(3);
});

test("a backfill doesn't request leads for a disconnected source, or for a source under another practice's id", async () => {
  const other = await signInClient(testApp);
  const meta = { ...testApp.deps.config.meta, pageToken: "" };
  await backfillSource({ ...testApp.deps, config: { ...testApp.deps.config, meta } }, key);
  expect(await watermark()).toBeNull();
  await backfillSource(testApp.deps, { ...key, clientId: other.clientId });
  await testApp.deps.db
    .update(sources)
    .set({ endedAt: testApp.clock.now })
    .where(eq(sources.clientId, practice.clientId));
  await backfillSource(testApp.deps, key);
  expect(testApp.metaPages.calls).toEqual([]);
});

test("a form's backfill is enqueued once, even if several processes do it at the same time", async () => {
  await Promise.all([1, 2, 3].map(() => enqueueForMetaSources(testApp.deps, "backfill-source")));
  await enqueueForMetaSources(testApp.deps, "backfill-source");
  const { rows } = await testApp.pool.query(
    "select id from pgboss.job where name = 'backfill-source' and state = 'created' and data ->> 'sourceId' = $1",
    [source.sourceId],
  );
  expect(rows).toHaveLength(1);
  await testApp.runJobs();
});

test("connecting a form or replacing its token starts a backfill, and renaming it doesn't", async () => {
  const owner = await signInAdmin(testApp);
  const json = {
    kind: "meta",
    client: practice.clientId,
    name: "New",
    page: "77",
    form: makePlatformId(),
    pageToken: "EAA1",
  };
  const { body } = await testApp.request("POST", "/api/admin/sources", {
    token: owner.token,
    json,
  });
  await testApp.runJobs();
  expect(asked()).toEqual(["EAA1"]);
  const path = `/api/admin/sources/${body.source._id}`;
  const change = { token: owner.token, json: { pageToken: "EAA2" } };
  expect((await testApp.request("PATCH", path, change)).status).toBe(200);
  await testApp.runJobs();
  expect(asked()).toEqual(["EAA1", "EAA2"]);
  await testApp.request("PATCH", path, { token: owner.token, json: { name: "Newer" } });
  await testApp.runJobs();
  expect(asked()).toEqual(["EAA1", "EAA2"]);
});

/** Adds leads to the list of the form. Each was submitted this many minutes before noon. */
function list(...minutesAgo: number[]): string[] {
  const added = minutesAgo.map((minutes) => {
    const submittedAt = new Date(new Date(noon).getTime() - minutes * minute);
    const id = makePlatformId();
    testApp.graph.set(id, {
      ...{ id, created_time: submittedAt.toISOString() },
      field_data: [
        { name: "full_name", values: ["Ada Byron"] },
        { name: "email", values: [`ada-${id}@example.com`] },
      ],
    });
    return { id, submittedAt };
  });
  const { leads } = testApp.metaPages;
  leads.set(source.form, [...(leads.get(source.form) ?? []), ...added]);
  return added.map(({ id }) => id);
}

async function backfill() {
  await backfillSource(testApp.deps, key);
  await testApp.runJobs();
}

async function after(milliseconds: number) {
  testApp.clock.forward(milliseconds);
  await alertPractice(testApp.deps, practice.clientId);
  await testApp.runJobs();
}

async function addDevice() {
  await testApp.request("POST", "/api/alerts/devices", {
    ...{ token: practice.token, json: { ...aDevice, endpoint: "https://push.example.com/phone" } },
  });
}

function inquiriesOf() {
  return testApp.deps.db
    .select()
    .from(inquiries)
    .where(eq(inquiries.clientId, practice.clientId))
    .orderBy(inquiries.submittedAt);
}

async function announcedOf(id: string) {
  const [row] = await testApp.deps.db
    .select()
    .from(announcedLeads)
    .where(eq(announcedLeads.platformLeadId, id));
  return row;
}

async function watermark() {
  const [row] = await testApp.deps.db
    .select()
    .from(sources)
    .where(and(eq(sources.clientId, key.clientId), eq(sources.id, key.sourceId)));
  return row?.backfilledUntil;
}

function countDeliveries() {
  return testApp.deps.db.$count(deliveries);
}

function asked() {
  return testApp.metaPages.calls
    .filter(({ name }) => name === "listLeads")
    .map((call) => call.token);
}
