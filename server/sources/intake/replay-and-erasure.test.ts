// A delivery about a person is replayed while the person is being erased.
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makeKeyedSource } from "#server/db/make.ts";
import { leads, sourceDeliveries, sources } from "#server/db/schema.ts";
import { signInAdmin, signInClient } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";

let testApp: TestApp;
let owner: Awaited<ReturnType<typeof signInAdmin>>;
let practice: Awaited<ReturnType<typeof signInClient>>;
let source: Awaited<ReturnType<typeof makeKeyedSource>>;
let leadId: string;
let deliveryId: string;
beforeAll(async () => {
  testApp = await openTestApp();
  owner = await signInAdmin(testApp);
});
beforeEach(async () => {
  practice = await signInClient(testApp);
  source = await makeKeyedSource(testApp.deps, practice.clientId, "webhook");
  await post({ name: "Ada King", phone: "813 555 0188" });
  await post({ who: "Ada King", reach: { code: "813 555 0188" } });
  const { db } = testApp.deps;
  const [lead] = await db.select().from(leads).where(eq(leads.clientId, practice.clientId));
  const [delivery] = await db.select().from(sourceDeliveries).where(unmapped());
  leadId = lead?.id ?? "";
  deliveryId = delivery?.id ?? "";
  const mapping = { fullName: "/who", phone: "/reach/code" };
  await db.update(sources).set({ mapping }).where(eq(sources.id, source.sourceId));
});
afterAll(() => testApp.close());

test("replaying a submission is rejected if it waited for an erasure of that submission", async () => {
  const release = await holdLead();
  const erased = erase();
  await testApp.untilWaiting(1);
  const replayed = replay();
  await testApp.untilWaiting(2);
  await release();
  expect([(await erased).status, (await replayed).status]).toEqual([201, 409]);
  expect(await bodies()).toEqual(["", ""]);
});

test("an erasure that waited for a replay also erases the submission that was replayed", async () => {
  const release = await holdLead();
  const replayed = replay();
  await testApp.untilWaiting(1);
  const erased = erase();
  await testApp.untilWaiting(2);
  await release();
  expect([(await replayed).status, (await erased).status]).toEqual([201, 201]);
  expect(await bodies()).toEqual(["", ""]);
});

function holdLead() {
  return testApp.hold(`select id from leads where id = '${leadId}' for update`);
}

function erase() {
  const { token } = practice;
  const json = { name: "Ada King" };
  return testApp.request("POST", `/api/leads/${leadId}/erasures`, { token, json });
}

function replay() {
  const path = `/api/admin/sources/${source.sourceId}/deliveries/${deliveryId}/replays`;
  return testApp.request("POST", path, { token: owner.token });
}

function post(json: object) {
  return testApp.request("POST", `/api/intake/webhook/${source.formKey}`, { json });
}

async function bodies() {
  const rows = await testApp.deps.db
    .select({ body: sourceDeliveries.body })
    .from(sourceDeliveries)
    .where(eq(sourceDeliveries.sourceId, source.sourceId));
  return rows.map(({ body }) => body);
}

function unmapped() {
  const { sourceId, result } = sourceDeliveries;
  return and(eq(sourceId, source.sourceId), eq(result, "unmapped"));
}
