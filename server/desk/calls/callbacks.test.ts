import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makeCall, makeInquiry } from "#server/db/make.ts";
import { signInClient } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";

const minuteMs = 60_000;

let testApp: TestApp;
let practice: Awaited<ReturnType<typeof signInClient>>;
beforeAll(async () => {
  testApp = await openTestApp();
});
beforeEach(async () => {
  testApp.clock.at("2026-03-17T12:00:00.000Z");
  practice = await signInClient(testApp);
});
afterAll(() => testApp.close());

test("a practice sees how many callbacks are due and when the next one is", async () => {
  expect(await waiting()).toEqual({ due: 0, nextDueAt: null });
  await promise(10);
  await promise(30);
  expect(await waiting()).toEqual({ due: 0, nextDueAt: "2026-03-17T12:10:00.000Z" });
  testApp.clock.forward(10 * minuteMs);
  expect(await waiting()).toEqual({ due: 1, nextDueAt: "2026-03-17T12:30:00.000Z" });
  const stranger = await signInClient(testApp);
  const other = await testApp.request("GET", "/api/leads/callback", { token: stranger.token });
  expect(other.body).toEqual({ due: 0, nextDueAt: null });
});

test("rescheduling a callback adds a timeline entry, and the next call removes the callback", async () => {
  const leadId = await promise(10);
  testApp.clock.forward(minuteMs);
  const moved = await move(leadId, "2026-03-18T13:00:00.000Z");
  expect(moved.body.lead).toMatchObject({
    state: "callback",
    callBackAt: "2026-03-18T13:00:00.000Z",
    attempts: 1,
  });
  const { timeline } = await detailOf(leadId);
  expect(timeline[0]).toMatchObject({
    kind: "call_back_set",
    by: "Dana Whitfield",
    data: { callBackAt: "2026-03-18T13:00:00.000Z" },
  });
  testApp.clock.forward(minuteMs);
  await makeCall(testApp.deps, practice, leadId, {
    calledAt: testApp.clock.now,
    outcome: "no_answer",
  });
  expect((await detailOf(leadId)).lead).toMatchObject({ state: "new", callBackAt: null });
});

test("setting a callback before the first call is rejected, and so is a time in the past", async () => {
  const { lead } = await makeInquiry(testApp.deps, practice.clientId);
  expect(await move(lead._id, "2026-03-18T13:00:00.000Z")).toMatchObject({ status: 409 });
  expect((await detailOf(lead._id)).lead).toMatchObject({ state: "new", callBackAt: null });
  const promised = await promise(10);
  expect(await move(promised, "2026-03-17T12:00:00.000Z")).toMatchObject({
    status: 422,
    body: { errors: { callBackAt: "That date has passed." } },
  });
});

test.each([
  ["2020-01-01T00:00:00.000Z", "That date has passed."],
  ["9998-01-01T00:00:00.000Z", "Choose a date within the next year."],
])("a callback for %s is rejected", async (callBackAt, sentence) => {
  const { lead } = await makeInquiry(testApp.deps, practice.clientId);
  const refused = { status: 422, body: { errors: { callBackAt: sentence } } };
  const json = { _id: randomUUID(), outcome: "call_back", callBackAt };
  const path = `/api/leads/${lead._id}/calls`;
  const answer = await testApp.request("POST", path, { token: practice.token, json });
  expect(answer).toMatchObject(refused);
  expect((await detailOf(lead._id)).lead).toMatchObject({ state: "new", attempts: 0 });
  expect(await move(await promise(10), callBackAt)).toMatchObject(refused);
});

test("a callback whose time passed while the device was offline is saved and counted as due", async () => {
  const { lead } = await makeInquiry(testApp.deps, practice.clientId);
  testApp.clock.forward(60 * minuteMs);
  const json = {
    ...{ _id: randomUUID(), agoMs: 50 * minuteMs, outcome: "call_back" },
    callBackAt: "2026-03-17T12:30:00.000Z",
  };
  const path = `/api/leads/${lead._id}/calls`;
  expect(await testApp.request("POST", path, { token: practice.token, json })).toMatchObject({
    status: 201,
  });
  expect(await waiting()).toMatchObject({ due: 1 });
});

async function promise(inMinutes: number): Promise<string> {
  const { lead } = await makeInquiry(testApp.deps, practice.clientId);
  const calledAt = testApp.clock.now;
  const callBackAt = new Date(calledAt.getTime() + inMinutes * minuteMs);
  await makeCall(testApp.deps, practice, lead._id, { calledAt, outcome: "call_back", callBackAt });
  return lead._id;
}

async function waiting() {
  return (await testApp.request("GET", "/api/leads/callback", { token: practice.token })).body;
}

function move(leadId: string, callBackAt: string) {
  const json = { callBackAt };
  return testApp.request("POST", `/api/leads/${leadId}/callback`, { token: practice.token, json });
}

async function detailOf(leadId: string) {
  return (await testApp.request("GET", `/api/leads/${leadId}`, { token: practice.token })).body;
}
