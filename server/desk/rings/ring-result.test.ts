// The result of a ring's call, pressed on the phone that is still on the line.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { ringWords } from "#content/rings.ts";
import type { Lead } from "#contract/leads.ts";
import { getLead } from "#server/desk/leads/lead-detail.ts";
import { driveRings } from "#server/testing/ring-driver.ts";
import { openRinging } from "#server/testing/ringing-practice.ts";
import { actionIn } from "#server/testing/signed-post.ts";
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

const detail = (lead: Lead) => getLead(testApp.deps, practice.clientId, lead._id);

/** A key connects the phone with a lead; they talk for a minute. */
async function talk(before: (lead: Lead) => Promise<unknown> = async () => undefined) {
  const lead = await practice.ask();
  await ringPractice(testApp.deps, practice.clientId);
  const line = driver.leadLine(await driver.press(await driver.answerPhone(), "1"));
  await line.report("ringing");
  await line.report("in-progress");
  testApp.clock.forward(61_000);
  await before(lead);
  return { lead, line };
}

/** Someone enters the result of the open call on the screen. */
async function enter(lead: Lead, outcome: string) {
  const { openCall } = (await detail(lead)).lead;
  const json = { _id: openCall?._id ?? randomUUID(), outcome };
  const { token } = practice;
  const path = `/api/leads/${lead._id}/calls`;
  return (await testApp.request("POST", path, { token, json })).status;
}

test.each([
  ["1", "spoke", "new"],
  ["2", "voicemail", "new"],
  ["3", "booked", "customer"],
] as const)("the key %s saves the result %s once", async (key, outcome, state) => {
  const { lead, line } = await talk();
  const question = await line.end("completed");
  expect(question).toContain(ringWords.askResult);
  for (let times = 0; times < 2; times += 1) {
    expect(await driver.press(question, key)).toContain(ringWords.thanks);
  }
  const { lead: called, calls, timeline } = await detail(lead);
  expect(calls).toMatchObject([{ outcome, by: null, phoneName: "Front desk", lineSeconds: 61 }]);
  expect(called).toMatchObject({ state, openCall: null, attempts: 1, firstCalledAt: noon });
  const results = timeline.filter(({ kind, data }) => kind === "called" && data.outcome);
  expect(results).toMatchObject([{ by: null, data: { outcome } }]);
});

test("without a key, or with another one, the result stays missing and is asked for on screen", async () => {
  const { lead, line } = await talk();
  const question = await line.end("completed");
  // After the question, the call says goodbye and ends.
  expect(question).toContain(`</Gather><Say>${ringWords.noResult}</Say><Hangup/></Response>`);
  expect(await driver.press(question, "7")).toContain(ringWords.noResult);
  expect((await detail(lead)).lead).toMatchObject({
    ...{ uncalledSince: null, lastOutcome: null, openCall: { by: "Front desk" } },
  });
  expect(await enter(lead, "no_answer")).toBe(201);
});

test.each([["human"], ["machine_end_beep"], ["unknown"]])(
  "the provider's guess that the lead's line was answered by %o gives no result",
  async (AnsweredBy) => {
    const lead = await practice.ask();
    await ringPractice(testApp.deps, practice.clientId);
    const line = driver.leadLine(await driver.press(await driver.answerPhone(), "1"));
    await line.report("ringing");
    await line.report("in-progress", { AnsweredBy });
    await line.report("completed", { AnsweredBy, CallDuration: "30" });
    await line.end("completed", "30");
    const { lead: called, calls } = await detail(lead);
    expect(calls).toMatchObject([{ outcome: null, lineSeconds: 30 }]);
    expect(called).toMatchObject({ uncalledSince: null, lastOutcome: null });
  },
);

test("a result on the screen wins: the phone is thanked, and its key changes nothing", async () => {
  const { lead, line } = await talk();
  const question = await line.end("completed");
  expect(await enter(lead, "booked")).toBe(201);
  expect(await driver.press(question, "2")).toContain(ringWords.thanks);
  expect((await detail(lead)).calls).toMatchObject([{ outcome: "booked" }]);
});

test("a phone isn't asked for a result that is on the screen already", async () => {
  const { line } = await talk((lead) => enter(lead, "spoke"));
  expect(await line.end("completed")).toContain(
    `<Response><Say>${ringWords.thanks}</Say><Hangup/>`,
  );
});

test("nobody is asked how a call went that nobody answered", async () => {
  const { line } = await talk();
  expect(await line.end("no-answer", "0")).not.toContain("<Gather");
});

test("an undone call gets no result", async () => {
  const { lead, line } = await talk();
  const question = await line.end("completed");
  const { openCall } = (await detail(lead)).lead;
  const path = `/api/leads/${lead._id}/calls/${openCall?._id}/voidings`;
  const { token } = practice;
  expect((await testApp.request("POST", path, { token })).status).toBe(201);
  expect(await driver.press(question, "1")).toContain(ringWords.noResult);
  expect((await detail(lead)).calls).toMatchObject([{ outcome: null }]);
});

test("another phone's key gives no result", async () => {
  const { lead, line } = await talk();
  const url = actionIn(await line.end("completed"));
  await driver.post(url, { CallSid: "CA-other", Digits: "1" });
  expect((await detail(lead)).calls).toMatchObject([{ outcome: null }]);
});
