// The provider's requests about a call to an office phone: what the phone hears, when the lead is
// dialed, and what is stored.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { ringWords } from "#content/rings.ts";
import { ringCalls, ringEvents } from "#server/db/schema.ts";
import { getLead } from "#server/desk/leads/lead-detail.ts";
import { driveRings } from "#server/testing/ring-driver.ts";
import { openRinging } from "#server/testing/ringing-practice.ts";
import { actionIn, postSigned } from "#server/testing/signed-post.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";
import { ringPractice } from "./ring-practice.ts";
import { ringUrl } from "./ring-url.ts";

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
const states = async () => (await practice.rings()).map(({ state }) => state);

/** A lead sends an inquiry, and the first phone is called. */
async function startRing(change: Parameters<typeof practice.ask>[0] = {}) {
  const lead = await practice.ask(change);
  await run();
  return lead;
}

/** The provider reports the newest call's status. Then the practice's job runs. */
async function report(status: string) {
  await driver.reportPhone(status);
  await run();
}

test("pressing 1 dials the lead from the practice's own number, and each step of the line is stored", async () => {
  const lead = await startRing({ firstName: "ruth" });
  await report("ringing");
  const question = await driver.answerPhone();
  expect(question).toContain("New lead: Ruth. Press 1");
  expect(await states()).toEqual(["answered"]);
  const dial = await driver.press(question, "1");
  expect(dial).toContain(`<Say>${ringWords.connecting}</Say><Dial callerId="${practice.number}"`);
  expect(dial).toContain(`>${lead.phone}</Number>`);
  expect(await states()).toEqual(["accepted"]);
  const line = driver.leadLine(dial);
  await line.report("ringing");
  expect(await states()).toEqual(["dialing"]);
  await line.report("in-progress");
  expect(await states()).toEqual(["connected"]);
  await line.report("completed", { CallDuration: "61" });
  expect(await line.end("completed")).toContain(ringWords.askResult);
  await report("completed");
  const [ring] = await practice.rings();
  expect(ring).toMatchObject({ state: "ended", settledAt: testApp.clock.now });
  expect((await practice.kinds(ring?.id ?? "")).toSorted()).toEqual([
    ...["answered", "ended completed", "key 1", "lead_answered", "lead_dialed"],
    ...["lead_ended completed", "placed", "ringing"],
  ]);
});

test("a wrong key doesn't dial the lead, a call without a key ends, and the next phone is called", async () => {
  await startRing();
  const question = await driver.answerPhone();
  // Without a key the call ends.
  expect(question).toMatch(/<\/Gather><Hangup\/><\/Response>$/);
  const answer = await driver.press(question, "5");
  expect(answer).not.toContain("<Dial");
  expect(await driver.press(question, "1")).not.toContain("<Dial");
  await report("completed");
  expect(testApp.voice.calls).toHaveLength(2);
});

test.each([
  ["stays silent", null],
  ["sends a wrong key", "5"],
])("a machine at the desk that %s is hung up on, and the clock runs on", async (_, key) => {
  const lead = await startRing();
  const { sid, statusUrl } = driver.newest();
  const answered = { CallSid: sid, CallStatus: "in-progress", AnsweredBy: "machine_start" };
  await driver.post(statusUrl, answered);
  const question = await driver.answerPhone();
  expect(question).toMatch(/<\/Gather><Hangup\/><\/Response>$/);
  if (key) expect(await driver.press(question, key)).toMatch(/<\/Say><Hangup\/><\/Response>$/);
  await report("completed");
  expect(testApp.voice.calls.map(({ to }) => to)).toEqual(["+18135550150", "+18135550151"]);
  const { lead: waiting, calls } = await getLead(testApp.deps, practice.clientId, lead._id);
  expect([waiting.uncalledSince, waiting.attempts, calls]).toEqual([noon, 0, []]);
});

test("a phone that skips a lead isn't called for it again", async () => {
  await startRing();
  expect(await driver.press(await driver.answerPhone(), "9")).toContain(ringWords.answers.skip);
  await report("completed");
  await report("no-answer");
  testApp.clock.forward(120_000);
  await run();
  expect(testApp.voice.calls.map(({ to }) => to)).toEqual([
    ...["+18135550150", "+18135550151", "+18135550151"],
  ]);
});

test("unanswered phones ring in three rounds, two minutes apart", async () => {
  await startRing();
  for (let round = 1; round <= 3; round += 1) {
    expect(testApp.voice.calls).toHaveLength(round * 2 - 1);
    await report("no-answer");
    await report("busy");
    expect(testApp.voice.calls).toHaveLength(round * 2);
    testApp.clock.forward(120_000);
    await run();
  }
  expect(testApp.voice.calls).toHaveLength(6);
  expect(await states()).toEqual(["unanswered"]);
});

test("a repeated request gets the same response and stores nothing", async () => {
  await startRing();
  const question = await driver.answerPhone();
  expect(await driver.answerPhone()).toBe(question);
  const dial = await driver.press(question, "1");
  expect(await driver.press(question, "1")).toBe(dial);
  expect(await driver.press(question, "9")).not.toContain("<Dial");
  const [ring] = await practice.rings();
  const kinds = await practice.kinds(ring?.id ?? "");
  expect(kinds.filter((kind) => kind.startsWith("key"))).toEqual(["key 1"]);
  // The lead's line was dialed, so the answer has arrived: a replay doesn't dial.
  await driver.leadLine(dial).report("ringing");
  expect(await driver.press(question, "1")).not.toContain("<Dial");
});

test("one of two phones that press 1 at the same moment is connected", async () => {
  await startRing();
  const first = await driver.answerPhone();
  const [call] = await practice.calls();
  if (!call) throw new Error("No phone was called");
  const other = { ...call, attempt: 2, token: "another token", callSid: "CA-other" };
  const { clientId, ringId } = call;
  const at = testApp.clock.now;
  await testApp.deps.db.insert(ringCalls).values(other);
  await testApp.deps.db
    .insert(ringEvents)
    .values({ clientId, ringId, kind: "placed", attempt: 2, at, receivedAt: at });
  const second = ringUrl(testApp.deps, other, "key");
  const answers = await Promise.all([
    driver.post(actionIn(first), { CallSid: "CA1", Digits: "1" }),
    driver.post(second, { CallSid: "CA-other", Digits: "1" }),
  ]);
  expect(answers.filter((answer) => answer.includes("<Dial"))).toHaveLength(1);
  expect(answers.filter((answer) => answer.includes(ringWords.answers.taken))).toHaveLength(1);
});

test("a 1 after someone has called from the screen dials nothing and hears who is calling", async () => {
  const lead = await startRing();
  const question = await driver.answerPhone();
  const json = { _id: randomUUID() };
  await testApp.request("POST", `/api/leads/${lead._id}/calls`, { token: practice.token, json });
  const { openCall } = (await getLead(testApp.deps, practice.clientId, lead._id)).lead;
  const heard = ringWords.screenWon(openCall?.by ?? "no name");
  expect(await driver.press(question, "1")).toContain(heard);
  await run();
  // A phone that answers only now hears the same.
  expect(await driver.answerPhone()).toContain(heard);
});

test.each([
  ["asks not to be called", "update leads set do_not_call_since = now() where id = $1"],
  ["is deleted", "update leads set deleted_at = now() where id = $1"],
  ["gets a number that may not be dialed", "update leads set phone = '911' where id = $1"],
])("pressing 1 doesn't dial a lead that in the meantime %s", async (_, change) => {
  const lead = await startRing();
  const question = await driver.answerPhone();
  await testApp.pool.query(change, [lead._id]);
  const answer = await driver.press(question, "1");
  expect(answer).not.toContain("<Dial");
  expect(answer).toContain(ringWords.answers.over);
});

test("pressing 1 doesn't dial after closing", async () => {
  testApp.clock.at("2026-03-17T23:59:50.000Z");
  await startRing();
  const question = await driver.answerPhone();
  testApp.clock.forward(10_000);
  expect(await driver.press(question, "1")).not.toContain("<Dial");
});

test("pressing 1 doesn't dial if the request arrives after the hang-up", async () => {
  await startRing();
  const question = await driver.answerPhone();
  const { statusUrl } = driver.newest();
  await driver.post(statusUrl, { CallSid: "CA1", CallStatus: "completed" });
  expect(await driver.press(question, "1")).not.toContain("<Dial");
});

test("a ring whose lead couldn't be dialed has failed", async () => {
  await startRing();
  const line = driver.leadLine(await driver.press(await driver.answerPhone(), "1"));
  await line.report("failed");
  expect(await line.end("failed")).toContain(ringWords.notDialed);
  expect(await states()).toEqual(["failed"]);
});

test("reports in any of three orders, each sent twice, result in the same state", async () => {
  const reports: ((line: ReturnType<typeof driver.leadLine>) => Promise<unknown>)[] = [
    () => report("ringing"),
    (line) => line.report("ringing"),
    (line) => line.report("in-progress"),
    (line) => line.report("completed", { CallDuration: "61" }),
    (line) => line.end("completed"),
    () => report("completed"),
  ];
  const rotated = [...reports.slice(3), ...reports.slice(0, 3)];
  for (const order of [reports, reports.toReversed(), rotated]) {
    practice = await openRinging(testApp);
    Object.assign(testApp.voice, { calls: [] });
    await startRing();
    const line = driver.leadLine(await driver.press(await driver.answerPhone(), "1"));
    for (const one of order.flatMap((twice) => [twice, twice])) await one(line);
    expect(await states()).toEqual(["ended"]);
    expect(testApp.voice.calls).toHaveLength(1);
  }
});

test("a request that doesn't match the call stores nothing and ends the call", async () => {
  await startRing();
  const { answerUrl, statusUrl } = driver.newest();
  const before = await practice.rings();
  const other = await openRinging(testApp);
  for (const [name, value] of [
    ["token", "made up"],
    ["attempt", "2"],
    ["attempt", "none"],
    ["ring", randomUUID()],
    ["practice", other.clientId],
    ["step", "later"],
  ] as const) {
    const url = new URL(answerUrl);
    url.searchParams.set(name, value);
    const twiml = await driver.post(url.href, { CallSid: "CA1", CallStatus: "in-progress" });
    expect([name, twiml.includes("<Response><Hangup/></Response>")]).toEqual([name, true]);
  }
  // A different call of the provider.
  await driver.post(statusUrl, { CallSid: "CA99", CallStatus: "completed" });
  const forged = await postSigned(testApp, statusUrl, { CallSid: "CA1" }, "another token");
  expect(forged.status).toBe(403);
  expect(await practice.rings()).toEqual(before);
  expect(await other.rings()).toEqual([]);
});

test("the first request about a call whose response was lost identifies the provider's call", async () => {
  testApp.voice.answers.push({ result: "unknown" });
  await startRing();
  await driver.answerPhone();
  expect(await practice.calls()).toMatchObject([{ callSid: "CA1" }]);
});

test("the phone hears how many leads are in a burst, and text that isn't a name isn't spoken", async () => {
  for (let lead = 0; lead < 6; lead += 1) await practice.ask();
  await run();
  expect(await driver.answerPhone()).toContain("6 new leads.");
  practice = await openRinging(testApp);
  await startRing({ firstName: "Visit example.com now" });
  expect(await driver.answerPhone()).toContain(ringWords.somebody);
});
