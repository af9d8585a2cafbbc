import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makeCall, makeInquiry } from "#server/db/make.ts";
import { signInClient } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";

let testApp: TestApp;
let practice: Awaited<ReturnType<typeof signInClient>>;
let leadId: string;
beforeAll(async () => {
  testApp = await openTestApp();
});
beforeEach(async () => {
  testApp.clock.at("2026-03-17T12:00:00.000Z");
  practice = await signInClient(testApp);
  const made = await makeInquiry(testApp.deps, practice.clientId, { phone: "(850) 555-0142" });
  leadId = made.lead._id;
});
afterAll(() => testApp.close());

test("a lead can be marked do not call with a reason, and the queue shows it", async () => {
  const answer = await permit({ isAllowed: false, reason: "asked us to stop" });
  expect(answer.status).toBe(201);
  const doNotCall = { since: "2026-03-17T12:00:00.000Z", reason: "asked us to stop" };
  expect(answer.body.lead).toMatchObject({ doNotCall, state: "new" });
  expect((await firstOfList()).doNotCall).toEqual(doNotCall);
  expect(await history()).toEqual([
    ["do_not_call", "Dana Whitfield", { reason: "asked us to stop" }],
  ]);
});

test("a do-not-call lead is last in the queue and isn't included in the number of leads to call", async () => {
  const other = await makeInquiry(testApp.deps, practice.clientId, {
    submittedAt: new Date(testApp.clock.now.getTime() - 90 * 60_000),
  });
  const next = async (filter = "") => {
    const path = `/api/leads/new?sort=next${filter}`;
    const { body } = await testApp.request("GET", path, { token: practice.token });
    const ids = body.leads.map(({ _id }: { _id: string }) => _id);
    return { ids, total: body.total, uncalled: body.uncalled, doNotCall: body.doNotCall };
  };
  const all = { total: 2, uncalled: 2, doNotCall: 0 };
  expect(await next()).toEqual({ ids: [leadId, other.lead._id], ...all });
  await permit({ isAllowed: false, reason: "asked us to stop" });
  const marked = { total: 2, uncalled: 1, doNotCall: 1 };
  expect(await next()).toEqual({ ids: [other.lead._id, leadId], ...marked });
  expect(await next("&state=uncalled")).toMatchObject({ ids: [other.lead._id] });
  expect(await next("&state=called")).toMatchObject({ ids: [] });
  const found = await next("&search=142");
  expect(found.ids).toContain(leadId);
  await permit({ isAllowed: true, reason: "wrote back" });
  expect(await next()).toEqual({ ids: [leadId, other.lead._id], ...all });
});

test("a do-not-call mark doesn't change the clock or any figures in Reports", async () => {
  const { token } = practice;
  const read = async () => {
    const detail = await testApp.request("GET", `/api/leads/${leadId}`, { token });
    const { uncalledSince, firstCalledAt, attempts, timeReceived, state } = detail.body.lead;
    const figures = ["wall", "open"].map((reading) =>
      testApp.request("GET", `/api/leads/figures?reading=${reading}`, { token }),
    );
    return {
      clock: { uncalledSince, firstCalledAt, attempts, timeReceived, state },
      figures: (await Promise.all(figures)).map(({ body }) => body),
    };
  };
  testApp.clock.forward(20 * 60_000);
  const before = await read();
  expect(before.clock.uncalledSince).toBe("2026-03-17T12:00:00.000Z");
  await permit({ isAllowed: false, reason: "asked us to stop" });
  expect(await read()).toEqual(before);
  await permit({ isAllowed: true, reason: "wrote back" });
  expect(await read()).toEqual(before);
});

test("the callback of a do-not-call lead isn't counted as due, but the lead stays in the queue", async () => {
  const { token } = practice;
  const callBackAt = "2026-03-17T13:00:00.000Z";
  const json = { _id: randomUUID(), outcome: "call_back", callBackAt };
  await testApp.request("POST", `/api/leads/${leadId}/calls`, { token, json });
  const callbacks = async () =>
    (await testApp.request("GET", "/api/leads/callback", { token })).body;
  expect((await callbacks()).nextDueAt).toBe(callBackAt);
  await permit({ isAllowed: false, reason: "asked us to stop" });
  testApp.clock.forward(2 * 60 * 60_000);
  expect(await callbacks()).toMatchObject({ due: 0, nextDueAt: null });
  const { body } = await testApp.request("GET", "/api/leads/new?sort=next", { token });
  expect(body).toMatchObject({ total: 1, uncalled: 0, doNotCall: 1 });
  expect(body.leads).toHaveLength(1);
});

test("the timeline shows both setting and removing the do-not-call mark", async () => {
  await permit({ isAllowed: false, reason: "asked us to stop" });
  testApp.clock.forward(60_000);
  const answer = await permit({ isAllowed: true, reason: "wrote back" });
  expect(answer.body.lead.doNotCall).toBeNull();
  expect((await history()).map(([kind]: string[]) => kind)).toEqual(["may_call", "do_not_call"]);
});

test("marking a do-not-call lead again has no effect", async () => {
  await permit({ isAllowed: false, reason: "asked us to stop" });
  testApp.clock.forward(60_000);
  const again = await permit({ isAllowed: false, reason: "a second press" });
  expect(again.body.lead.doNotCall).toMatchObject({ reason: "asked us to stop" });
  expect(await history()).toHaveLength(1);
});

test("a do-not-call mark without a reason is rejected", async () => {
  const answer = await permit({ isAllowed: false, reason: " " });
  expect(answer.status).toBe(422);
  expect(Object.keys(answer.body.errors)).toEqual(["reason"]);
});

test("a call to a do-not-call lead is recorded like any other call", async () => {
  await permit({ isAllowed: false, reason: "asked us to stop" });
  const made = { calledAt: testApp.clock.now, outcome: "spoke" as const };
  await makeCall(testApp.deps, practice, leadId, made);
  expect(await firstOfList()).toMatchObject({ attempts: 1, lastOutcome: "spoke" });
});

test("the queue shows the time zones of a phone number and the time of the third-to-last call, ignoring undone calls", async () => {
  const called = (minutes: number) =>
    makeCall(testApp.deps, practice, leadId, {
      calledAt: new Date(testApp.clock.now.getTime() + minutes * 60_000),
      outcome: "no_answer",
    });
  await called(0);
  await called(1);
  expect(await firstOfList()).toMatchObject({
    timeZones: ["America/Chicago", "America/New_York"],
    thirdLastCalledAt: null,
  });
  await called(2);
  const { call } = await called(3);
  expect(await firstOfList()).toMatchObject({ thirdLastCalledAt: "2026-03-17T12:01:00.000Z" });
  const path = `/api/leads/${leadId}/calls/${call._id}/voidings`;
  await testApp.request("POST", path, { token: practice.token });
  expect(await firstOfList()).toMatchObject({ thirdLastCalledAt: "2026-03-17T12:00:00.000Z" });
});

function permit(json: unknown) {
  const path = `/api/leads/${leadId}/call-permissions`;
  return testApp.request("POST", path, { token: practice.token, json });
}

async function firstOfList() {
  return (await testApp.request("GET", "/api/leads/new", { token: practice.token })).body.leads[0];
}

async function history() {
  const { body } = await testApp.request("GET", `/api/leads/${leadId}`, { token: practice.token });
  return body.timeline
    .filter(({ kind }: { kind: string }) => kind === "do_not_call" || kind === "may_call")
    .map((entry: { kind: string; by: string; data: unknown }) => [
      entry.kind,
      entry.by,
      entry.data,
    ]);
}
