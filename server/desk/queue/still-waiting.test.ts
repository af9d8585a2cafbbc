// A lead that is waiting for its first call is in the queue, regardless of what someone did with
// the lead before the inquiry was stored.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makeFormSource, makeInquiry } from "#server/db/make.ts";
import { makePhone } from "#server/db/make-phone.ts";
import { signIn, signInClient } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";

let testApp: TestApp;
let desk: Awaited<ReturnType<typeof signInClient>>;
beforeAll(async () => {
  testApp = await openTestApp();
});
beforeEach(async () => {
  testApp.clock.at("2026-03-17T12:00:00.000Z");
  desk = await signInClient(testApp);
});
afterAll(() => testApp.close());

const minutes = (count: number) => count * 60_000;

test("undoing a call also undoes the callback that was set after the call, so the lead is uncalled and in the queue", async () => {
  const { lead } = await makeInquiry(testApp.deps, desk.clientId);
  testApp.clock.forward(minutes(2));
  const { body } = await call(lead._id, { outcome: "no_answer" });
  testApp.clock.forward(minutes(1));
  await post(`/api/leads/${lead._id}/callback`, { callBackAt: "2026-03-19T12:00:00.000Z" });
  expect(await queue()).toEqual({ ids: [], uncalled: 0 });
  await post(`/api/leads/${lead._id}/calls/${body.call._id}/voidings`, {});
  expect(await queue()).toEqual({ ids: [lead._id], uncalled: 1 });
});

test.each([
  ["archive", { reason: "moved away" }],
  ["callback", { callBackAt: "2026-03-27T12:00:00.000Z" }],
])(
  "an inquiry that a platform reports late is in the queue despite an earlier %s",
  async (verb, told) => {
    const phone = makePhone();
    const { lead } = await makeInquiry(testApp.deps, desk.clientId, { phone });
    testApp.clock.forward(minutes(5));
    await call(lead._id, { outcome: "spoke" });
    testApp.clock.forward(minutes(30));
    await post(`/api/leads/${lead._id}/${verb}`, told);
    testApp.clock.forward(minutes(60));
    const submittedAt = new Date("2026-03-17T12:30:00.000Z");
    // The inquiry was received before the lead was archived or got a callback, but it was fetched
    // afterward because Graph was unavailable.
    await makeInquiry(testApp.deps, desk.clientId, { phone, submittedAt, receivedAt: submittedAt });
    expect(await queue()).toEqual({ ids: [lead._id], uncalled: 1 });
  },
);

test("an inquiry that arrives while someone archives its lead puts the lead back in the queue", async () => {
  const phone = makePhone();
  const { lead } = await makeInquiry(testApp.deps, desk.clientId, { phone });
  testApp.clock.forward(minutes(2));
  await call(lead._id, { outcome: "spoke" });
  testApp.clock.forward(minutes(2));
  const { formKey } = await makeFormSource(testApp.deps, desk.clientId);
  const other = await testApp.pool.connect();
  await other.query("begin");
  await other.query("select 1 from leads where id = $1 for update", [lead._id]);
  const archived = post(`/api/leads/${lead._id}/archive`, { reason: "no interest" });
  await waitingForLocks(1);
  const json = { firstName: "Marisol", phone };
  const asked = testApp.request("POST", `/api/intake/form/${formKey}`, { json });
  await waitingForLocks(2);
  testApp.clock.forward(5);
  await other.query("commit");
  other.release();
  expect([(await archived).status, (await asked).status]).toEqual([201, 201]);
  expect(await queue()).toEqual({ ids: [lead._id], uncalled: 1 });
});

test("an archived lead returns to the queue after a restore or another inquiry", async () => {
  const phone = makePhone();
  const { lead } = await makeInquiry(testApp.deps, desk.clientId, { phone });
  await post(`/api/leads/${lead._id}/archive`, { reason: "a test of ours" });
  expect(await queue()).toEqual({ ids: [], uncalled: 0 });
  await post(`/api/leads/${lead._id}/restore`, {});
  expect(await queue()).toEqual({ ids: [lead._id], uncalled: 1 });
  await post(`/api/leads/${lead._id}/archive`, { reason: "a test of ours" });
  await makeInquiry(testApp.deps, desk.clientId, { phone });
  expect(await queue()).toEqual({ ids: [lead._id], uncalled: 1 });
});

test("a callback that was promised on a call is saved even if another device archived the lead during the call", async () => {
  const { lead } = await makeInquiry(testApp.deps, desk.clientId);
  const other = await signIn(testApp, desk.email, "a phone");
  testApp.clock.forward(minutes(2));
  const _id = randomUUID();
  await call(lead._id, { _id });
  testApp.clock.forward(minutes(1));
  await post(`/api/leads/${lead._id}/archive`, { reason: "twice here" }, other);
  testApp.clock.forward(minutes(2));
  const callBackAt = "2026-03-18T15:00:00.000Z";
  const told = await call(lead._id, { _id, outcome: "call_back", callBackAt });
  expect(told.body.lead).toMatchObject({ state: "callback", callBackAt });
});

function post(path: string, json: unknown, token = desk.token) {
  return testApp.request("POST", path, { token, json });
}

function call(leadId: string, json: object) {
  return post(`/api/leads/${leadId}/calls`, { _id: randomUUID(), ...json });
}

async function queue() {
  const { body } = await testApp.request("GET", "/api/leads/new", { token: desk.token });
  const ids: string[] = body.leads.map(({ _id }: { _id: string }) => _id);
  return { ids, uncalled: body.uncalled };
}

async function waitingForLocks(count: number) {
  for (;;) {
    const { rows } = await testApp.pool.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    if (rows.length >= count) return;
    await sleep(20);
  }
}
