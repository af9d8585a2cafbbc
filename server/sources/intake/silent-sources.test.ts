// The owner is notified once if a source has been silent for an unusually long time.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makeFormSource, makeInquiry, makeOpenHours } from "#server/db/make.ts";
import { signInAdmin, signInClient } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";
import { findSilentSources } from "./silent-sources.ts";

const hour = 60 * 60_000;
let testApp: TestApp;
let practice: Awaited<ReturnType<typeof signInClient>>;
let owner: Awaited<ReturnType<typeof signInAdmin>>;
let source: { sourceId: string; formKey: string | null };
beforeAll(async () => {
  testApp = await openTestApp();
  owner = await signInAdmin(testApp);
});
beforeEach(async () => {
  testApp.clock.at("2026-03-17T16:00:00.000Z");
  practice = await signInClient(testApp);
  const hours = { timeZone: "America/New_York", from: "08:00", to: "17:00" };
  await makeOpenHours(testApp.deps, practice.clientId, hours);
  source = await makeFormSource(testApp.deps, practice.clientId, "Home page");
  await testApp.runJobs();
  testApp.receivedMails.length = 0;
});
afterAll(() => testApp.close());

test("a silent source is reported once until its next lead, and again if it is silent later", async () => {
  await bring(12);
  await look();
  expect(subjects()).toEqual([]);
  testApp.clock.at("2026-03-18T16:00:00.000Z");
  await look();
  await look();
  await Promise.all([look(), look()]);
  expect(subjects()).toEqual(["No leads from Home page since Tuesday, March 17"]);
  expect(await state()).toBe("silent");
  await testApp.request("POST", `/api/intake/form/${source.formKey}`, {
    ...{ json: { phone: "8135550188" } },
  });
  expect(await state()).toBe("silent");
  testApp.clock.forward(1000);
  await testApp.request("POST", `/api/intake/form/${source.formKey}`, {
    ...{ json: { phone: "8135550189" } },
  });
  expect(await state()).toBe("active");
  await look();
  testApp.clock.at("2026-03-24T16:00:00.000Z");
  await look();
  expect(subjects()).toHaveLength(2);
});

test.each([
  ["imported", "is_untimed = true"],
  ["received more than 30 days ago", "received_at = received_at - interval '31 days'"],
])("a source isn't silent if its leads were %s", async (_, change) => {
  await bring(12);
  await testApp.pool.query(`update inquiries set ${change} where client_id = $1`, [
    practice.clientId,
  ]);
  testApp.clock.at("2026-03-18T16:00:00.000Z");
  await look();
  expect(subjects()).not.toContain("No leads from Home page since Tuesday, March 17");
});

test("a suspended practice's sources aren't checked for silence", async () => {
  const path = `/api/admin/clients/${practice.clientId}/suspension`;
  await bring(12);
  testApp.clock.at("2026-03-18T16:00:00.000Z");
  await testApp.request("POST", path, { token: owner.token });
  await look();
  expect(subjects()).not.toContain("No leads from Home page since Tuesday, March 17");
});

test("a source with a problem that was reported isn't reported as silent too", async () => {
  await bring(12);
  await testApp.pool.query("update sources set failing_since = now() where client_id = $1", [
    practice.clientId,
  ]);
  testApp.clock.at("2026-03-18T16:00:00.000Z");
  await look();
  expect(subjects()).toEqual([]);
});

test("a source's page shows how often leads usually arrive, once there are enough of them", async () => {
  const gap = async () => {
    const path = `/api/admin/sources/${source.sourceId}`;
    return (await testApp.request("GET", path, { token: owner.token })).body.gapHours;
  };
  await bring(9);
  expect(await gap()).toBeNull();
  await bring(3);
  expect(await gap()).toEqual({ usual: 1, silentAfter: 4 });
});

/** Makes a lead every half hour. The last one is now. */
async function bring(count: number) {
  for (let index = 0; index < count; index += 1) {
    const submittedAt = new Date(testApp.clock.now.getTime() - (index * hour) / 2);
    await makeInquiry(testApp.deps, practice.clientId, { submittedAt, sourceId: source.sourceId });
  }
}

async function look() {
  await findSilentSources(testApp.deps);
  await testApp.runJobs();
}

async function state() {
  const path = `/api/admin/sources/${source.sourceId}`;
  return (await testApp.request("GET", path, { token: owner.token })).body.state;
}

function subjects() {
  return testApp.receivedMails.flatMap(({ subject, to }) => (to === owner.email ? [subject] : []));
}
