// A lead that Meta notified us of is imported, or the owner is notified of the reason why not.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makeInquiry, makeMetaSource, makePlatformId } from "#server/db/make.ts";
import { type GraphLead, GraphRefusal } from "#server/outside/graph.ts";
import { fetchAnnouncedLead } from "#server/testing/fetch-announced.ts";
import { signInAdmin, signInClient } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";
import { storeDelivery } from "./deliveries.ts";
import { requeueAnnounced } from "./failed-lead-notifications.ts";

let testApp: TestApp;
let practice: Awaited<ReturnType<typeof signInClient>>;
let source: { page: string; form: string };
beforeAll(async () => {
  testApp = await openTestApp();
});
beforeEach(async () => {
  testApp.clock.forward(48 * 60 * 60_000);
  practice = await signInClient(testApp);
  source = await makeMetaSource(testApp.deps, practice.clientId);
});
afterAll(() => testApp.close());

test("a lead whose job was lost is imported after the next start", async () => {
  const ids = [await announce(), await announce()];
  // Simulates a restore from a backup, which has no jobs.
  await testApp.pool.query("delete from pgboss.job");
  await requeueAnnounced(testApp.deps);
  await testApp.runJobs();
  expect(await newLeads()).toBe(ids.length);
});

test("a lead whose job failed without recording a reason is enqueued again", async () => {
  await announce();
  await testApp.pool.query("update pgboss.job set state = 'failed'");
  await requeueAnnounced(testApp.deps);
  await testApp.runJobs();
  expect(await newLeads()).toBe(1);
});

test("several processes that start at the same time enqueue one job for a lead", async () => {
  const waiting = await announce();
  await Promise.all([1, 2, 3].map(() => requeueAnnounced(testApp.deps)));
  expect(await jobsOf(waiting)).toBe(1);
  await testApp.pool.query("delete from pgboss.job");
  // All three processes wait for this lock. Then the first one enqueues a job, and the others find
  // it.
  const commit = await testApp.hold(
    "select pg_advisory_xact_lock(hashtextextended('take up announced', 0))",
  );
  const starts = Promise.all([1, 2, 3].map(() => requeueAnnounced(testApp.deps)));
  await testApp.untilWaiting(3);
  await commit();
  await starts;
  expect(await jobsOf(waiting)).toBe(1);
});

test("leads that were imported or that we gave up on aren't fetched again", async () => {
  const stored = await announce();
  await testApp.runJobs();
  const refused = await announce(new GraphRefusal("Graph: no such lead", true));
  await testApp.runJobs();
  await testApp.pool.query("delete from pgboss.job");
  await requeueAnnounced(testApp.deps);
  expect([await jobsOf(stored), await jobsOf(refused)]).toEqual([0, 0]);
});

test("the owner is notified that we gave up on leads, once a day for each form", async () => {
  const owner = await signInAdmin(testApp);
  const gone = new GraphRefusal("Graph: Unsupported get request", true);
  await announce(gone);
  await announce(gone);
  expect(await noticesTo(owner.email)).toHaveLength(1);
  const [notice] = await noticesTo(owner.email);
  expect(notice?.subject).toBe("Leads from Facebook form aren’t coming in");
  expect(notice?.text).toContain("Graph: Unsupported get request");
  testApp.clock.forward(24 * 60 * 60_000);
  await announce(gone);
  expect(await noticesTo(owner.email)).toHaveLength(2);
});

test("the owner is notified of leads from a page without a connected practice", async () => {
  const owner = await signInAdmin(testApp);
  const page = makePlatformId();
  await announce(undefined, { page, form: "77" });
  await testApp.runJobs();
  const [notice] = await noticesTo(owner.email);
  expect(notice?.subject).toBe(`Leads from page ${page} aren’t coming in`);
  expect(notice?.text).toContain("No practice is connected to this page and form.");
});

test("the owner isn't notified until the last attempt to fetch a lead has failed", async () => {
  const owner = await signInAdmin(testApp);
  const away = new GraphRefusal("Graph couldn't be reached", false);
  const id = await announce(away);
  await testApp.runJobs();
  expect(await noticesTo(owner.email)).toEqual([]);
  await fetchAnnouncedLead(testApp.deps, id, true);
  expect(await noticesTo(owner.email)).toHaveLength(1);
});

test("a lead that can't be stored is reported to the owner after the last attempt", async () => {
  const owner = await signInAdmin(testApp);
  const id = await announce();
  await makeInquiry(testApp.deps, practice.clientId);
  // A constraint simulates any failure to store the lead.
  await testApp.pool.query("alter table inquiries add constraint broken check (false) not valid");
  try {
    await expect(fetchAnnouncedLead(testApp.deps, id, false)).rejects.toThrow();
    expect(await stateOf(id)).toMatchObject({ failed_at: null });
    await fetchAnnouncedLead(testApp.deps, id, true).catch(() => undefined);
  } finally {
    await testApp.pool.query("alter table inquiries drop constraint broken");
  }
  expect(await stateOf(id)).toMatchObject({
    failed_at: expect.any(Date),
    problem: "The lead couldn’t be saved.",
  });
  expect(await noticesTo(owner.email)).toHaveLength(1);
});

test("a lead that can't be stored, or that Graph rejects, doesn't affect other leads in its batch", async () => {
  const first = await announce();
  const broken = await announce();
  const gone = await announce(new GraphRefusal("Graph: no such lead", true));
  const last = await announce();
  // A constraint simulates a failure to store one of the leads.
  const check = `check (email <> 'person-${broken}@example.com') not valid`;
  await testApp.pool.query(`alter table inquiries add constraint broken ${check}`);
  try {
    await testApp.runJobs();
  } finally {
    await testApp.pool.query("alter table inquiries drop constraint broken");
  }
  expect(await newLeads()).toBe(2);
  expect(await stateOf(gone)).toMatchObject({ problem: "Graph: no such lead" });
  expect(await stateOf(broken)).toMatchObject({ failed_at: null, problem: null });
  await fetchAnnouncedLead(testApp.deps, broken, false);
  expect(await newLeads()).toBe(3);
  const { rows } = await testApp.pool.query(
    `select platform_lead_id as id from announced_leads
     where platform_lead_id = any($1) and stored_at is not null order by inquiry_id`,
    [[first, broken, gone, last]],
  );
  expect(rows.map(({ id }) => id)).toEqual([first, last, broken]);
});

test("dismissed failed lead notifications of a form leave the owner's list, stay in its source's, and can be retried there", async () => {
  const { token } = await signInAdmin(testApp);
  const gone = new GraphRefusal("Graph: no such lead", true);
  const first = await announce(gone);
  await announce(gone);
  await testApp.runJobs();
  const path = "/api/admin/failed-lead-notifications";
  const { page, form } = source;
  const group = async () => {
    const { body } = await testApp.request("GET", path, { token });
    return body.groups.find((one: { form: string }) => one.form === form);
  };
  const listed = await group();
  expect(listed).toMatchObject({
    ...{ page, form, count: 2, failed: 2, problem: "Graph: no such lead" },
    source: { name: "Facebook form" },
  });
  const post = (to: string, json?: object) => testApp.request("POST", to, { token, json });
  const dismiss = (failed: number) => post(`${path}/dismissals`, { page, form, failed });
  expect((await dismiss(1)).status).toBe(409);
  expect((await dismiss(2)).status).toBe(201);
  expect(await group()).toBeUndefined();
  const { rows } = await testApp.pool.query(
    "select client_id, detail from audit_entries where action = 'failed_leads_dismissed'",
  );
  const { _id: sourceId } = listed.source;
  expect(rows).toEqual([{ client_id: practice.clientId, detail: { source: sourceId } }]);
  const ofSource = `/api/admin/sources/${sourceId}/deliveries`;
  const { deliveries } = (await testApp.request("GET", ofSource, { token })).body;
  const dismissed = { result: "dismissed", mayReplay: true };
  expect(deliveries).toMatchObject([dismissed, dismissed]);
  expect((await post(`${path}/replays`, { page, form })).status).toBe(404);

  expect((await post(`${ofSource}/${first}/replays`)).status).toBe(201);
  await testApp.runJobs();
  expect(await group()).toMatchObject({ count: 1, failed: 1 });
  testApp.graph.set(first, aGraphLead(first));
  expect((await post(`${path}/replays`, { page, form })).status).toBe(201);
  await testApp.runJobs();
  expect([await group(), await newLeads()]).toEqual([undefined, 1]);
});

/** Stores a lead notification without running the job that fetches the lead. */
async function announce(answer?: GraphRefusal, at = source): Promise<string> {
  const id = makePlatformId();
  testApp.graph.set(id, answer ?? aGraphLead(id));
  const leadgen = {
    ...{ leadgen_id: id, page_id: at.page, form_id: at.form },
    created_time: Math.floor(testApp.clock.now.getTime() / 1000),
  };
  const receivedAt = testApp.clock.now;
  await storeDelivery(testApp.deps, { body: id, announced: [leadgen], receivedAt });
  return id;
}

function aGraphLead(id: string): GraphLead {
  return {
    id,
    created_time: testApp.clock.now.toISOString(),
    field_data: [{ name: "email", values: [`person-${id}@example.com`] }],
  };
}

async function newLeads(): Promise<number> {
  return (await testApp.request("GET", "/api/leads/new", { token: practice.token })).body.total;
}

async function jobsOf(id: string): Promise<number> {
  const sql = "select 1 from pgboss.job where data ->> 'platformLeadId' = $1";
  return (await testApp.pool.query(sql, [id])).rowCount ?? 0;
}

async function stateOf(id: string) {
  const sql = "select failed_at, problem from announced_leads where platform_lead_id = $1";
  return (await testApp.pool.query(sql, [id])).rows[0];
}

async function noticesTo(email: string) {
  await testApp.runJobs();
  return testApp.receivedMails.filter((mail) => mail.to === email);
}
