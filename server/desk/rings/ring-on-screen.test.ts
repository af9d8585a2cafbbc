// What a lead's row shows of its ring: on the dashboard, on its page and in live updates.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { heldSince, type Lead } from "#contract/leads.ts";
import type { LeadRing } from "#contract/rings.ts";
import { readChangedLeads } from "#server/desk/calls/changed-leads.ts";
import { getLead } from "#server/desk/leads/lead-detail.ts";
import { listNewLeads } from "#server/desk/queue/queue.ts";
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
const seconds = (count: number) => new Date(Date.parse(noon) + count * 1000).toISOString();

/** The lead on its page, after checking that the queue and a live update agree. */
async function shown({ _id }: Lead): Promise<Lead> {
  const { deps, clock } = testApp;
  const { clientId } = practice;
  const { lead } = await getLead(deps, clientId, _id);
  const queue = await listNewLeads(deps, clientId, { sort: "next", reading: "wall", limit: 10 });
  const change = await readChangedLeads(deps, clientId, [_id], clock.now);
  expect(queue.leads).toEqual([lead]);
  expect(change.leads).toEqual([{ leadId: _id, lead }]);
  return lead;
}

async function expectRing(lead: Lead, ring: LeadRing | null, heldAt?: string) {
  const now = await shown(lead);
  expect(now.ring).toEqual(ring);
  expect(heldSince(now, testApp.clock.now)).toBe(heldAt);
}

test("the row says which phone rings, and the clock pauses from the key on", async () => {
  const lead = await practice.ask();
  await expectRing(lead, null);
  testApp.clock.forward(5000);
  await run();
  const desk = { step: "ringing", phoneName: "Front desk", since: seconds(5) } as const;
  await expectRing(lead, desk);
  testApp.clock.forward(20_000);
  await driver.reportPhone("no-answer");
  await expectRing(lead, null);
  await run();
  const office = { step: "ringing", phoneName: "Office", since: seconds(25) } as const;
  await expectRing(lead, office);
  testApp.clock.forward(5000);
  const question = await driver.answerPhone();
  await expectRing(lead, office);
  const line = driver.leadLine(await driver.press(question, "1"));
  await expectRing(lead, { ...office, step: "connecting", since: seconds(30) }, seconds(30));
  testApp.clock.forward(3000);
  await line.report("ringing");
  // The call itself pauses the clock for good.
  await expectRing(lead, { ...office, step: "calling", since: seconds(30) }, seconds(30));
  expect((await shown(lead)).openCall).toMatchObject({ by: "Office", calledAt: seconds(30) });
  await line.report("completed", { CallDuration: "61" });
  await expectRing(lead, null, seconds(30));
});

test("a line that couldn't be dialed lets the clock run again", async () => {
  const lead = await practice.ask();
  await run();
  const line = driver.leadLine(await driver.press(await driver.answerPhone(), "1"));
  expect(heldSince(await shown(lead), testApp.clock.now)).toBe(noon);
  // The report may be lost.
  const later = new Date(testApp.clock.now.getTime() + 120_000);
  expect(heldSince(await shown(lead), later)).toBeUndefined();
  await line.report("failed");
  await expectRing(lead, null);
  expect((await shown(lead)).uncalledSince).toBe(noon);
});

test.each([
  ["no-answer", true],
  ["busy", true],
  ["completed", false],
])(
  "a line that ended as %s: whether the question after the call suggests that nobody answered",
  async (status, isUnanswered) => {
    const lead = await practice.ask();
    await run();
    const line = driver.leadLine(await driver.press(await driver.answerPhone(), "1"));
    await line.report("ringing");
    expect((await shown(lead)).openCall).toMatchObject({ isUnanswered: false });
    await line.report(status, { CallDuration: "0" });
    expect((await shown(lead)).openCall).toMatchObject({ isUnanswered });
  },
);

test("a ring of another lead is on no other row", async () => {
  const lead = await practice.ask();
  await run();
  const other = await practice.ask();
  const of = ({ _id }: Lead) => getLead(testApp.deps, practice.clientId, _id);
  expect((await of(other)).lead.ring).toBeNull();
  expect((await of(lead)).lead.ring).toMatchObject({ step: "ringing" });
});
