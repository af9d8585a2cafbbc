// The live demo, from its start until its last row is deleted.
import { randomUUID } from "node:crypto";
import { and, eq, getTableName } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { demoArrivals, demoMessages, demoWaitingMessages } from "#content/demo.ts";
import { makeInquiry } from "#server/db/make.ts";
import { clients, leads, mails, templates } from "#server/db/schema.ts";
import { rebuildRollups } from "#server/desk/reports/rebuild-rollups.ts";
import { sweepAlerts } from "#server/messages/alerts/alert-sweeps.ts";
import { erasedTables } from "#server/records/retention/belongings.ts";
import { type Demo, startDemo } from "#server/testing/demo.ts";
import { ownerReads } from "#server/testing/documented-operations.ts";
import { signInAdmin, signInClient } from "#server/testing/people.ts";
import { practiceTables } from "#server/testing/practice-tables.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";
import { addDemoLead } from "./arriving-leads.ts";
import { maxDemos } from "./demos.ts";
import { eraseEndedDemos } from "./erase-demos.ts";
import { findTemplatePractice, prepareTemplate } from "./template-practice.ts";

const started = "2026-03-17T15:00:00.000Z";

let testApp: TestApp;
let real: Awaited<ReturnType<typeof signInClient>>;
let owner: Awaited<ReturnType<typeof signInAdmin>>;
beforeAll(async () => {
  testApp = await openTestApp();
  testApp.clock.at(started);
  real = await signInClient(testApp);
  owner = await signInAdmin(testApp);
  await prepareTemplate(testApp.deps, 3);
});
afterAll(() => testApp.close());

test("a demo starts with uncalled leads, weeks of history, and its own cookie", async () => {
  const demo = await startDemo(testApp);
  expect(demo.cookie).toMatch(/^demoToken=[\w-]+; Max-Age=3600; Path=\/demo; HttpOnly/);
  expect(demo.cookie).not.toContain("clientToken");
  const list = await demo.ask("GET", "/leads/new?sort=next");
  expect(list.body.uncalled).toBe(4);
  const wrote = list.body.leads.map(({ message }: { message: string }) => message).filter(Boolean);
  expect(wrote.toSorted()).toEqual([...demoWaitingMessages].toSorted());
  const { body } = await demo.ask("GET", "/leads/count");
  expect(body.leadsCount).toBeGreaterThan(15);
  const phones = list.body.leads.map(({ phone }: { phone: string }) => phone);
  for (const phone of phones) expect(phone).toMatch(/^\+1\d{3}55501\d\d$/);
  expect((await demo.ask("GET", "/demos/current")).body.endsAt).toBe("2026-03-17T16:00:00.000Z");
  await end(demo);
});

test("a demo can make a limited number of changes and can still read after that", async () => {
  const narrow = await openTestApp({ RATE_LIMIT_FACTOR: "0.001" });
  await prepareTemplate(narrow.deps, 1);
  const demo = await startDemo(narrow);
  const answers: number[] = [];
  for (const reading of ["wall", "open", "wall"]) {
    answers.push((await demo.ask("PATCH", "/clients/me/desk", { reading })).status);
  }
  answers.push((await demo.ask("GET", "/leads/new")).status);
  // Another header doesn't start another count.
  const again = await narrow.request("PATCH", "/demo/api/clients/me/desk", {
    headers: { Cookie: `demoToken=${demo.token}`, Authorization: "made up" },
    json: { reading: "wall" },
  });
  answers.push(again.status);
  await narrow.close();
  expect(answers).toEqual([200, 200, 429, 200, 429]);
});

test("a demo's copied rollups equal rebuilt rollups", async () => {
  const demo = await startDemo(testApp);
  const counters = () =>
    testApp.pool.query(
      `select part, span, since, key, sum(leads) as leads, sum(asked) as asked, sum(lt10) as lt10
       from rollups where client_id = $1 group by 1, 2, 3, 4
       having sum(leads) <> 0 or sum(asked) <> 0 order by 1, 2, 3, 4`,
      [demo.clientId],
    );
  const before = (await counters()).rows;
  await testApp.deps.db.transaction((tx) => rebuildRollups(tx, demo.clientId));
  expect((await counters()).rows).toEqual(before);
  await end(demo);
});

test("each lead of a demo is added once, and none is added after the demo ends", async () => {
  const demo = await startDemo(testApp);
  await waitingJobs(demo, demoArrivals.length);
  const add = (place: number) => addDemoLead(testApp.deps, { clientId: demo.clientId, place });
  await Promise.all([add(1), add(1)]);
  await add(2);
  await add(1);
  const arrived = await demo.ask("GET", "/leads/new?sort=newest");
  expect(arrived.body.uncalled).toBe(6);
  await demo.ask("DELETE", "/demos/current");
  await add(3);
  const { clientId } = demo;
  expect(
    await testApp.deps.db.$count(
      leads,
      and(eq(leads.clientId, clientId), eq(leads.firstName, "Yolanda")),
    ),
  ).toBe(0);
  await end(demo);
});

test("the first lead of a demo is due within 20 seconds, the last within ten minutes", () => {
  const seconds = demoArrivals.map((arrival) => arrival.seconds);
  // A worker looks for due jobs at least every ten seconds.
  expect(seconds[0]).toBeLessThanOrEqual(9);
  expect(seconds.at(-1)).toBeLessThanOrEqual(600);
  expect(seconds).toEqual(seconds.toSorted((a, b) => a - b));
});

test("a demo's emails aren't delivered and appear in its outbox", async () => {
  const demo = await startDemo(testApp);
  testApp.receivedMails.length = 0;
  await addDemoLead(testApp.deps, { clientId: demo.clientId, place: 1 });
  const { body } = await demo.ask("GET", "/leads/new?sort=newest");
  const [lead] = body.leads;
  // A real patient's address. The demo must not email it or use up its daily limit.
  const victim = "victim@example.org";
  const edited = await demo.ask("PATCH", `/leads/${lead._id}`, { email: victim });
  expect(edited.status).toBe(200);
  const email = { subject: "Hello", body: "<p>Hi</p>", submissionId: randomUUID() };
  expect((await demo.ask("POST", `/leads/${lead._id}/emails`, email)).status).toBe(201);
  await demo.ask("POST", "/templates/tests", { kind: "email", subject: "Test", body: "<p>T</p>" });
  await testApp.runJobs();
  expect(testApp.receivedMails).toEqual([]);
  const outbox = (await demo.ask("GET", "/demos/current/outbox")).body.mails;
  expect(
    outbox.some(({ to, isSent }: { to: string; isSent: boolean }) => to === victim && isSent),
  ).toBe(true);
  const counted = and(eq(mails.clientId, demo.clientId), eq(mails.kind, "auto"));
  const rows = await testApp.deps.db.select().from(mails).where(counted);
  expect(rows.map(({ sendingAt }) => sendingAt)).toEqual(rows.map(() => null));
  await end(demo);
});

test("a demo's lead gets one automatic email, and after hours it is the one for closed practices", async () => {
  // 4:50 pm in Tampa.
  testApp.clock.at("2026-03-17T20:50:00.000Z");
  const demo = await startDemo(testApp);
  await addDemoLead(testApp.deps, { clientId: demo.clientId, place: 1 });
  testApp.clock.forward(20 * 60_000);
  await addDemoLead(testApp.deps, { clientId: demo.clientId, place: 2 });
  const { rows } = await testApp.pool.query(
    `select title from mails join templates as template
       on template.client_id = mails.client_id and template.id = mails.template_id
     where mails.client_id = $1 and mails.kind = 'auto' order by due_at`,
    [demo.clientId],
  );
  expect(rows).toEqual([{ title: "We got your request" }, { title: "After hours" }]);
  await end(demo);
  testApp.clock.at(started);
});

test("the owner isn't notified about a demo's uncalled lead", async () => {
  const demo = await startDemo(testApp);
  await addDemoLead(testApp.deps, { clientId: demo.clientId, place: 1 });
  testApp.receivedMails.length = 0;
  for (let passed = 0; passed < 50; passed += 10) {
    testApp.clock.forward(10 * 60_000);
    await testApp.runJobs();
    await sweepAlerts(testApp.deps);
    await testApp.runJobs();
  }
  expect(testApp.receivedMails).toEqual([]);
  const outbox = (await demo.ask("GET", "/demos/current/outbox")).body.mails;
  // The practice's own notice is in its outbox, with a link into the demo.
  expect(JSON.stringify(outbox)).toContain("/demo/lms/lead?id=");
  testApp.clock.at(started);
  await end(demo);
});

test("a demo's session ends with the demo, and its API returns 401", async () => {
  const demo = await startDemo(testApp);
  testApp.clock.forward(60 * 60_000);
  expect((await demo.ask("GET", "/leads/new")).status).toBe(401);
  testApp.clock.at(started);
  expect((await demo.ask("DELETE", "/demos/current")).status).toBe(200);
  expect((await demo.ask("GET", "/leads/new")).status).toBe(401);
  await end(demo);
});

test("a demo neither reads nor replaces a real session in the same browser", async () => {
  const demo = await startDemo(testApp, { Cookie: `clientToken=${real.token}` });
  expect(demo.cookie).not.toContain("clientToken");
  const both = { Cookie: `clientToken=${real.token}; demoToken=${demo.token}` };
  const inDemo = await testApp.request("GET", "/demo/api/clients/getClient", { headers: both });
  const inReal = await testApp.request("GET", "/api/clients/getClient", { headers: both });
  expect(inDemo.body.userData._id).toBe(demo.clientId);
  expect(inReal.body.userData._id).toBe(real.clientId);
  // Neither token works at the other's URLs.
  const only = async (path: string, cookie: string) =>
    (await testApp.request("GET", path, { headers: { Cookie: cookie } })).status;
  expect(await only("/demo/api/leads/new", `clientToken=${real.token}`)).toBe(401);
  expect(await only("/demo/api/leads/new", `demoToken=${real.token}`)).toBe(401);
  expect(await only("/api/leads/new", `demoToken=${demo.token}`)).toBe(401);
  expect(await only("/api/leads/new", `clientToken=${demo.token}`)).toBe(401);
  await testApp.request("DELETE", "/demo/api/demos/current", { headers: both });
  expect((await testApp.request("GET", "/api/leads/new", { headers: both })).status).toBe(200);
  await end(demo);
});

test("live demos don't change the owner's screens", async () => {
  await makeInquiry(testApp.deps, real.clientId);
  const { body: document } = await testApp.request("GET", "/api/openapi.json");
  // Sorted, so that the audit log is read before the exports, which write to it.
  const reads = ownerReads(document)
    .filter((path) => !(path in otherThanFigures))
    .map((path) => path.replace("/admin/clients/{id}", `/admin/clients/${real.clientId}`))
    // The remaining paths with an id are for one practice, which isn't a demo.
    .filter((path) => !path.includes("{"))
    .toSorted();
  expect(reads).toContain("/api/admin/queues");
  const screens = async () => {
    await testApp.pool.query("delete from audit_entries where account_id = $1", [owner.accountId]);
    const answers: Record<string, unknown> = {};
    for (const path of reads) {
      const { status, body } = await testApp.request("GET", path, { token: owner.token });
      if (status !== 200) throw new Error(`${path} answered ${status}`);
      answers[path] = path === "/api/admin/queues" ? body.queues.filter(isOfPractices) : body;
    }
    return answers;
  };
  await testApp.runJobs();
  const before = await screens();
  const demos: Demo[] = [];
  for (let count = 0; count < 5; count += 1) {
    const demo = await startDemo(testApp);
    demos.push(demo);
    await addDemoLead(testApp.deps, { clientId: demo.clientId, place: 1 });
    const { body } = await demo.ask("GET", "/leads/new");
    await demo.ask("POST", `/leads/${body.leads[0]._id}/exports`);
    await testApp.runJobs();
  }
  const entries = await testApp.pool.query("select from audit_entries where client_id = $1", [
    demos[0]?.clientId,
  ]);
  expect(entries.rowCount).toBeGreaterThan(0);
  expect(await screens()).toEqual(before);
  const id = demos[0]?.clientId;
  const look = await testApp.request("GET", `/api/leads/new?client=${id}`, { token: owner.token });
  expect(look.status).toBe(404);
  const shut = `/api/admin/clients/${id}/suspension`;
  expect((await testApp.request("POST", shut, { token: owner.token })).status).toBe(404);
  for (const demo of demos) await end(demo);
});

test("an ended demo's rows are deleted from every table, and other practices' rows aren't", async () => {
  const other = await startDemo(testApp);
  const demo = await startDemo(testApp);
  const { clientId } = demo;
  await fillEverything(demo);
  const own = await tablesWith(clientId);
  for (const table of [
    "leads",
    "mails",
    "audit_entries",
    "pictures",
    "mail_stops",
    "job",
    "timeline",
  ]) {
    expect(own.join(" ")).toContain(table);
  }
  expect(await tablesWith(demo.accountId)).toContain("sessions");
  const others = await countOf(other.clientId);
  const reals = await countOf(real.clientId);
  await demo.ask("DELETE", "/demos/current");
  await eraseEndedDemos(testApp.deps);
  expect(await tablesWith(clientId)).toEqual([]);
  expect(await tablesWith(demo.accountId)).toEqual([]);
  expect(await countOf(other.clientId)).toEqual(others);
  expect(await countOf(real.clientId)).toEqual(reals);
  // Erasing again and running a leftover job have no effect.
  await eraseEndedDemos(testApp.deps);
  await addDemoLead(testApp.deps, { clientId, place: 5 });
  expect(await tablesWith(clientId)).toEqual([]);
  await end(other);
});

test("erasing a demo covers every table of a practice", () => {
  const erased = erasedTables.map((table) => getTableName(table));
  // A practice's own row is deleted last.
  const owned = practiceTables.filter((name) => name !== "clients");
  expect(erased.toSorted()).toEqual(owned.toSorted());
});

test("a newer template replaces the older one, even while a demo starts", async () => {
  const older = await findTemplatePractice(testApp.deps);
  testApp.clock.forward(6 * 60 * 60_000);
  const [demo] = await Promise.all([startDemo(testApp), prepareTemplate(testApp.deps, 3)]);
  const newer = await findTemplatePractice(testApp.deps);
  expect(newer?.id).not.toBe(older?.id);
  expect(await tablesWith(older?.id ?? "")).toEqual([]);
  expect((await demo.ask("GET", "/leads/new")).status).toBe(200);
  // A fresh template is kept.
  await prepareTemplate(testApp.deps, 3);
  expect((await findTemplatePractice(testApp.deps))?.id).toBe(newer?.id);
  await end(demo);
  testApp.clock.at(started);
});

test("creating the demo template and adding a demo's leads don't write log lines", async () => {
  const lines: unknown[] = [];
  const log = Object.assign(Object.create(testApp.deps.log), {
    info: (...line: unknown[]) => lines.push(line),
  });
  testApp.clock.forward(12 * 60 * 60_000);
  const deps = { ...testApp.deps, log };
  await prepareTemplate(deps, 3);
  const demo = await startDemo(testApp);
  await addDemoLead(deps, { clientId: demo.clientId, place: 1 });
  expect(lines).toEqual([]);
  await end(demo);
  testApp.clock.at(started);
});

test("only one of two requests gets the last demo, and the other gets an error that says demos are full", async () => {
  const values = { name: "x", phone: "x", address: "x", city: "x", state: "FL", zip: "33606" };
  const demoEndsAt = new Date(testApp.clock.now.getTime() + 60_000);
  const rows = Array.from({ length: maxDemos - 1 }, () => ({
    ...{ ...values, adminCode: "", isDemo: true, demoEndsAt },
  }));
  await testApp.deps.db.insert(clients).values(rows);
  const answers = await Promise.all(
    [1, 2].map(() => testApp.request("POST", "/api/demos", { json: {} })),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 503]);
  const refused = answers.find(({ status }) => status === 503);
  expect(refused?.body.message).toBe(demoMessages.full);
  testApp.clock.forward(61 * 60_000);
  await eraseEndedDemos(testApp.deps);
  expect(await testApp.deps.db.$count(clients, and(clients.isDemo, eq(clients.name, "x")))).toBe(0);
  testApp.clock.at(started);
});

test("an IP address can start a limited number of demos an hour, and none with DEMO=off", async () => {
  const limited = await openTestApp({ RATE_LIMIT_FACTOR: "0.1" });
  const start = () => limited.request("POST", "/api/demos", { json: {} });
  // If no template is ready, the response says to try again soon.
  const first = await start();
  expect([first.status, first.body.message]).toEqual([503, demoMessages.notReady]);
  expect((await start()).status).toBe(429);
  await limited.close();
  const off = await openTestApp({ DEMO: "off" });
  expect((await off.request("POST", "/api/demos", { json: {} })).status).toBe(404);
  expect((await off.request("GET", "/demo/api/leads/new")).status).toBe(404);
  await prepareTemplate(off.deps, 3);
  expect(await off.deps.db.$count(clients)).toBe(0);
  await off.close();
});

/** Leaves out the queue that shows the owner whether ended demos are erased. */
const isOfPractices = ({ name }: { name: string }) => name !== "erase-ended-demos";

/** The paths whose figures aren't compared, because demos may change them. */
const otherThanFigures: Record<string, string> = {
  "/api/admin/system": "sizes and connections",
  "/api/admin/clients/{id}/archive.zip": "one practice's rows, and its audit entries so far",
};

/** Adds something to every table that a visitor's actions can fill. */
async function fillEverything(demo: Demo) {
  await addDemoLead(testApp.deps, { clientId: demo.clientId, place: 1 });
  const { body } = await demo.ask("GET", "/leads/new?sort=newest");
  const id = body.leads[0]._id;
  const path = `/leads/${id}`;
  await demo.ask("POST", `${path}/notes`, { submissionId: randomUUID(), title: "A note" });
  await demo.ask("POST", `${path}/calls`, { _id: randomUUID(), outcome: "booked" });
  await demo.ask("POST", `${path}/presence`);
  await demo.ask("PUT", `${path}/mail-stop`);
  await demo.ask("POST", `${path}/exports`);
  await demo.ask("POST", "/pictures", {
    content: "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7",
  });
  const { hours } = (await demo.ask("GET", "/clients/me/hours")).body;
  await demo.ask("PUT", "/clients/me/hours", hours);
  await testApp.runJobs();
  expect(
    await testApp.deps.db.$count(templates, eq(templates.clientId, demo.clientId)),
  ).toBeGreaterThan(2);
}

async function end(demo: Demo) {
  await demo.ask("DELETE", "/demos/current");
  await eraseEndedDemos(testApp.deps);
}

async function waitingJobs(demo: Demo, count: number) {
  const { rowCount } = await testApp.pool.query(
    "select from pgboss.job where name = 'add-demo-lead' and data ->> 'clientId' = $1",
    [demo.clientId],
  );
  expect(rowCount).toBe(count);
}

/** Lists every table, including the job store's, with a row that contains the id anywhere. */
async function tablesWith(id: string): Promise<string[]> {
  const { rows } = await testApp.pool.query(
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = relnamespace
     where relkind in ('r', 'p') and nspname in ('public', 'pgboss') and not relispartition`,
  );
  const found: string[] = [];
  for (const { name } of rows) {
    const sql = `select from ${name} as one where one::text like $1 limit 1`;
    if ((await testApp.pool.query(sql, [`%${id}%`])).rowCount) found.push(name);
  }
  return found;
}

async function countOf(clientId: string) {
  const { rows } = await testApp.pool.query(
    `select (select count(*) from leads where client_id = $1) as leads,
       (select count(*) from timeline where client_id = $1) as timeline,
       (select count(*) from rollups where client_id = $1) as rollups`,
    [clientId],
  );
  return rows[0];
}
