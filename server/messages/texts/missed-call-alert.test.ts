// The alert about a missed call of a lead, and its mark in the lead's row.
import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { alertWords } from "#content/alerts.ts";
import { dayMs, minuteMs } from "#contract/durations.ts";
import { usualWeek } from "#contract/open-hours.ts";
import { clients, officePhones, openHours, texts } from "#server/db/schema.ts";
import { readChangedLeads } from "#server/desk/calls/changed-leads.ts";
import { alertPractice } from "#server/messages/alerts/due-alerts.ts";
import { aDevice } from "#server/testing/access-matrix.ts";
import { driveIncoming } from "#server/testing/incoming-driver.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";
import { openTexting, personPhone } from "#server/testing/texting-practice.ts";
import { answerMissedCall } from "./answer-missed-call.ts";
import { sweepMissedCalls } from "./text-sweeps.ts";

let testApp: TestApp;
let practice: Awaited<ReturnType<typeof openTexting>>;
let line: ReturnType<typeof driveIncoming>;
beforeAll(async () => {
  testApp = await openTestApp();
});
beforeEach(async () => {
  // 10 am in Tampa.
  testApp.clock.at("2026-03-17T14:00:00.000Z");
  practice = await openTexting(testApp);
  line = driveIncoming(testApp, practice);
  const phone = { name: "Front desk", phone: "+18135550150", place: 1 };
  await testApp.deps.db
    .insert(officePhones)
    .values({ ...phone, clientId: practice.clientId, confirmedAt: testApp.clock.now });
  await testApp.runJobs();
});
afterAll(() => testApp.close());

test("a missed call of a lead alerts the practice's devices once, without a name", async () => {
  const lead = await calledLead();
  await line.miss(lead.phone);
  await aMinuteLater();
  expect(payloads()).toMatchObject([
    { ...alertWords.missedCall, url: `/lms/lead?id=${lead._id}#call`, isSilent: false },
  ]);
  expect(JSON.stringify(testApp.pushes)).not.toMatch(/Ruth/);
  await answerAll();
  expect(testApp.pushes).toHaveLength(1);
});

test.each<[string, (lead: { _id: string; phone: string }) => unknown]>([
  ["the practice called back", ({ _id }) => call(_id)],
  ["the practice texted", ({ _id }) => practice.write(_id, "Sorry, we were busy.")],
  [
    "the lead called again and was answered",
    async ({ phone }) => {
      const ringing = await line.call(phone);
      await line.press(ringing.sid, await line.pickUp(ringing), "1");
    },
  ],
])("it alerts nobody if %s within the minute", async (_, then) => {
  const lead = await calledLead();
  await line.miss(lead.phone);
  testApp.clock.forward(20_000);
  await then(lead);
  await aMinuteLater();
  expect(titles()).not.toContain(alertWords.missedCall.title);
});

test("a lead whose own alerts still go on, a new lead from a call, one who must not be called, and a suspended practice get no such alert", async () => {
  const barred = await calledLead();
  const path = `/api/leads/${barred._id}/call-permissions`;
  const json = { isAllowed: false, reason: "asked us to stop" };
  expect((await testApp.request("POST", path, { ...practice, json })).status).toBe(201);
  const lead = await practice.ask();
  for (const phone of [barred.phone, lead.phone, personPhone()]) await line.miss(phone);
  await aMinuteLater();
  expect(titles()).not.toContain(alertWords.missedCall.title);
  const called = await calledLead();
  await line.miss(called.phone);
  await testApp.deps.db
    .update(clients)
    .set({ suspendedAt: testApp.clock.now })
    .where(eq(clients.id, practice.clientId));
  await aMinuteLater();
  expect(titles()).not.toContain(alertWords.missedCall.title);
});

test("a lead that nobody called is alerted to again by its own call, after its last alert", async () => {
  await addDevice();
  const lead = await practice.ask();
  testApp.clock.forward(15 * minuteMs);
  for (let times = 0; times < 3; times += 1) await alertPractice(testApp.deps, practice.clientId);
  await testApp.runJobs();
  testApp.pushes.length = 0;
  await line.miss(lead.phone);
  await aMinuteLater();
  expect(titles()).toEqual([alertWords.missedCall.title]);
});

test("a call that was missed at night is alerted to when the practice opens", async () => {
  const lead = await calledLead();
  // 8:30 pm in Tampa.
  testApp.clock.at("2026-03-18T00:30:00.000Z");
  await line.miss(lead.phone);
  await aMinuteLater();
  expect(titles()).toEqual([]);
  const { rows } = await testApp.pool.query(
    `select start_after from pgboss.job
     where name = 'answer-missed-call' and data ->> 'clientId' = $1 order by start_after`,
    [practice.clientId],
  );
  const opensAt = new Date("2026-03-18T12:00:00.000Z");
  expect(rows.map((row) => row.start_after)).toEqual([
    new Date("2026-03-18T00:31:00.000Z"),
    opensAt,
  ]);
  testApp.clock.at(opensAt.toISOString());
  await answerAll();
  await answerAll();
  expect(titles()).toEqual([alertWords.missedCall.title]);
});

test("after its jobs are lost, a sweep restores a weekend call's alert at opening, once, until an hour after it", async () => {
  const lead = await calledLead();
  // It opens from 8 to 5, Monday through Friday.
  await testApp.deps.db
    .update(openHours)
    .set({ week: usualWeek })
    .where(eq(openHours.clientId, practice.clientId));
  // Friday, 8:30 pm in Tampa.
  testApp.clock.at("2026-03-21T00:30:00.000Z");
  await line.miss(lead.phone);
  const ofPractice = "pgboss.job where name = 'answer-missed-call' and data ->> 'clientId' = $1";
  const lose = () => testApp.pool.query(`delete from ${ofPractice}`, [practice.clientId]);
  const sweep = async () => {
    await sweepMissedCalls(testApp.deps);
    const select = `select start_after from ${ofPractice}`;
    return (await testApp.pool.query(select, [practice.clientId])).rows;
  };
  const atOpening = [{ start_after: new Date("2026-03-23T12:00:00.000Z") }];
  await lose();
  testApp.clock.at("2026-03-22T16:00:00.000Z");
  expect(await sweep()).toEqual(atOpening);
  expect(await sweep()).toEqual(atOpening);
  await lose();
  testApp.clock.at("2026-03-23T13:00:00.000Z");
  expect(await sweep()).toEqual(atOpening);
  await lose();
  testApp.clock.at("2026-03-23T13:00:01.000Z");
  expect(await sweep()).toEqual([]);
});

test("a text that failed doesn't answer a missed call", async () => {
  const lead = await calledLead();
  const at = testApp.clock.now.toISOString();
  await line.miss(lead.phone);
  testApp.clock.forward(20_000);
  await practice.write(lead._id, "Sorry, we were busy.");
  await testApp.deps.db
    .update(texts)
    .set({ state: "failed", problem: "number" })
    .where(eq(texts.leadId, lead._id));
  expect(await missedAt(lead._id)).toBe(at);
  await aMinuteLater();
  expect(titles()).toEqual([alertWords.missedCall.title]);
});

test("many missed calls in five minutes make one alert", async () => {
  const lead = await calledLead();
  for (const seconds of [0, 80, 80]) {
    testApp.clock.forward(seconds * 1000);
    await line.miss(lead.phone);
    testApp.clock.forward(61_000);
    await testApp.runJobs();
  }
  expect(titles()).toEqual([alertWords.missedCall.title]);
});

test("the row says when the call was missed, until the practice calls or texts", async () => {
  const lead = await calledLead();
  expect(await missedAt(lead._id)).toBeNull();
  testApp.clock.forward(minuteMs);
  const at = testApp.clock.now.toISOString();
  await line.miss(lead.phone);
  expect(await missedAt(lead._id)).toBe(at);
  await testApp.deps.db
    .update(clients)
    .set({ missedCallTextOnAt: testApp.clock.now })
    .where(eq(clients.id, practice.clientId));
  testApp.texts.length = 0;
  await aMinuteLater();
  // The text that answers by itself calls nobody back.
  expect(testApp.texts).toHaveLength(1);
  expect(await missedAt(lead._id)).toBe(at);
  testApp.clock.forward(minuteMs);
  await call(lead._id);
  expect(await missedAt(lead._id)).toBeNull();
  testApp.clock.forward(minuteMs);
  await line.miss(lead.phone);
  testApp.clock.forward(minuteMs);
  await practice.write(lead._id, "When may we call?");
  expect(await missedAt(lead._id)).toBeNull();
});

test("missed calls of leads in any state are listed, newest first, until someone calls back", async () => {
  const [waiting, archived, erased] = [await calledLead(), await calledLead(), await calledLead()];
  const path = `/api/leads/${archived._id}/archive`;
  const json = { reason: "Moved away" };
  expect((await testApp.request("POST", path, { ...practice, json })).status).toBe(201);
  const times: string[] = [];
  for (const { phone } of [waiting, archived, erased]) {
    testApp.clock.forward(minuteMs);
    times.push(testApp.clock.now.toISOString());
    await line.miss(phone);
  }
  await testApp.request("DELETE", `/api/leads/${erased._id}`, practice);
  expect(await missedCalls()).toMatchObject([
    { leadId: archived._id, phone: archived.phone, at: times[1] },
    { leadId: waiting._id, name: "Ruth Whitfield" },
  ]);
  testApp.clock.forward(minuteMs);
  await call(archived._id);
  expect(await missedCalls()).toMatchObject([{ leadId: waiting._id }]);
  testApp.clock.forward(30 * dayMs);
  expect(await missedCalls()).toEqual([]);
});

async function missedCalls() {
  const { status, body } = await testApp.request("GET", "/api/texts", practice);
  expect(status).toBe(200);
  return body.missedCalls;
}

/** A lead who was called after the form, on a practice with one device. */
async function calledLead() {
  await addDevice();
  const lead = await practice.ask();
  await testApp.runJobs();
  await call(lead._id);
  await testApp.runJobs();
  testApp.clock.forward(minuteMs);
  testApp.pushes.length = 0;
  return lead;
}

/** Runs the jobs of all missed calls again. */
async function answerAll() {
  for (const { id } of await line.rows()) {
    await answerMissedCall(testApp.deps, { clientId: practice.clientId, callId: id });
  }
  await testApp.runJobs();
}

async function call(leadId: string) {
  const json = { _id: randomUUID(), outcome: "no_answer" };
  const path = `/api/leads/${leadId}/calls`;
  const { status } = await testApp.request("POST", path, { token: practice.token, json });
  expect(status).toBe(201);
}

/** The same in the lead's page, in a live change, and in the queue if it is listed there. */
async function missedAt(leadId: string): Promise<string | null> {
  const { lead } = await line.detail(leadId);
  const { clientId } = practice;
  const change = await readChangedLeads(testApp.deps, clientId, [leadId], testApp.clock.now);
  expect(change.leads[0]?.lead?.missedCallAt).toBe(lead.missedCallAt);
  const { leads } = (await testApp.request("GET", "/api/leads/new", practice)).body;
  const row = leads.find((one: { _id: string }) => one._id === leadId);
  if (row) expect(row.missedCallAt).toBe(lead.missedCallAt);
  return lead.missedCallAt;
}

async function aMinuteLater() {
  testApp.clock.forward(minuteMs);
  await testApp.runJobs();
}

const payloads = () => testApp.pushes.map(({ payload }) => payload);
const titles = () => payloads().map(({ title }) => title);

async function addDevice() {
  const endpoint = `https://push.example.com/${randomUUID()}`;
  const json = { ...aDevice, endpoint };
  await testApp.request("POST", "/api/alerts/devices", { token: practice.token, json });
}
