// Lost reports about the lead's line: the provider is asked whether it was dialed.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Lead } from "#contract/leads.ts";
import { getLead } from "#server/desk/leads/lead-detail.ts";
import type { CallReport } from "#server/outside/voice.ts";
import { driveRings } from "#server/testing/ring-driver.ts";
import { openRinging } from "#server/testing/ringing-practice.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";
import { ringPractice } from "./ring-practice.ts";

const noon = "2026-03-17T16:00:00.000Z";
const second = 1000;
let testApp: TestApp;
let practice: Awaited<ReturnType<typeof openRinging>>;
let driver: ReturnType<typeof driveRings>;
beforeAll(async () => {
  testApp = await openTestApp();
  driver = driveRings(testApp);
});
beforeEach(async () => {
  testApp.clock.at(noon);
  Object.assign(testApp.voice, { calls: [], ended: [], answers: [], known: [] });
  practice = await openRinging(testApp);
});
afterAll(() => testApp.close());

const run = () => ringPractice(testApp.deps, practice.clientId);
const detail = (lead: Lead) => getLead(testApp.deps, practice.clientId, lead._id);
const states = async () => (await practice.rings()).map(({ state }) => state);

const report = (sid: string, status: CallReport["status"], seconds: number | null = null) => ({
  ...{ sid, status, seconds, parentSid: null, at: testApp.clock.now, answeredBy: null },
});
const dialed = (status: CallReport["status"], seconds: number | null = null): CallReport => ({
  ...{ ...report("CA-lead", status, seconds), parentSid: "CA1" },
});

/** The first phone presses 1, and nothing more is heard of the lead's line. */
async function pressOne(): Promise<Lead> {
  const lead = await practice.ask();
  await run();
  await driver.press(await driver.answerPhone(), "1");
  testApp.clock.forward(5 * second);
  return lead;
}

test("a call whose every report was lost counts from the key on, because the provider dialed it", async () => {
  const lead = await pressOne();
  testApp.clock.forward(65 * second);
  await driver.reportPhone("completed");
  expect(await states()).toEqual(["failed"]);
  expect((await detail(lead)).lead.uncalledSince).toBe(noon);
  testApp.voice.known = [dialed("completed", 61)];
  await testApp.runJobs();
  expect(await states()).toEqual(["ended"]);
  const { lead: called, calls } = await detail(lead);
  expect(called).toMatchObject({ uncalledSince: null, firstCalledAt: noon, attempts: 1 });
  expect(calls).toMatchObject([{ phoneName: "Front desk", lineSeconds: 61, calledAt: noon }]);
  // Later runs find nothing to do.
  testApp.clock.forward(120 * second);
  await run();
  expect((await detail(lead)).calls).toHaveLength(1);
});

test("while they talk, a minute without a report is enough to ask", async () => {
  const lead = await pressOne();
  testApp.voice.known = [report("CA1", "in-progress"), dialed("in-progress")];
  testApp.clock.forward(50 * second);
  await run();
  expect((await detail(lead)).calls).toEqual([]);
  testApp.clock.forward(10 * second);
  await run();
  expect(await states()).toEqual(["connected"]);
  expect((await detail(lead)).lead).toMatchObject({ uncalledSince: null, firstCalledAt: noon });
});

test("a line that the provider couldn't dial is no call, and the timeline says why", async () => {
  const lead = await pressOne();
  await driver.reportPhone("completed");
  testApp.voice.known = [dialed("failed")];
  await run();
  const { lead: waiting, timeline } = await detail(lead);
  expect(waiting.uncalledSince).toBe(noon);
  expect(timeline.find(({ kind }) => kind === "lead_not_dialed")?.data.why).toBe("number");
});

test("a line that the provider doesn't list a minute later was never dialed, and isn't asked about again", async () => {
  await pressOne();
  await driver.reportPhone("completed");
  const { voice } = testApp.deps;
  if (!voice) throw new Error("No provider");
  let asked = 0;
  testApp.deps.voice = {
    ...voice,
    async dialedBy() {
      asked += 1;
      return [];
    },
  };
  await run();
  testApp.clock.forward(59 * second);
  await run();
  expect(asked).toBe(1);
  testApp.clock.forward(second);
  await run();
  testApp.clock.forward(600 * second);
  await run();
  testApp.deps.voice = voice;
  expect(asked).toBe(2);
  expect(await states()).toEqual(["failed"]);
});

test("while the provider can't be asked, a job asks again", async () => {
  const lead = await pressOne();
  await driver.reportPhone("completed");
  testApp.voice.known = null;
  await testApp.pool.query("delete from pgboss.job where name = 'ring-practice'");
  await run();
  await run();
  expect((await detail(lead)).calls).toEqual([]);
  const pending = await testApp.pool.query(
    "select 1 from pgboss.job where name = 'ring-practice' and state = 'created' and data->>'clientId' = $1",
    [practice.clientId],
  );
  expect(pending.rows).toHaveLength(1);
  testApp.clock.forward(30 * second);
  testApp.voice.known = [dialed("no-answer")];
  testApp.clock.forward(30 * second);
  await run();
  expect((await detail(lead)).lead).toMatchObject({ uncalledSince: null, firstCalledAt: noon });
});
