import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makeFormSource, makeKeyedSource } from "#server/db/make.ts";
import { signInAdmin, signInClient, signInMember } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";
import { sweepUnread } from "./unread.ts";

let testApp: TestApp;
let owner: Awaited<ReturnType<typeof signInAdmin>>;
let practice: Awaited<ReturnType<typeof signInClient>>;
let webhook: Awaited<ReturnType<typeof makeKeyedSource>>;
let form: Awaited<ReturnType<typeof makeFormSource>>;
beforeAll(async () => {
  testApp = await openTestApp();
  owner = await signInAdmin(testApp);
});
beforeEach(async () => {
  testApp.clock.at("2026-03-17T12:00:00.000Z");
  practice = await signInClient(testApp);
  webhook = await makeKeyedSource(testApp.deps, practice.clientId, "webhook");
  form = await makeFormSource(testApp.deps, practice.clientId);
  // Sends notices that the previous test caused.
  await testApp.runJobs();
  testApp.receivedMails.length = 0;
});
afterAll(() => testApp.close());

const nobody = { plan: "gold", seats: 4 };
const person = { name: "Ada King", phone: "(813) 555-0188" };

test("submissions without contact details are reported to the owner at most once a day", async () => {
  expect((await post("webhook", nobody)).status).toBe(202);
  await post("webhook", { ...nobody, seats: 5 });
  expect(await noticesAfterJobs()).toEqual([
    expect.stringMatching(/^Submissions from .* need you$/),
  ]);
  testApp.clock.forward(24 * 60 * 60_000);
  await post("webhook", { ...nobody, seats: 6 });
  expect(await noticesAfterJobs()).toHaveLength(1);
  testApp.clock.forward(1);
  await post("webhook", { ...nobody, seats: 7 });
  expect(await noticesAfterJobs()).toHaveLength(2);
  expect(await sourceOf(webhook)).toMatchObject({ state: "unread", unread: 4 });
});

test("the hourly job emails the owner a day later about submissions that followed the last email, and doesn't count deleted ones", async () => {
  await post("webhook", nobody);
  testApp.clock.forward(60_000);
  await post("webhook", { ...nobody, seats: 5 });
  expect(await noticesAfterJobs()).toHaveLength(1);
  const sweep = () => sweepUnread(testApp.deps);
  testApp.clock.forward(24 * 60 * 60_000 - 60_000);
  await sweep();
  expect(await noticesAfterJobs()).toHaveLength(1);
  testApp.clock.forward(1);
  await sweep();
  expect(await noticesAfterJobs()).toHaveLength(2);
  // The last email has included every submission.
  testApp.clock.forward(25 * 60 * 60_000);
  await sweep();
  expect(await noticesAfterJobs()).toHaveLength(2);
  await testApp.pool.query("delete from source_deliveries where source_id = $1", [
    webhook.sourceId,
  ]);
  await sweep();
  expect(await sourceOf(webhook)).toMatchObject({ state: "active", unread: 0 });
});

test("rejected and honeypot submissions count as unread, and a practice's manager sees their number but a member doesn't", async () => {
  expect((await post("form", { color: "blue" })).status).toBe(422);
  await post("form", { ...person, website_url: "https://example.com" });
  expect(await sourceOf(form)).toMatchObject({ state: "unread", unread: 2 });
  expect(await alarm(practice.token)).toEqual({ unread: 2 });
  const other = await signInClient(testApp);
  expect(await alarm(other.token)).toEqual({ unread: 0 });
  const member = await signInMember(testApp, practice.clientId);
  const refused = await testApp.request("GET", "/api/sources/alarm", { token: member.token });
  expect(refused.status).toBe(403);
});

test("a honeypot submission becomes a lead when the owner replays it", async () => {
  await post("form", { ...person, website_url: "https://example.com" });
  const { body } = await asOwner("GET", `/api/admin/sources/${form.sourceId}/deliveries`);
  const [{ _id, mayReplay, result }] = body.deliveries;
  expect([result, mayReplay]).toEqual(["spam", true]);
  const path = `/api/admin/sources/${form.sourceId}/deliveries/${_id}/replays`;
  expect((await asOwner("POST", path)).status).toBe(201);
  const { body: queue } = await testApp.request("GET", "/api/leads/new", practice);
  expect(queue.leads).toMatchObject([{ firstName: "Ada", phone: "+18135550188" }]);
  expect(await sourceOf(form)).toMatchObject({ state: "active", unread: 0 });
});

test("an unmapped submission stops counting as unread after it is mapped and replayed", async () => {
  await post("webhook", { a: { b: "Ada King", c: "ask for 813 555 0188 after five" } });
  expect(await sourceOf(webhook)).toMatchObject({ unread: 1 });
  const path = `/api/admin/sources/${webhook.sourceId}`;
  const mapping = { fullName: "/a/b", phone: "/a/c" };
  expect((await asOwner("PATCH", path, { mapping })).status).toBe(200);
  const { body } = await asOwner("GET", `${path}/deliveries`);
  await asOwner("POST", `${path}/deliveries/${body.deliveries[0]._id}/replays`);
  expect(await sourceOf(webhook)).toMatchObject({ state: "active", unread: 0 });
});

test("dismissed submissions are still listed but don't count as unread, and a later submission counts", async () => {
  await post("webhook", nobody);
  const path = `/api/admin/sources/${webhook.sourceId}`;
  // One more submission has arrived than the owner has seen.
  expect((await asOwner("POST", `${path}/dismissals`, { unread: 0 })).body.code).toBe("stale");
  const dismissed = await asOwner("POST", `${path}/dismissals`, { unread: 1 });
  expect(dismissed.body.source).toMatchObject({
    ...{ state: "active", unread: 0, problems: [] },
  });
  expect((await asOwner("GET", `${path}/deliveries`)).body.deliveries).toHaveLength(1);
  await post("webhook", { ...nobody, seats: 9 });
  expect(await sourceOf(webhook)).toMatchObject({ state: "unread", unread: 1 });
});

test("the source's page and the email say that submissions exceeded the storage limit, until they are dismissed", async () => {
  const narrow = await openTestApp({ RATE_LIMIT_FACTOR: "0.02" });
  const boss = await signInAdmin(narrow);
  const { clientId } = await signInClient(narrow);
  const { formKey, sourceId } = await makeFormSource(narrow.deps, clientId);
  const path = `/api/admin/sources/${sourceId}`;
  const source = async () => (await narrow.request("GET", path, { token: boss.token })).body;
  const send = () => narrow.request("POST", `/api/intake/form/${formKey}`, { json: { a: "b" } });
  await send();
  expect(await source()).toMatchObject({ unread: 1, notKeptSince: null });
  await send();
  const { unread, notKeptSince } = await source();
  expect([unread, notKeptSince]).toEqual([1, narrow.clock.now.toISOString()]);
  narrow.clock.forward(24 * 60 * 60_000 + 1);
  await narrow.pool.query("delete from rate_limits");
  await send();
  await narrow.runJobs();
  const [first, second] = narrow.receivedMails.filter(({ subject }) =>
    subject?.startsWith("Submissions from"),
  );
  expect(first?.text).not.toContain("More than 50");
  expect(second?.text).toContain("More than 50 came within an hour.");
  await narrow.request("POST", `${path}/dismissals`, { token: boss.token, json: { unread: 2 } });
  expect(await source()).toMatchObject({ unread: 0, notKeptSince: null });
  await narrow.close();
});

test("new leads, known leads and wrong keys don't count as unread", async () => {
  const google = await makeKeyedSource(testApp.deps, practice.clientId, "google");
  await post("webhook", person);
  await post("webhook", person);
  const headers = { "Content-Type": "application/json" };
  await testApp.request("POST", `/api/intake/google/${google.formKey}`, {
    ...{ headers, body: JSON.stringify({ lead_id: "1", google_key: "wrong" }) },
  });
  expect(await alarm(practice.token)).toEqual({ unread: 0 });
  expect(await noticesAfterJobs()).toEqual([]);
});

function post(kind: "webhook" | "form", json: object) {
  const { formKey } = kind === "form" ? form : webhook;
  return testApp.request("POST", `/api/intake/${kind}/${formKey}`, { json });
}

function asOwner(method: string, path: string, json?: object) {
  return testApp.request(method, path, { token: owner.token, ...(json && { json }) });
}

async function sourceOf({ sourceId }: { sourceId: string }) {
  return (await asOwner("GET", `/api/admin/sources/${sourceId}`)).body;
}

async function alarm(token: string) {
  return (await testApp.request("GET", "/api/sources/alarm", { token })).body;
}

/** Runs the jobs. Returns the subjects of the owner's notices about submissions. */
async function noticesAfterJobs(): Promise<(string | undefined)[]> {
  await testApp.runJobs();
  return testApp.receivedMails
    .filter(({ to, subject }) => to === owner.email && /^Submissions from/.test(subject ?? ""))
    .map(({ subject }) => subject);
}
