// Calls with the outcome "Asked us to stop".
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makeInquiry } from "#server/db/make.ts";
import { signInClient } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";

let testApp: TestApp;
let practice: Awaited<ReturnType<typeof signInClient>>;
let leadId: string;
beforeAll(async () => {
  testApp = await openTestApp();
});
beforeEach(async () => {
  testApp.clock.at("2026-03-17T14:00:00.000Z");
  practice = await signInClient(testApp);
  leadId = (await makeInquiry(testApp.deps, practice.clientId)).lead._id;
});
afterAll(() => testApp.close());

test("a lead that asks us to stop on a call is marked do-not-call and archived, and its clock stops", async () => {
  testApp.clock.forward(60_000);
  const { lead } = await call("asked_to_stop");
  expect(lead).toMatchObject({
    ...{ state: "archived", uncalledSince: null },
    doNotCall: { since: "2026-03-17T14:01:00.000Z", reason: "Asked us to stop on a call" },
  });
  expect(await kinds()).toContain("do_not_call");
});

test("undoing the call removes its do-not-call mark, and the clock continues from its original start", async () => {
  const { _id } = await call("asked_to_stop");
  testApp.clock.forward(60_000);
  const { body } = await send("POST", `calls/${_id}/voidings`);
  expect(body.lead).toMatchObject({ state: "new", doNotCall: null });
  expect(body.lead.uncalledSince).toBe("2026-03-17T14:00:00.000Z");
  // A second undo changes nothing.
  await send("POST", `calls/${_id}/voidings`);
  expect((await kinds()).filter((kind) => kind === "may_call")).toHaveLength(1);
});

test("undoing the call keeps an earlier do-not-call mark", async () => {
  await send("POST", "call-permissions", { isAllowed: false, reason: "By letter" });
  const { _id, lead } = await call("asked_to_stop");
  expect(lead.doNotCall).toMatchObject({ reason: "By letter" });
  const { body } = await send("POST", `calls/${_id}/voidings`);
  expect(body.lead.doNotCall).toMatchObject({ reason: "By letter" });
});

test("undoing the call keeps a do-not-call mark that someone set again after the call", async () => {
  const { _id } = await call("asked_to_stop");
  testApp.clock.forward(60_000);
  await send("POST", "call-permissions", { isAllowed: true, reason: "Asked for an appointment" });
  testApp.clock.forward(60_000);
  await send("POST", "call-permissions", { isAllowed: false, reason: "Changed their mind" });
  const { body } = await send("POST", `calls/${_id}/voidings`);
  expect(body.lead.doNotCall).toMatchObject({ reason: "Changed their mind" });
});

test("undoing one of two calls that asked us to stop keeps the mark until the other is undone", async () => {
  const first = await call("asked_to_stop");
  testApp.clock.forward(60_000);
  const second = await call("asked_to_stop");
  const undone = async ({ _id }: { _id: string }) =>
    (await send("POST", `calls/${_id}/voidings`)).body.lead.doNotCall;
  expect(await undone(first)).toMatchObject({ reason: "Asked us to stop on a call" });
  expect(await undone(second)).toBeNull();
});

async function call(outcome: string) {
  const _id = randomUUID();
  const { status, body } = await send("POST", "calls", { _id, outcome });
  expect(status).toBe(201);
  return { _id, lead: body.lead };
}

async function kinds(): Promise<string[]> {
  const { body } = await send("GET", "");
  return body.timeline.map(({ kind }: { kind: string }) => kind);
}

function send(method: string, path: string, json?: object) {
  const address = `/api/leads/${leadId}${path && `/${path}`}`;
  return testApp.request(method, address, { token: practice.token, json });
}
