// The owner is notified once of a problem with a source, and the problem is shown until it ends.
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makeFormSource, makeMetaSource } from "#server/db/make.ts";
import { sources } from "#server/db/schema.ts";
import { GraphRefusal } from "#server/outside/graph.ts";
import { signInAdmin, signInClient } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";
import { checkSource } from "./check-sources.ts";

let testApp: TestApp;
let practice: Awaited<ReturnType<typeof signInClient>>;
let owner: Awaited<ReturnType<typeof signInAdmin>>;
let source: Awaited<ReturnType<typeof makeMetaSource>>;
let key: { clientId: string; sourceId: string };
beforeAll(async () => {
  testApp = await openTestApp();
  owner = await signInAdmin(testApp);
});
beforeEach(async () => {
  testApp.clock.forward(60 * 60_000);
  practice = await signInClient(testApp);
  source = await makeMetaSource(testApp.deps, practice.clientId, { name: "Aligners" });
  key = { clientId: practice.clientId, sourceId: source.sourceId };
  Object.assign(testApp.metaPages, { refusal: null, refusals: {}, isSubscribed: true, calls: [] });
  testApp.metaPages.meanwhile = async () => undefined;
  await testApp.runJobs();
  testApp.receivedMails.length = 0;
});
afterAll(() => testApp.close());

const refused = new GraphRefusal("Graph: Error validating access token", false, true);

test("a source without problems is shown as active, and the owner isn't notified", async () => {
  await check();
  expect(await shown()).toEqual(["active", []]);
  expect(subjects()).toEqual([]);
});

test("a rejected token is reported to the owner once, and shown until the token works again", async () => {
  testApp.metaPages.refusals = { checkToken: refused };
  const since = testApp.clock.now.toISOString();
  await check();
  await check();
  await Promise.all([check(), check()]);
  expect(subjects()).toEqual(["We can’t get leads from Aligners"]);
  expect(testApp.receivedMails[0]?.text).toContain("Graph: Error validating access token");
  expect(testApp.receivedMails[0]?.text).toContain(`/admin/source?id=${source.sourceId}`);
  expect(await shown()).toEqual(["failing", [{ kind: "failing", since }]]);
  testApp.metaPages.refusals = {};
  await check();
  expect(await shown()).toEqual(["active", []]);
  testApp.metaPages.refusals = { checkToken: refused };
  await check();
  expect(subjects()).toHaveLength(2);
});

test("a lost subscription is reported to the owner once, and shown until the page is subscribed again", async () => {
  testApp.metaPages.isSubscribed = false;
  await Promise.all([check(), check(), check()]);
  await check();
  expect(subjects()).toEqual(["Meta stopped telling us about leads from Aligners"]);
  expect((await shown())[0]).toBe("unsubscribed");
  testApp.metaPages.isSubscribed = true;
  await check();
  expect((await shown())[0]).toBe("active");
});

test.each([
  ["Graph can't be reached", new GraphRefusal("Graph couldn't be reached (TypeError)", false)],
  ["an internal error of Graph", new GraphRefusal("Graph returned status 500", false)],
  ["a rate limit", new GraphRefusal("Graph: Too many calls", false)],
])("a Graph error that isn't about the source doesn't change its state: %s", async (_, refusal) => {
  testApp.metaPages.refusal = refusal;
  await expect(checkSource(testApp.deps, key)).rejects.toThrow(refusal.message);
  expect((await shown())[0]).toBe("active");
  testApp.metaPages.refusal = null;
  testApp.metaPages.isSubscribed = false;
  await check();
  testApp.metaPages.refusal = refusal;
  await expect(checkSource(testApp.deps, key)).rejects.toThrow(refusal.message);
  expect((await shown())[0]).toBe("unsubscribed");
});

test("a lost subscription isn't reported if the token can't read subscriptions", async () => {
  testApp.metaPages.refusals = { isSubscribed: new GraphRefusal("Graph: (#200) No", true) };
  await check();
  expect((await shown())[0]).toBe("active");
  expect(subjects()).toEqual([]);
});

test("a problem with two forms of the same page is reported in one email", async () => {
  const { sourceId } = await makeMetaSource(testApp.deps, practice.clientId, { page: source.page });
  testApp.metaPages.refusals = { checkToken: refused };
  const both = [key, { ...key, sourceId }];
  await Promise.all(both.map((one) => checkSource(testApp.deps, one)));
  await testApp.runJobs();
  expect(subjects()).toHaveLength(1);
});

test("a source isn't shown as failing if its rejected token is replaced during the check", async () => {
  testApp.metaPages.refusals = { checkToken: refused };
  testApp.metaPages.meanwhile = () =>
    testApp.deps.db
      .update(sources)
      .set({ metaPageToken: "EAA-new" })
      .where(and(eq(sources.clientId, key.clientId), eq(sources.id, key.sourceId)));
  await check();
  expect((await shown())[0]).toBe("active");
  expect(subjects()).toEqual([]);
});

test("subscribing a page ends the problem and starts a backfill of missed leads", async () => {
  testApp.metaPages.isSubscribed = false;
  await check();
  testApp.metaPages.calls = [];
  const { status, body } = await subscribe();
  expect([status, body.source.state, body.source.problems]).toEqual([201, "active", []]);
  await testApp.runJobs();
  expect(testApp.metaPages.calls.map(({ name }) => name)).toEqual(["subscribe", "listLeads"]);
});

test("an owner sees why Meta rejected a subscription, and the problem is still shown", async () => {
  testApp.metaPages.isSubscribed = false;
  await check();
  testApp.metaPages.refusals = { subscribe: new GraphRefusal("Graph: (#200) No", true) };
  expect(await subscribe()).toMatchObject({
    status: 409,
    body: { message: "Meta rejected the request. Graph: (#200) No" },
  });
  testApp.metaPages.refusals = { subscribe: new GraphRefusal("Graph returned status 500", false) };
  expect((await subscribe()).status).toBe(503);
  expect((await shown())[0]).toBe("unsubscribed");
});

test("subscribing a web form is rejected, and a disconnected source has no problems", async () => {
  const { sourceId } = await makeFormSource(testApp.deps, practice.clientId);
  expect((await subscribe(sourceId)).status).toBe(409);
  testApp.metaPages.isSubscribed = false;
  await check();
  const path = `/api/admin/sources/${source.sourceId}/ends`;
  await testApp.request("POST", path, { token: owner.token });
  expect(await shown()).toEqual(["ended", []]);
  expect((await subscribe()).status).toBe(409);
});

async function check() {
  await checkSource(testApp.deps, key);
  await testApp.runJobs();
}

function subscribe(id = source.sourceId) {
  return testApp.request("POST", `/api/admin/sources/${id}/subscriptions`, { token: owner.token });
}

async function shown() {
  const path = `/api/admin/sources/${source.sourceId}`;
  const { body } = await testApp.request("GET", path, { token: owner.token });
  return [body.state, body.problems];
}

function subjects() {
  return testApp.receivedMails.map(({ subject }) => subject);
}
