// The call that pressing a key makes: when it counts, how long it lasted, and who made it.
import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { LeadDetail } from "#contract/lead-detail.ts";
import type { Lead } from "#contract/leads.ts";
import { getFirstSteps } from "#server/accounts/practices/first-steps.ts";
import { calls, inquiries } from "#server/db/schema.ts";
import { getLead } from "#server/desk/leads/lead-detail.ts";
import { mergeLeads } from "#server/desk/merging/merge.ts";
import { countByPerson } from "#server/desk/reports/person-figures.ts";
import { eraseLead } from "#server/privacy/erasure.ts";
import { driveRings } from "#server/testing/ring-driver.ts";
import { openRinging } from "#server/testing/ringing-practice.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";
import { ringPractice } from "./ring-practice.ts";

const noon = "2026-03-17T16:00:00.000Z";
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
const detail = (lead: Lead): Promise<LeadDetail> =>
  getLead(testApp.deps, practice.clientId, lead._id);
const seconds = (count: number) => new Date(Date.parse(noon) + count * 1000).toISOString();

/** A lead sends an inquiry at noon. 30 seconds later the first phone presses 1. */
async function pressOne() {
  const lead = await practice.ask();
  await run();
  testApp.clock.forward(30_000);
  const question = await driver.answerPhone();
  const line = driver.leadLine(await driver.press(question, "1"));
  return { lead, line };
}

function sendCall(lead: Lead, json: object) {
  const { token } = practice;
  const call = { _id: randomUUID(), ...json };
  return testApp.request("POST", `/api/leads/${lead._id}/calls`, { token, json: call });
}

test("the call counts from the time of the key, once the provider reports that the lead's phone rings", async () => {
  const { lead, line } = await pressOne();
  expect((await detail(lead)).calls).toEqual([]);
  expect((await detail(lead)).lead.uncalledSince).toBe(noon);
  testApp.clock.forward(4000);
  await line.report("ringing");
  const { lead: called, calls: made, timeline, inquiries: asked } = await detail(lead);
  expect(made).toMatchObject([
    {
      ...{ by: null, phoneName: "Front desk", calledAt: seconds(30), isEnteredLater: false },
      ...{ outcome: null, voidedAt: null, lineSeconds: null },
    },
  ]);
  expect(called).toMatchObject({
    ...{ uncalledSince: null, firstCalledAt: seconds(30), attempts: 1, lastOutcome: null },
    openCall: { _id: made[0]?._id, by: "Front desk", calledAt: seconds(30) },
  });
  expect(asked).toMatchObject([{ firstCalledAt: seconds(30), firstSeenAt: seconds(30) }]);
  expect(timeline.filter(({ kind }) => kind === "called")).toMatchObject([
    { by: null, data: { callId: made[0]?._id, outcome: null } },
  ]);
});

test("the call counts as on time before its result is known", async () => {
  const { token } = practice;
  const onTime = async () => (await testApp.request("GET", "/api/leads/cot", { token })).body;
  const before = await onTime();
  const { line } = await pressOne();
  expect(await onTime()).toEqual(before);
  await line.report("ringing");
  expect(await onTime()).toMatchObject({ timeDiff: { lt10: 1, lt60: 0, other: 0 } });
  const steps = await getFirstSteps(testApp.deps, practice.clientId);
  expect(steps.hasCall).toBe(true);
});

test("a phone that presses 1 and hangs up before the lead's phone rings has called nobody", async () => {
  const { lead, line } = await pressOne();
  await line.report("initiated");
  testApp.clock.forward(2000);
  await driver.reportPhone("completed");
  await line.report("no-answer");
  const { lead: waiting, calls: made, timeline } = await detail(lead);
  expect(made).toEqual([]);
  expect(waiting).toMatchObject({ uncalledSince: noon, attempts: 0, openCall: null, ring: null });
  expect(timeline.map(({ kind }) => kind)).toContain("lead_not_dialed");
});

test("a line that fails before it is dialed isn't a call, and the clock keeps running", async () => {
  const { lead, line } = await pressOne();
  await line.report("failed");
  await line.end("failed", "0");
  const { lead: waiting, calls: made } = await detail(lead);
  expect(made).toEqual([]);
  expect(waiting).toMatchObject({ uncalledSince: noon, attempts: 0, openCall: null });
});

test("reports about the line in either order, each sent twice, make one call with its length", async () => {
  type Line = Awaited<ReturnType<typeof pressOne>>["line"];
  const reports: ((line: Line) => Promise<unknown>)[] = [
    (line) => line.report("initiated"),
    (line) => line.report("ringing"),
    (line) => line.report("in-progress"),
    (line) => line.report("completed", { CallDuration: "190" }),
    (line) => line.end("completed", "190"),
  ];
  for (const order of [reports, reports.toReversed()]) {
    practice = await openRinging(testApp);
    Object.assign(testApp.voice, { calls: [] });
    testApp.clock.at(noon);
    const { lead, line } = await pressOne();
    for (const one of order.flatMap((twice) => [twice, twice])) await one(line);
    const { calls: made, timeline } = await detail(lead);
    expect(made).toMatchObject([{ calledAt: seconds(30), lineSeconds: 190 }]);
    expect(timeline.filter(({ kind }) => kind === "called")).toHaveLength(1);
  }
});

test("the result is added later by the person who enters it, as for any call", async () => {
  const { lead, line } = await pressOne();
  await line.report("ringing");
  const [call] = (await detail(lead)).calls;
  testApp.clock.forward(60_000);
  const { status } = await sendCall(lead, { _id: call?._id, outcome: "spoke" });
  expect(status).toBe(201);
  const { lead: called, calls: made, timeline } = await detail(lead);
  expect(made).toMatchObject([{ outcome: "spoke", by: null, phoneName: "Front desk" }]);
  expect(called).toMatchObject({ attempts: 1, lastOutcome: "spoke", openCall: null });
  expect(called.firstCalledAt).toBe(seconds(30));
  expect(timeline.find(({ data }) => data.outcome === "spoke")?.by).toMatch(/^Dana/);
  const { people, officePhones } = await countByPerson(testApp.deps, practice.clientId, {});
  expect(officePhones).toEqual({
    ...{ attempts: 1, reached: 1, booked: 0, firstCalls: 1, medianMinutes: 0.5 },
  });
  expect(people).toMatchObject([{ attempts: 0, reached: 0, firstCalls: 0, resultsForOthers: 1 }]);
});

test("the figures by person don't include office phones without calls", async () => {
  await practice.ask();
  const { officePhones } = await countByPerson(testApp.deps, practice.clientId, {});
  expect(officePhones).toBeNull();
});

test("undoing a ring's call restarts the clock, and a late report doesn't restore the call", async () => {
  const { lead, line } = await pressOne();
  await line.report("ringing");
  const [call] = (await detail(lead)).calls;
  const { token } = practice;
  await testApp.request("POST", `/api/leads/${lead._id}/calls/${call?._id}/voidings`, { token });
  await line.report("completed", { CallDuration: "12" });
  const { lead: waiting, calls: made } = await detail(lead);
  expect(made).toMatchObject([{ _id: call?._id, lineSeconds: 12 }]);
  expect(made[0]?.voidedAt).not.toBeNull();
  expect(waiting).toMatchObject({ uncalledSince: noon, attempts: 0, openCall: null });
});

test("a call logged on screen between the key and the report is the same attempt, by that person", async () => {
  const { lead, line } = await pressOne();
  testApp.clock.forward(2000);
  await sendCall(lead, {});
  testApp.clock.forward(2000);
  await line.report("ringing");
  const { lead: called, calls: made } = await detail(lead);
  expect(made).toMatchObject([{ calledAt: seconds(30), phoneName: "Front desk", outcome: null }]);
  expect(made[0]?.by).toMatch(/^Dana/);
  expect(called).toMatchObject({ attempts: 1, firstCalledAt: seconds(30) });
  expect(called.openCall?.by).toBe("Dana");
});

test("a person who logs a call on screen during a ring's call is asked whether it's the same call", async () => {
  const { lead, line } = await pressOne();
  await line.report("ringing");
  testApp.clock.forward(20_000);
  const tap = randomUUID();
  await sendCall(lead, { _id: tap });
  await line.report("completed", { CallDuration: "60" });
  testApp.clock.forward(60_000);
  const asked = await sendCall(lead, { _id: tap, outcome: "voicemail" });
  expect(asked).toMatchObject({ status: 409 });
  const same = await sendCall(lead, { _id: tap, outcome: "voicemail", isSameCall: true });
  expect(same.status).toBe(201);
  const { lead: called, calls: made } = await detail(lead);
  expect(called).toMatchObject({ attempts: 1, lastOutcome: "voicemail", openCall: null });
  const counted = made.filter(({ voidedAt }) => voidedAt === null);
  expect(counted).toMatchObject([{ phoneName: "Front desk", outcome: "voicemail" }]);
});

test("a call that is logged on screen ten minutes later is a second call", async () => {
  const { lead, line } = await pressOne();
  await line.report("completed", { CallDuration: "60" });
  testApp.clock.forward(10 * 60_000);
  expect((await sendCall(lead, { outcome: "spoke" })).status).toBe(201);
  expect((await detail(lead)).lead).toMatchObject({ attempts: 2, lastOutcome: "spoke" });
});

test("simultaneous reports and a call on screen store one call of the ring and don't deadlock", async () => {
  const { lead, line } = await pressOne();
  await Promise.all([
    line.report("ringing"),
    line.report("ringing"),
    line.end("completed"),
    sendCall(lead, {}),
  ]);
  const made = (await detail(lead)).calls.filter(({ phoneName }) => phoneName);
  expect(made).toMatchObject([{ calledAt: seconds(30), lineSeconds: 61 }]);
  expect((await detail(lead)).lead.firstCalledAt).toBe(seconds(30));
});

test("the call of a lead that was merged in the meantime moves to the survivor and stops its clock", async () => {
  const other = await practice.ask();
  testApp.clock.forward(1000);
  const { lead, line } = await pressOne();
  const survivor = await mergeLeads(testApp.deps, practice, lead._id, {
    ...{ otherId: other._id, keep: {} },
  });
  await line.report("ringing");
  const { calls: made, lead: called } = await detail(survivor);
  expect(made).toMatchObject([{ phoneName: "Front desk" }]);
  expect(called.uncalledSince).toBeNull();
});

test("erasing a lead keeps its call, the time of the first call, and that phones were to ring", async () => {
  const { lead, line } = await pressOne();
  await line.report("ringing");
  await eraseLead(testApp.deps, { ...practice, address: "127.0.0.1" }, lead._id, {
    name: "Ruth Whitfield",
  });
  const [ring] = await practice.rings();
  expect(ring).toMatchObject({ state: "refused", refusal: "gone", numberHash: null });
  expect([await practice.calls(), await practice.kinds(ring?.id ?? "")]).toEqual([[], []]);
  const { db } = testApp.deps;
  const kept = await db.select().from(calls).where(eq(calls.leadId, lead._id));
  expect(kept).toMatchObject([{ accountId: null, phoneName: null, outcome: null }]);
  const asked = await db.select().from(inquiries).where(eq(inquiries.leadId, lead._id));
  expect(asked[0]?.firstCalledAt?.toISOString()).toBe(seconds(30));
});
