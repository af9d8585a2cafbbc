import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makeInquiry, makePerson } from "#server/db/make.ts";
import { recordCall } from "#server/desk/calls/calls.ts";
import { signInClient } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";

let testApp: TestApp;
let practice: Awaited<ReturnType<typeof signInClient>>;
let leadId: string;
beforeAll(async () => {
  testApp = await openTestApp();
});
beforeEach(async () => {
  practice = await signInClient(testApp);
  leadId = (await makeInquiry(testApp.deps, practice.clientId)).lead._id;
});
afterAll(() => testApp.close());

test("a request that repeats a call, outcome or undo gets the same response and doesn't notify other devices again", async () => {
  const heard: string[] = [];
  testApp.deps.deskEvents.subscribe(practice.clientId, (event) => {
    if (event !== "refetch" && event.kind === "lead") heard.push(event.leadId);
  });
  const call = { _id: randomUUID() };
  const tap = await send("calls", call);
  expect((await send("calls", call)).body).toEqual(tap.body);
  const outcome = await send("calls", { ...call, outcome: "voicemail" });
  expect((await send("calls", { ...call, outcome: "voicemail" })).body).toEqual(outcome.body);
  const voided = await send(`calls/${call._id}/voidings`);
  expect((await send(`calls/${call._id}/voidings`)).body).toEqual(voided.body);
  // Notifications arrive in order: once this last one is here, all earlier ones are too.
  const last = await makeInquiry(testApp.deps, practice.clientId);
  await testApp.request("POST", `/api/leads/${last.lead._id}/calls`, {
    token: practice.token,
    json: { _id: randomUUID() },
  });
  await expect.poll(() => heard).toContain(last.lead._id);
  expect(heard).toEqual([leadId, leadId, leadId, last.lead._id]);
});

test("other devices see who is calling, and an outcome entered by someone else doesn't change the caller", async () => {
  const mei = await makePerson(testApp.deps, practice.clientId, { firstName: "Mei" });
  const tools = { ...testApp.deps, jobs: null };
  const _id = randomUUID();
  const { lead } = await recordCall(tools, mei, leadId, { _id });
  expect(lead.openCall).toMatchObject({ _id, by: "Mei" });
  const list = await testApp.request("GET", "/api/leads/new", { token: practice.token });
  expect(list.body.leads).toMatchObject([{ openCall: { by: "Mei" } }]);
  const saved = await send("calls", { _id, outcome: "spoke" });
  expect(saved.body).toMatchObject({
    call: { by: expect.stringMatching(/^Mei /) },
    lead: { openCall: null },
  });
  const detail = await testApp.request("GET", `/api/leads/${leadId}`, { token: practice.token });
  expect(detail.body.calls).toMatchObject([{ _id, by: expect.stringMatching(/^Mei /) }]);
  const called = detail.body.timeline.find(({ kind }: { kind: string }) => kind === "called");
  expect(called.by).toMatch(/^Dana /);
});

test("a call or undo whose header has another practice's id is rejected and changes nothing", async () => {
  const _id = randomUUID();
  const other = { "Practice-Id": randomUUID() };
  const own = { "Practice-Id": practice.clientId };
  expect(await send("calls", { _id }, other)).toMatchObject({ status: 401 });
  expect((await send("calls", { _id }, own)).status).toBe(201);
  const outcome = { _id, outcome: "voicemail" };
  expect((await send("calls", outcome, other)).status).toBe(401);
  expect((await send(`calls/${_id}/voidings`, {}, other)).status).toBe(401);
  expect((await send("calls", outcome, own)).body.call).toMatchObject(outcome);
  expect((await send(`calls/${_id}/voidings`, {}, own)).status).toBe(201);
});

test("reusing another lead's call id is rejected and doesn't move that call", async () => {
  const call = { _id: randomUUID(), outcome: "voicemail" };
  await send("calls", call);
  const { lead } = await makeInquiry(testApp.deps, practice.clientId);
  const json = { ...call, outcome: "booked" };
  const path = `/api/leads/${lead._id}`;
  const { token } = practice;
  const answer = await testApp.request("POST", `${path}/calls`, { token, json });
  expect([answer.status, answer.body.code]).toEqual([409, "conflict"]);
  expect((await detail()).calls).toMatchObject([call]);
  expect((await testApp.request("GET", path, { token })).body.calls).toEqual([]);
});

test("a note sent twice with an outcome is saved once, and undoing the call keeps the note", async () => {
  const call = { _id: randomUUID(), outcome: "voicemail", note: " Mornings are best. " };
  const answers = await Promise.all([
    send("calls", call),
    send("calls", call),
    send("calls", call),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
  const { notes, timeline } = await detail();
  expect(notes).toMatchObject([
    { _id: call._id, title: "Mornings are best.", text: "Mornings are best." },
  ]);
  expect(timeline.filter(({ kind }: { kind: string }) => kind === "noted")).toHaveLength(1);
  // An undo affects only the call; notes about the person stay.
  await send(`calls/${call._id}/voidings`);
  expect((await detail()).notes).toHaveLength(1);
});

test("a note is saved only with an accepted outcome, and an empty note isn't saved", async () => {
  const _id = randomUUID();
  expect((await send("calls", { _id, note: "Too early" })).status).toBe(201);
  const late = { _id, outcome: "call_back", note: "Without a time" };
  expect((await send("calls", late)).status).toBe(422);
  expect((await send("calls", { _id, outcome: "voicemail", note: "  " })).status).toBe(201);
  expect((await send("calls", { _id, outcome: "booked", note: "Another" })).status).toBe(409);
  expect((await detail()).notes).toEqual([]);
});

test("sending an outcome again with a new note adds the note", async () => {
  const call = { _id: randomUUID(), outcome: "voicemail" };
  const first = await send("calls", call);
  const again = await send("calls", { ...call, note: "Asked for Ana" });
  expect(again.body.call).toEqual(first.body.call);
  expect((await detail()).notes).toMatchObject([{ text: "Asked for Ana" }]);
});

test.each([
  ["with two lines", "one\ntwo"],
  ["that is too long", "x".repeat(501)],
])("a call with a note %s is rejected and isn't saved", async (_, note) => {
  const answer = await send("calls", { _id: randomUUID(), outcome: "voicemail", note });
  expect(answer).toMatchObject({ status: 422, body: { errors: { note: expect.any(String) } } });
  expect((await detail()).calls).toEqual([]);
});

test("a call with a note is saved even when the lead has reached its note limit", async () => {
  const text = "n".repeat(5000);
  let status = 201;
  while (status === 201) {
    status = (await send("notes", { submissionId: randomUUID(), text })).status;
  }
  const call = { _id: randomUUID(), outcome: "spoke", note: "Still fits" };
  expect((await send("calls", call)).status).toBe(201);
  const { notes } = await detail();
  expect(notes.some(({ _id }: { _id: string }) => _id === call._id)).toBe(true);
});

async function detail() {
  const { token } = practice;
  return (await testApp.request("GET", `/api/leads/${leadId}`, { token })).body;
}

function send(path: string, json: object = {}, headers: Record<string, string> = {}) {
  const { token } = practice;
  return testApp.request("POST", `/api/leads/${leadId}/${path}`, { token, json, headers });
}
