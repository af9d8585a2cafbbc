import { hash, randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makeInquiry } from "#server/db/make.ts";
import { signIn, signInClient } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";
import { mayBeSameCall } from "./same-call.ts";

const minuteMs = 60_000;

let testApp: TestApp;
let desk: string;
let phone: string;
let leadId: string;
beforeAll(async () => {
  testApp = await openTestApp();
});
beforeEach(async () => {
  testApp.clock.at("2026-03-17T12:00:00.000Z");
  const practice = await signInClient(testApp);
  desk = practice.token;
  phone = await signIn(testApp, practice.email, "a phone");
  leadId = (await makeInquiry(testApp.deps, practice.clientId)).lead._id;
});
afterAll(() => testApp.close());

test("an outcome from a second device within two minutes is rejected until that device says whether it's the same call", async () => {
  await tell(desk, { outcome: "voicemail" });
  testApp.clock.forward(2 * minuteMs - 1);
  const _id = randomUUID();
  const asked = await tell(phone, { _id, outcome: "no_answer" });
  expect(asked).toMatchObject({ status: 409, body: { code: "same_call" } });
  // Until then, the second device's tap is stored but doesn't count as another attempt.
  expect((await detail()).lead).toMatchObject({ attempts: 1, openCall: { _id } });

  const joined = await tell(phone, { _id, outcome: "no_answer", isSameCall: true });
  expect(joined.status).toBe(201);
  expect(joined.body.call).toMatchObject({ outcome: "voicemail" });
  expect(joined.body.lead).toMatchObject({
    attempts: 1,
    lastOutcome: "voicemail",
    openCall: null,
  });
  // Sending the same call again changes nothing.
  expect((await tell(phone, { _id, outcome: "no_answer", isSameCall: true })).body).toEqual(
    joined.body,
  );
  expect((await detail()).timeline[0]).toMatchObject({ kind: "call_joined" });
});

test("both notes are kept when calls from two devices are merged", async () => {
  await tell(desk, { outcome: "voicemail", note: "Left our number" });
  const mine = { _id: randomUUID(), outcome: "voicemail", note: "Ask for Ana" };
  expect((await tell(phone, mine)).status).toBe(409);
  expect((await detail()).notes).toHaveLength(1);
  const joined = { ...mine, isSameCall: true };
  expect((await tell(phone, joined)).status).toBe(201);
  expect((await tell(phone, joined)).status).toBe(201);
  const texts = (await detail()).notes.map(({ text }: { text: string }) => text);
  expect(texts.toSorted()).toEqual(["Ask for Ana", "Left our number"]);
});

test("both calls count if the second device says that they are different", async () => {
  await tell(desk, { outcome: "voicemail" });
  const _id = randomUUID();
  await tell(phone, { _id, outcome: "booked" });
  const counted = await tell(phone, { _id, outcome: "booked", isSameCall: false });
  expect(counted.body.lead).toMatchObject({ attempts: 2, state: "customer" });
});

test("calls from the same device, calls two minutes apart and undone calls aren't treated as the same call", async () => {
  const first = await tell(desk, { outcome: "voicemail" });
  expect((await tell(desk, { outcome: "no_answer" })).status).toBe(201);
  testApp.clock.forward(2 * minuteMs);
  expect((await tell(phone, { outcome: "no_answer" })).status).toBe(201);
  testApp.clock.forward(10 * minuteMs);
  const undone = await tell(desk, { outcome: "spoke" });
  const { _id } = undone.body.call;
  await testApp.request("POST", `/api/leads/${leadId}/calls/${_id}/voidings`, { token: desk });
  expect((await tell(phone, { outcome: "spoke" })).status).toBe(201);
  expect(first.status).toBe(201);
});

test("a merged call stops the clock at the earlier of the two taps", async () => {
  const _id = randomUUID();
  await tell(phone, { _id });
  testApp.clock.forward(30_000);
  await tell(desk, { outcome: "no_answer" });
  const joined = await tell(phone, { _id, outcome: "no_answer", isSameCall: true });
  expect(joined.body.lead.firstCalledAt).toBe("2026-03-17T12:00:00.000Z");
});

test("a later tap that is merged doesn't move the call's time", async () => {
  await tell(desk, { outcome: "no_answer" });
  testApp.clock.forward(30_000);
  const _id = randomUUID();
  await tell(phone, { _id });
  testApp.clock.forward(30_000);
  const joined = await tell(phone, { _id, outcome: "no_answer", isSameCall: true });
  expect(joined.body.lead.firstCalledAt).toBe("2026-03-17T12:00:00.000Z");
});

test("one of two outcomes sent at the same moment is saved, and the other device is asked whether it's the same call", async () => {
  const both = await Promise.all([
    tell(desk, { outcome: "no_answer" }),
    tell(phone, { outcome: "no_answer" }),
  ]);
  expect(both.map((answer) => answer.status).toSorted()).toEqual([201, 409]);
  expect((await detail()).lead.attempts).toBe(1);
});

test("a call that waits for a lock on the lead is compared with the call that was stored during the wait", async () => {
  const sessions = await testApp.pool.query(
    "select account_id, id from sessions where token_hash = $1",
    [hash("sha256", desk)],
  );
  const { account_id: accountId, id: sessionId } = sessions.rows[0];
  const now = testApp.clock.now.toISOString();
  const commit = await testApp.hold(
    `select from leads where id = '${leadId}' for no key update;
     insert into calls (client_id, id, lead_id, account_id, session_id, called_at, recorded_at,
       is_entered_later, outcome, outcome_at)
     select client_id, '${randomUUID()}', id, '${accountId}', '${sessionId}', '${now}', '${now}',
       false, 'voicemail', '${now}'
     from leads where id = '${leadId}'`,
  );
  const asked = tell(phone, { outcome: "no_answer" });
  await testApp.untilWaiting(1);
  await commit();
  expect(await asked).toMatchObject({ status: 409, body: { code: "same_call" } });
});

const at = (minutes: number) => new Date(Date.UTC(2026, 2, 17, 12, minutes));
const span = (from: number, to: number, isEnteredLater = false) => ({
  calledAt: at(from),
  outcomeAt: at(to),
  isEnteredLater,
});

test.each([
  ["a call that started while the other lasted", span(0, 9), span(5, 5), true],
  ["a call that started a minute after the other ended", span(0, 9), span(10, 10), true],
  ["a call that started two minutes after the other ended", span(0, 9), span(11, 11), false],
  ["a call that is logged later with a matching time", span(0, 1), span(1, 50, true), true],
  [
    "a call that is logged after another one, with a time an hour earlier",
    span(60, 60),
    span(0, 60, true),
    false,
  ],
])("call times decide whether two calls may be the same: %s", (_, one, other, expected) => {
  expect(mayBeSameCall(one, other)).toBe(expected);
  expect(mayBeSameCall(other, one)).toBe(expected);
});

type Told = {
  note?: string;
  _id?: string;
  outcome?: string;
  isSameCall?: boolean;
};

function tell(token: string, told: Told) {
  const json = { _id: randomUUID(), ...told };
  return testApp.request("POST", `/api/leads/${leadId}/calls`, { token, json });
}

async function detail() {
  return (await testApp.request("GET", `/api/leads/${leadId}`, { token: desk })).body;
}
