// Rings with a database and a scripted provider: which phone is next, and a killed process never
// calls anyone twice.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { burstSize } from "#contract/alerts.ts";
import { listNewLeads } from "#server/desk/queue/queue.ts";
import type { CallReport } from "#server/outside/voice.ts";
import { driveRings } from "#server/testing/ring-driver.ts";
import { openRinging } from "#server/testing/ringing-practice.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";
import { ringPractice } from "./ring-practice.ts";
import { sweepRings } from "./rings.jobs.ts";

const noon = "2026-03-17T16:00:00.000Z";
const second = 1000;
const [frontDesk, office] = ["+18135550150", "+18135550151"];
let testApp: TestApp;
let practice: Awaited<ReturnType<typeof openRinging>>;
beforeAll(async () => {
  testApp = await openTestApp();
});
beforeEach(async () => {
  testApp.clock.at(noon);
  Object.assign(testApp.voice, { calls: [], ended: [], answers: [], known: [] });
  practice = await openRinging(testApp);
});
afterAll(() => testApp.close());

const run = () => ringPractice(testApp.deps, practice.clientId);
const called = () => testApp.voice.calls.map(({ to }) => to);
const states = async () => (await practice.rings()).map(({ state }) => state);
const report = (sid: string, status: CallReport["status"]): CallReport => ({
  ...{ sid, status, parentSid: null, at: testApp.clock.now, seconds: null, answeredBy: null },
});

/** The process is killed during the provider's response, which is lost. */
async function killedWhileCalling() {
  const { voice } = testApp.deps;
  if (!voice) throw new Error("No provider");
  testApp.deps.voice = {
    ...voice,
    async call(call) {
      await voice.call(call);
      throw new Error("killed");
    },
  };
  await expect(run()).rejects.toThrow("killed");
  testApp.deps.voice = voice;
}

test("a new lead's job calls the first phone from the practice's own number", async () => {
  await practice.ask();
  await testApp.runJobs();
  expect(testApp.voice.calls).toMatchObject([
    { to: frontDesk, from: practice.number, ringSeconds: 20 },
  ]);
  expect(await states()).toEqual(["ringing"]);
  expect(await practice.calls()).toMatchObject([
    { attempt: 1, name: "Front desk", phone: frontDesk, callSid: "CA1" },
  ]);
});

test("repeated jobs and two servers at once call a phone only once", async () => {
  await practice.ask();
  await Promise.all([run(), run()]);
  await run();
  expect(called()).toEqual([frontDesk]);
});

test("test leads, and leads of a practice that turned ringing off, don't have a ring", async () => {
  await practice.ask({ isTest: true });
  await testApp.pool.query("update clients set rings_on_at = null where id = $1", [
    practice.clientId,
  ]);
  await practice.ask();
  await testApp.runJobs();
  expect(await practice.rings()).toEqual([]);
  expect(called()).toEqual([]);
});

test.each([
  ["doesn't have its own number", "update clients set phone_number = null where id = $1", "off"],
  ["is suspended", "update clients set suspended_at = now() where id = $1", "off"],
  [
    "has no confirmed phone",
    "update office_phones set confirmed_at = null where client_id = $1",
    "no_phone",
  ],
  [
    "has phones that can't be called",
    "update office_phones set problem = 'number' where client_id = $1",
    "no_phone",
  ],
])("a practice that %s isn't called, and the ring has the reason", async (_, change, refusal) => {
  await practice.ask();
  await testApp.pool.query(change, [practice.clientId]);
  await testApp.runJobs();
  expect(called()).toEqual([]);
  expect(await practice.rings()).toMatchObject([{ state: "refused", refusal }]);
});

test("phones don't ring for a lead whose number may not be dialed, but do for the next lead", async () => {
  await practice.ask({ phone: "+18765550142" });
  await practice.ask();
  await testApp.runJobs();
  expect(await practice.rings()).toMatchObject([
    { state: "refused", refusal: "country" },
    { state: "ringing", refusal: null },
  ]);
});

test("phones ring at opening, and not before, for a lead that comes after closing", async () => {
  testApp.clock.at("2026-03-18T00:00:00.000Z");
  await practice.ask();
  await run();
  expect(called()).toEqual([]);
  testApp.clock.at("2026-03-18T12:00:00.000Z");
  await run();
  expect(called()).toEqual([frontDesk]);
});

test.each([
  ["until closing", "2026-03-18T00:00:00.000Z"],
  ["for two hours, past closing", "2026-03-18T01:59:50.000Z"],
])("a ring whose job was held up %s calls a phone once, at opening", async (_, heldUntil) => {
  testApp.clock.at("2026-03-17T23:59:50.000Z");
  await practice.ask();
  testApp.clock.at(heldUntil);
  await run();
  expect(called()).toEqual([]);
  testApp.clock.at("2026-03-18T11:59:59.000Z");
  await run();
  expect(called()).toEqual([]);
  testApp.clock.at("2026-03-18T12:00:00.000Z");
  await run();
  await run();
  expect(called()).toHaveLength(1);
});

test("three leads of a night ring one after the other at opening, the newest first", async () => {
  testApp.clock.at("2026-03-18T00:00:00.000Z");
  const leads = [];
  for (let index = 0; index < 3; index += 1) {
    leads.push(await practice.ask());
    testApp.clock.forward(60 * second);
  }
  await run();
  testApp.clock.at("2026-03-18T12:00:00.000Z");
  await run();
  const rung: string[] = [];
  for (let index = 0; index < 3; index += 1) {
    const ringing = (await practice.rings()).find(({ state }) => state === "ringing");
    rung.push(ringing?.leadId ?? "none");
    testApp.clock.forward(90 * second);
    const json = { _id: randomUUID(), outcome: "spoke" };
    const path = `/api/leads/${ringing?.leadId}/calls`;
    await testApp.request("POST", path, { token: practice.token, json });
    await run();
  }
  expect(rung).toEqual(leads.map(({ _id }) => _id).toReversed());
});

test("while a phone rings for one lead, a second lead's ring is queued, and dropped after a minute", async () => {
  await practice.ask();
  testApp.clock.forward(second);
  await practice.ask();
  await testApp.runJobs();
  expect(await states()).toEqual(["ringing", "queued"]);
  testApp.clock.forward(62 * second);
  await run();
  expect(await states()).toEqual(["ringing", "dropped"]);
  expect(called()).toEqual([frontDesk]);
});

test("a burst of leads makes one ring, which the other leads join", async () => {
  for (let lead = 0; lead < 7; lead += 1) await practice.ask();
  await testApp.runJobs();
  expect(called()).toEqual([frontDesk]);
  const rows = await practice.rings();
  expect(rows.filter(({ state }) => state === "joined")).toHaveLength(6);
  expect(rows.filter(({ burstCount }) => burstCount === 7)).toHaveLength(1);
});

test("forty leads in a minute, at a busy provider, ring one at a time, and no lead is lost", async () => {
  testApp.voice.answers.push({ result: "later" }, { result: "later" });
  const driver = driveRings(testApp);
  const cameAt = new Map<string, number>();
  for (let index = 0; index < 40; index += 1) {
    const lead = await practice.ask();
    cameAt.set(lead._id, testApp.clock.now.getTime());
    await run();
    // The phone that rings isn't answered.
    if (index % 14 === 13) await driver.reportPhone("no-answer");
    const ringing = (await states()).filter((state) => state === "ringing");
    expect(ringing.length).toBeLessThanOrEqual(1);
    testApp.clock.forward(1500);
  }
  testApp.clock.forward(61 * second);
  await run();
  const rows = await practice.rings();
  for (const { leadId, startedAt } of rows) {
    const waitedMs = startedAt ? startedAt.getTime() - (cameAt.get(leadId) ?? 0) : 0;
    expect(waitedMs).toBeLessThanOrEqual(60 * second);
  }
  expect(rows.some(({ burstCount }) => (burstCount ?? 0) > burstSize)).toBe(true);
  expect(called().length).toBeLessThan(10);
  const page = { sort: "next", reading: "wall", limit: 50 } as const;
  const { leads } = await listNewLeads(testApp.deps, practice.clientId, page);
  expect(new Set(leads.map(({ _id }) => _id))).toEqual(new Set(cameAt.keys()));
  // Another practice's phone rings at once.
  const other = await openRinging(testApp);
  await other.ask();
  await ringPractice(testApp.deps, other.clientId);
  expect(await other.rings()).toMatchObject([{ state: "ringing" }]);
});

test("a call from the screen ends the phone's call, and no other phone is called", async () => {
  const lead = await practice.ask();
  await testApp.runJobs();
  const json = { _id: randomUUID() };
  const path = `/api/leads/${lead._id}/calls`;
  await testApp.request("POST", path, { token: practice.token, json });
  await testApp.runJobs();
  expect(testApp.voice.ended).toEqual(["CA1"]);
  expect(await states()).toEqual(["screen_won"]);
  testApp.clock.forward(30 * second);
  await run();
  expect(called()).toEqual([frontDesk]);
});

test("someone who calls from the screen doesn't wait for look-ups, and a lost answer is asked for again", async () => {
  const { voice } = testApp.deps;
  if (!voice) throw new Error("No provider");
  const lead = await practice.ask();
  await testApp.runJobs();
  // Silent for so long that the call would be looked up.
  testApp.clock.forward(60 * second);
  const json = { _id: randomUUID() };
  await testApp.request("POST", `/api/leads/${lead._id}/calls`, { token: practice.token, json });
  const asked: string[] = [];
  testApp.deps.voice = {
    ...voice,
    async end(sid) {
      asked.push(`end ${sid}`);
      return "unknown";
    },
    async read(sid) {
      asked.push(`read ${sid}`);
      return null;
    },
  };
  await run();
  testApp.deps.voice = voice;
  expect(asked).toEqual(["end CA1", "end CA1"]);
});

test("a call that the provider no longer has has ended, and the next phone is called", async () => {
  const { voice } = testApp.deps;
  if (!voice) throw new Error("No provider");
  await practice.ask();
  await run();
  testApp.deps.voice = { ...voice, read: async () => "missing" };
  testApp.clock.forward(60 * second);
  await run();
  testApp.deps.voice = voice;
  expect(called()).toEqual([frontDesk, office]);
});

test("only a call that is still running is ended", async () => {
  const lead = await practice.ask();
  await run();
  testApp.voice.known = [report("CA1", "no-answer")];
  testApp.clock.forward(60 * second);
  await run();
  expect(called()).toEqual([frontDesk, office]);
  const json = { _id: randomUUID() };
  await testApp.request("POST", `/api/leads/${lead._id}/calls`, { token: practice.token, json });
  await run();
  expect(testApp.voice.ended).toEqual(["CA2"]);
});

test("no phone is called if someone calls from the screen before the ring starts", async () => {
  const lead = await practice.ask();
  const json = { _id: randomUUID() };
  await testApp.request("POST", `/api/leads/${lead._id}/calls`, { token: practice.token, json });
  await testApp.runJobs();
  expect(called()).toEqual([]);
  expect(await states()).toEqual(["screen_won"]);
});

test("a phone that the provider rejects is marked, and the next phone is called", async () => {
  testApp.voice.answers.push({ result: "refused", problem: "number" });
  await practice.ask();
  await run();
  expect(called()).toEqual([frontDesk, office]);
  const { body } = await testApp.request("GET", "/api/office-phones", { token: practice.token });
  expect(body.phones).toMatchObject([{ problem: "number" }, { problem: null }]);
  expect(testApp.deps.metrics.write()).toContain('frontdesk_calls_total{result="number"} 1');
});

test("after a busy response from the provider, the next phone is called five seconds later", async () => {
  testApp.voice.answers.push({ result: "later" });
  await practice.ask();
  await run();
  expect([called(), await states()]).toEqual([[frontDesk], ["paused"]]);
  testApp.clock.forward(5 * second);
  await run();
  expect(called()).toEqual([frontDesk, office]);
});

test("after a process was killed during its request, the call is looked up and not repeated", async () => {
  await practice.ask();
  await killedWhileCalling();
  await run();
  expect(await practice.calls()).toMatchObject([{ attempt: 1, callSid: null }]);
  testApp.clock.forward(6 * second);
  // A call on the lead's line, and one that was placed later.
  testApp.voice.known = [
    report("CA8", "queued"),
    report("CA7", "ringing"),
    { ...report("CA6", "ringing"), parentSid: "CA5" },
  ];
  await run();
  expect(await practice.calls()).toMatchObject([{ attempt: 1, callSid: "CA7" }]);
  expect(called()).toEqual([frontDesk]);
});

test("no other call is placed while the provider can't be reached", async () => {
  await practice.ask();
  testApp.voice.answers.push({ result: "unknown" });
  testApp.voice.known = null;
  await run();
  testApp.clock.forward(90 * second);
  await run();
  expect([called(), await states()]).toEqual([[frontDesk], ["ringing"]]);
});

test("the next phone is called if the provider doesn't have the call after a minute", async () => {
  await practice.ask();
  await killedWhileCalling();
  testApp.clock.forward(59 * second);
  await run();
  expect(called()).toEqual([frontDesk]);
  testApp.clock.forward(second);
  await run();
  expect(called()).toEqual([frontDesk, office]);
});

test("a call that is still queued at the provider after a minute is ended, and the next phone is called", async () => {
  await practice.ask();
  await run();
  testApp.voice.known = [report("CA1", "queued")];
  testApp.clock.forward(60 * second);
  await run();
  expect(testApp.voice.ended).toEqual(["CA1"]);
  expect(called()).toEqual([frontDesk, office]);
});

test("a call without a report is looked up after a minute", async () => {
  await practice.ask();
  await run();
  testApp.voice.known = [report("CA1", "no-answer")];
  testApp.clock.forward(59 * second);
  await run();
  expect(called()).toEqual([frontDesk]);
  testApp.clock.forward(second);
  await run();
  expect(called()).toEqual([frontDesk, office]);
  const [ring] = await practice.rings();
  expect(await practice.kinds(ring?.id ?? "")).toContain("ended no_answer");
});

test("a sweep continues a ring whose job was lost", async () => {
  await practice.ask();
  await testApp.pool.query("delete from pgboss.job where name = 'ring-practice'");
  testApp.clock.forward(21 * second);
  await sweepRings(testApp.deps);
  await testApp.runJobs();
  expect(called()).toEqual([frontDesk]);
});

test("one number gets at most three rings a day, whatever the name", async () => {
  for (const firstName of ["Ruth", "Arjun", "Mei", "Dana"]) {
    await practice.ask({ phone: "+17275550142", firstName });
    await run();
    await testApp.pool.query(
      "update rings set settled_at = now(), state = 'unanswered' where client_id = $1 and settled_at is null",
      [practice.clientId],
    );
    testApp.clock.forward(3600 * second);
  }
  expect(called()).toHaveLength(3);
  expect((await practice.rings()).at(-1)).toMatchObject({ state: "refused", refusal: "often" });
});
