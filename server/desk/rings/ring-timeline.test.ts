// A ring on its lead's timeline and on the practice's open screens.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Lead } from "#contract/leads.ts";
import { getLead, getWholeLead } from "#server/desk/leads/lead-detail.ts";
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

/** The steps on the timeline, oldest first. */
async function steps(lead: Lead) {
  const { timeline } = await getLead(testApp.deps, practice.clientId, lead._id);
  return timeline
    .filter(({ data }) => data.ringId)
    .toReversed()
    .map(({ kind, data: { phoneName, why } }) => [kind, why ?? phoneName]);
}

/** Reports how the newest call is, a second later; then the practice's job runs. */
async function report(status: string) {
  testApp.clock.forward(1000);
  await driver.reportPhone(status);
  await run();
}

async function changesDuring(act: () => Promise<unknown>): Promise<string[]> {
  const told: string[] = [];
  const close = testApp.deps.deskEvents.subscribe(practice.clientId, (event) => {
    if (event !== "refetch" && event.kind === "lead") told.push(event.leadId);
  });
  await act();
  // Notifications arrive in order, so this one is the last.
  const { clientId } = practice;
  const last = "00000000-0000-4000-8000-000000000000";
  await testApp.pool.query("select pg_notify('desk', $1)", [
    JSON.stringify({ clientId, leadId: last, kind: "lead" }),
  ]);
  await expect.poll(() => told.at(-1)).toBe(last);
  close();
  return told.slice(0, -1);
}

test("every step of a ring is on the timeline, under the practice's names of its phones", async () => {
  const lead = await practice.ask();
  await run();
  await report("no-answer");
  expect(await steps(lead)).toEqual([
    ["phone_rang", "Front desk"],
    ["phone_missed", "Front desk"],
    ["phone_rang", "Office"],
  ]);
  testApp.clock.forward(1000);
  const line = driver.leadLine(await driver.press(await driver.answerPhone(), "1"));
  testApp.clock.forward(1000);
  await line.report("ringing");
  testApp.clock.forward(1000);
  await line.report("in-progress");
  expect((await steps(lead)).slice(3)).toEqual([
    ["phone_accepted", "Office"],
    ["lead_dialed", "Office"],
    ["lead_answered", "Office"],
  ]);
  // The export has them too, and each has the same id as on the page.
  const [page, whole] = [
    await getLead(testApp.deps, practice.clientId, lead._id),
    await getWholeLead(testApp.deps, practice.clientId, lead._id),
  ];
  expect(whole.timeline).toEqual(page.timeline);
  expect(new Set(page.timeline.map(({ _id }) => _id)).size).toBe(page.timeline.length);
});

test("a line that couldn't be dialed is on the timeline, and the clock runs on", async () => {
  const lead = await practice.ask();
  await run();
  const line = driver.leadLine(await driver.press(await driver.answerPhone(), "1"));
  testApp.clock.forward(1000);
  await line.report("failed");
  expect((await steps(lead)).at(-1)).toEqual(["lead_not_dialed", "number"]);
  const { lead: waiting } = await getLead(testApp.deps, practice.clientId, lead._id);
  expect(waiting.uncalledSince).toBe(noon);
});

test("why the phones didn't ring is on the timeline once", async () => {
  const lead = await practice.ask();
  await testApp.pool.query("update clients set rings_on_at = null where id = $1", [
    practice.clientId,
  ]);
  await run();
  await run();
  expect(await steps(lead)).toEqual([["ring_refused", "off"]]);
});

test("a lead whose ring was dropped or joined a burst says so", async () => {
  const leads: Lead[] = [];
  for (let lead = 0; lead < 6; lead += 1) leads.push(await practice.ask());
  await run();
  const all = await Promise.all(leads.map(steps));
  expect(all.filter(([step]) => step?.[0] === "phone_rang")).toHaveLength(1);
  expect(all.filter(([step]) => step?.[1] === "joined")).toHaveLength(5);
});

test("open screens learn of each step once, and of no repeated report", async () => {
  const lead = await practice.ask();
  expect(await changesDuring(run)).toEqual([lead._id]);
  expect(await changesDuring(() => driver.reportPhone("ringing"))).toEqual([lead._id]);
  expect(await changesDuring(() => driver.reportPhone("ringing"))).toEqual([]);
});
