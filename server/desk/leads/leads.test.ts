import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makeCampaign, makeFormSource, makeInquiry } from "#server/db/make.ts";
import { markAlerted } from "#server/desk/live/first-seen.ts";
import { signInClient } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";

type Practice = Awaited<ReturnType<typeof signInClient>>;

let testApp: TestApp;
let practice: Practice;
beforeAll(async () => {
  testApp = await openTestApp();
});
beforeEach(async () => {
  testApp.clock.at("2026-03-17T12:00:00.000Z");
  practice = await signInClient(testApp);
});
afterAll(() => testApp.close());

const minutes = (count: number) => count * 60_000;

test("a new lead's clock runs until the first call, which determines the lead's bucket", async () => {
  const { lead } = await makeInquiry(testApp.deps, practice.clientId);
  testApp.clock.forward(minutes(9));
  expect(await onTime()).toEqual({ lt10: 0, lt60: 0, other: 0 });
  const list = await newLeads();
  expect(list.leads[0]).toMatchObject({ _id: lead._id, uncalledSince: "2026-03-17T12:00:00.000Z" });

  const answer = await call(lead._id, { outcome: "no_answer" });
  expect(answer.status).toBe(201);
  expect(answer.body.lead).toMatchObject({ uncalledSince: null, attempts: 1, state: "new" });
  expect(await onTime()).toEqual({ lt10: 1, lt60: 0, other: 0 });
});

test.each([
  [minutes(10) - 1, { lt10: 1, lt60: 0, other: 0 }],
  [minutes(10), { lt10: 0, lt60: 1, other: 0 }],
  [minutes(60) - 1, { lt10: 0, lt60: 1, other: 0 }],
  [minutes(60), { lt10: 0, lt60: 0, other: 1 }],
])("a lead called after %i ms counts as %o", async (elapsed, figures) => {
  const { lead } = await makeInquiry(testApp.deps, practice.clientId);
  testApp.clock.forward(elapsed);
  await call(lead._id, { outcome: "spoke" });
  testApp.clock.forward(minutes(300));
  expect(await onTime()).toEqual(figures);
});

test("an uncalled lead is late after exactly an hour, and a call after that doesn't change it", async () => {
  const { lead } = await makeInquiry(testApp.deps, practice.clientId);
  testApp.clock.forward(minutes(60));
  expect(await onTime()).toEqual({ lt10: 0, lt60: 0, other: 1 });
  await call(lead._id, { outcome: "spoke" });
  expect(await onTime()).toEqual({ lt10: 0, lt60: 0, other: 1 });
});

test("a call counts at the time of its tap, but only once its outcome is recorded", async () => {
  const { lead } = await makeInquiry(testApp.deps, practice.clientId);
  testApp.clock.forward(minutes(8));
  const _id = randomUUID();
  await call(lead._id, { _id });
  testApp.clock.forward(minutes(62));
  expect(await onTime()).toEqual({ lt10: 0, lt60: 0, other: 1 });
  await call(lead._id, { _id, outcome: "spoke" });
  expect(await onTime()).toEqual({ lt10: 1, lt60: 0, other: 0 });
});

test("a call logged after the fact is marked as such and counts at the time it was made", async () => {
  const { lead } = await makeInquiry(testApp.deps, practice.clientId);
  testApp.clock.forward(minutes(90));
  const answer = await call(lead._id, { outcome: "spoke", calledAt: "2026-03-17T12:05:00.000Z" });
  expect(answer.body.call).toMatchObject({ isEnteredLater: true });
  expect(await onTime()).toEqual({ lt10: 1, lt60: 0, other: 0 });
});

test("a tap that reaches the server late counts at the time of the tap and is marked as logged after the fact", async () => {
  const { lead } = await makeInquiry(testApp.deps, practice.clientId);
  testApp.clock.forward(minutes(90));
  const answer = await call(lead._id, { outcome: "spoke", agoMs: minutes(85) });
  expect(answer.body.call).toMatchObject({
    calledAt: "2026-03-17T12:05:00.000Z",
    isEnteredLater: true,
  });
  expect(await onTime()).toEqual({ lt10: 1, lt60: 0, other: 0 });
});

test("a tap time before the inquiry is ignored, so the call counts at the time it arrives", async () => {
  const { lead } = await makeInquiry(testApp.deps, practice.clientId);
  testApp.clock.forward(minutes(90));
  const answer = await call(lead._id, { outcome: "spoke", agoMs: minutes(91) });
  expect(answer.body.call).toMatchObject({
    calledAt: "2026-03-17T13:30:00.000Z",
    isEnteredLater: false,
  });
  expect(await onTime()).toEqual({ lt10: 0, lt60: 0, other: 1 });
});

test("a call that is logged after the server's clock was set back counts at the time of the inquiry", async () => {
  const { lead } = await makeInquiry(testApp.deps, practice.clientId);
  testApp.clock.forward(-minutes(5));
  const _id = randomUUID();
  expect((await call(lead._id, { _id })).body.call).toMatchObject({
    calledAt: "2026-03-17T12:00:00.000Z",
  });
  const answer = await call(lead._id, { _id, outcome: "spoke" });
  expect(answer.body.call).toMatchObject({ calledAt: "2026-03-17T12:00:00.000Z" });
  testApp.clock.forward(minutes(65));
  expect(await onTime()).toEqual({ lt10: 1, lt60: 0, other: 0 });
});

test.each([
  ["in the future", "2026-03-17T12:00:00.001Z", "That’s in the future. Enter an earlier time."],
  [
    "before the inquiry",
    "2026-03-17T11:59:59.999Z",
    "That’s before the inquiry came in. Enter a later time.",
  ],
])("a call %s is rejected and doesn't stop the clock", async (_, calledAt, sentence) => {
  const { lead } = await makeInquiry(testApp.deps, practice.clientId);
  const answer = await call(lead._id, { outcome: "spoke", calledAt });
  expect(answer.status).toBe(422);
  expect(answer.body.errors).toEqual({ calledAt: sentence });
  expect((await newLeads()).leads[0]?.uncalledSince).not.toBeNull();
});

test("a call sent three times counts once, and sending it with a different outcome is rejected", async () => {
  const { lead } = await makeInquiry(testApp.deps, practice.clientId);
  const _id = randomUUID();
  const answers = await Promise.all([1, 2, 3].map(() => call(lead._id, { _id, outcome: "spoke" })));
  expect(answers.map((answer) => answer.status)).toEqual([201, 201, 201]);
  expect(answers.at(-1)?.body.lead.attempts).toBe(1);
  expect((await call(lead._id, { _id, outcome: "booked" })).status).toBe(409);
});

test.each([
  ["spoke", "new", true],
  ["voicemail", "new", true],
  ["no_answer", "new", true],
  ["booked", "customer", false],
  ["not_interested", "archived", false],
  ["wrong_number", "archived", false],
  ["asked_to_stop", "archived", false],
] as const)("after the outcome %s, a lead is %s", async (outcome, state, isListed) => {
  const { lead } = await makeInquiry(testApp.deps, practice.clientId);
  const answer = await call(lead._id, { outcome });
  expect(answer.body.lead.state).toBe(state);
  expect((await newLeads()).total).toBe(isListed ? 1 : 0);
});

test("a lead with a callback isn't in the queue until the callback is due", async () => {
  const { lead } = await makeInquiry(testApp.deps, practice.clientId);
  expect((await call(lead._id, { outcome: "call_back" })).status).toBe(422);
  await call(lead._id, { outcome: "call_back", callBackAt: "2026-03-17T13:00:00.000Z" });
  expect((await newLeads()).total).toBe(0);
  testApp.clock.at("2026-03-17T13:00:00.000Z");
  expect((await newLeads()).leads[0]).toMatchObject({ _id: lead._id, state: "callback" });
});

test("a callback time is ignored if the outcome isn't a callback", async () => {
  const { lead } = await makeInquiry(testApp.deps, practice.clientId);
  const callBackAt = "2026-03-17T13:00:00.000Z";
  const answer = await call(lead._id, { outcome: "no_answer", callBackAt });
  expect(answer.body.call.callBackAt).toBeNull();
});

test("an inquiry before the first call joins the running clock, and one after the call starts a new clock", async () => {
  const person = { phone: "(813) 555-0142", email: "a@example.com" };
  const first = await makeInquiry(testApp.deps, practice.clientId, person);
  testApp.clock.forward(minutes(5));
  const again = await makeInquiry(testApp.deps, practice.clientId, {
    ...person,
    email: "b@example.com",
  });
  expect(again.lead._id).toBe(first.lead._id);
  expect(again.lead).toMatchObject({
    uncalledSince: "2026-03-17T12:00:00.000Z",
    askedAgainAt: "2026-03-17T12:05:00.000Z",
  });
  await call(first.lead._id, { outcome: "not_interested" });
  testApp.clock.forward(minutes(60));
  const reopened = await makeInquiry(testApp.deps, practice.clientId, person);
  expect(reopened.lead).toMatchObject({
    _id: first.lead._id,
    state: "new",
    uncalledSince: "2026-03-17T13:05:00.000Z",
  });
  expect(await onTime()).toEqual({ lt10: 1, lt60: 0, other: 0 });
});

test("ten simultaneous inquiries from one person create one lead", async () => {
  const person = { phone: "(813) 555-0177", email: "same@example.com" };
  const made = await Promise.all(
    Array.from({ length: 10 }, () => makeInquiry(testApp.deps, practice.clientId, person)),
  );
  expect(new Set(made.map(({ lead }) => lead._id)).size).toBe(1);
  expect((await newLeads()).total).toBe(1);
});

test("an inquiry whose phone and email match different leads joins the lead with the phone number", async () => {
  const { clientId } = practice;
  const byPhone = await makeInquiry(testApp.deps, clientId, { phone: "(727) 555-0101" });
  const byMail = await makeInquiry(testApp.deps, clientId, { email: "mail@example.com" });
  const both = { phone: "(727) 555-0101", email: "mail@example.com" };
  const { lead } = await makeInquiry(testApp.deps, clientId, both);
  expect(lead._id).toBe(byPhone.lead._id);
  const { token } = practice;
  const detail = (await testApp.request("GET", `/api/leads/${lead._id}`, { token })).body;
  expect(detail.suggestions).toMatchObject([{ _id: byMail.lead._id, reasons: ["earlier_email"] }]);
});

test("a submission time in the future is replaced by the time of receipt", async () => {
  const { lead } = await makeInquiry(testApp.deps, practice.clientId, {
    submittedAt: new Date("2026-03-17T12:30:00.000Z"),
    receivedAt: testApp.clock.now,
  });
  expect(lead.timeReceived).toBe("2026-03-17T12:00:00.000Z");
});

test("a test lead is listed with its source but doesn't count as on time or late", async () => {
  const { sourceId } = await makeFormSource(testApp.deps, practice.clientId, "Website");
  const { lead } = await makeInquiry(testApp.deps, practice.clientId, { isTest: true, sourceId });
  expect(lead.source).toBe("Website");
  testApp.clock.forward(minutes(90));
  const shown = { _id: lead._id, isTest: true, source: "Website" };
  expect((await newLeads()).leads[0]).toMatchObject(shown);
  expect(await onTime()).toEqual({ lt10: 0, lt60: 0, other: 0 });
});

test("the queue sorted by next lists leads with the least time left, then late leads, due callbacks and the longest untouched", async () => {
  const at = (iso: string, firstName: string) =>
    makeInquiry(testApp.deps, practice.clientId, { firstName, submittedAt: new Date(iso) });
  const untouched = await at("2026-03-17T08:00:00.000Z", "untouched");
  const touched = await at("2026-03-17T07:00:00.000Z", "touched");
  const overdue = await at("2026-03-17T06:00:00.000Z", "overdue");
  testApp.clock.at("2026-03-17T09:00:00.000Z");
  await call(untouched.lead._id, { outcome: "no_answer" });
  await call(overdue.lead._id, { outcome: "call_back", callBackAt: "2026-03-17T11:00:00.000Z" });
  testApp.clock.at("2026-03-17T09:30:00.000Z");
  await call(touched.lead._id, { outcome: "voicemail" });
  await at("2026-03-17T10:00:00.000Z", "late older");
  await at("2026-03-17T10:30:00.000Z", "late newer");
  await at("2026-03-17T11:10:00.000Z", "ten left of sixty");
  await at("2026-03-17T11:51:00.000Z", "one left of ten");
  await at("2026-03-17T11:55:00.000Z", "five left of ten");
  testApp.clock.at("2026-03-17T12:00:00.000Z");

  const expected = [
    "one left of ten",
    "five left of ten",
    "ten left of sixty",
    "late newer",
    "late older",
    "overdue",
    "untouched",
    "touched",
  ];
  expect(await walk("next", 3)).toEqual(expected);
  expect((await walk("newest", 3))[0]).toBe("five left of ten");
  expect((await walk("oldest", 3))[0]).toBe("overdue");
});

test.each(["813555", "(813) 555-0199", "813.555.0199", "+1 813 555 0199", "QUINT", "find@ex"])(
  "a search for %s finds the person",
  async (search) => {
    await makeInquiry(testApp.deps, practice.clientId, { lastName: "Other", firstName: "Some" });
    await makeInquiry(testApp.deps, practice.clientId, {
      lastName: "Quintero",
      phone: "813-555-0199",
      email: "find@example.com",
    });
    const found = await newLeads(`?search=${encodeURIComponent(search)}`);
    expect(found.total).toBe(1);
    expect(found.leads[0].lastName).toBe("Quintero");
  },
);

test.each(["%", "_", "\\", "' or 1=1 --"])(
  "a search for %s is matched as text, not as a pattern",
  async (search) => {
    await makeInquiry(testApp.deps, practice.clientId);
    expect((await newLeads(`?search=${encodeURIComponent(search)}`)).total).toBe(0);
  },
);

test("leads, new customers, campaigns and impressions are counted, even after a customer inquires again", async () => {
  const { clientId } = practice;
  await makeCampaign(testApp.deps, {
    clientId,
    name: "Spring",
    platform: "meta",
    impressions: 3000,
    impressionsAsOf: "2026-03-16",
  });
  await makeCampaign(testApp.deps, { clientId, name: "Summer", platform: "meta" });
  const person = { phone: "(813) 555-0166" };
  const { lead } = await makeInquiry(testApp.deps, clientId, person);
  await makeInquiry(testApp.deps, clientId);
  await call(lead._id, { outcome: "booked" });
  testApp.clock.forward(minutes(10));
  await makeInquiry(testApp.deps, clientId, person);
  const counts = await testApp.request("GET", "/api/leads/count", { token: practice.token });
  expect(counts.body).toEqual({
    leadsCount: 2,
    newCustomers: 1,
    campaigns: 2,
    impressions: 3000,
    impressionsAsOf: "2026-03-16",
  });
});

test("an invalid cursor is rejected", async () => {
  const answer = await testApp.request("GET", "/api/leads/new?cursor=e30", {
    token: practice.token,
  });
  expect(answer.status).toBe(422);
});

test("an undone call stays on the timeline as void, and the clock continues", async () => {
  const { lead } = await makeInquiry(testApp.deps, practice.clientId);
  testApp.clock.forward(minutes(3));
  const made = await call(lead._id, { outcome: "booked" });
  expect(await onTime()).toEqual({ lt10: 1, lt60: 0, other: 0 });
  testApp.clock.forward(minutes(1));
  const path = `/api/leads/${lead._id}/calls/${made.body.call._id}/voidings`;
  const undone = await testApp.request("POST", path, { token: practice.token });
  expect(undone.body.lead).toMatchObject({
    state: "new",
    attempts: 0,
    uncalledSince: "2026-03-17T12:00:00.000Z",
  });
  expect(await onTime()).toEqual({ lt10: 0, lt60: 0, other: 0 });
  const detail = (await testApp.request("GET", `/api/leads/${lead._id}`, { token: practice.token }))
    .body;
  expect(detail.calls[0].voidedAt).toBe("2026-03-17T12:04:00.000Z");
  expect(detail.timeline.map((entry: { kind: string }) => entry.kind)).toEqual([
    "call_voided",
    "called",
    "seen",
    "received",
    "submitted",
  ]);
  const late = await call(lead._id, { _id: made.body.call._id, outcome: "booked" });
  expect(late.status).toBe(409);
});

test("a lead that is archived without a call still becomes late", async () => {
  const { lead } = await makeInquiry(testApp.deps, practice.clientId);
  const token = practice.token;
  const away = { token, json: { reason: "did not feel like it" } };
  const answer = await testApp.request("POST", `/api/leads/${lead._id}/archive`, away);
  expect(answer.body.lead.state).toBe("archived");
  expect((await newLeads()).total).toBe(0);
  testApp.clock.forward(minutes(60));
  expect(await onTime()).toEqual({ lt10: 0, lt60: 0, other: 1 });
  await testApp.request("POST", `/api/leads/${lead._id}/restore`, { token });
  expect((await newLeads()).leads[0]).toMatchObject({ _id: lead._id, state: "new" });
});

test("a deleted lead isn't listed but still counts as late, and it can be restored", async () => {
  const { lead } = await makeInquiry(testApp.deps, practice.clientId);
  const { token } = practice;
  testApp.clock.forward(minutes(60));
  expect((await testApp.request("DELETE", `/api/leads/${lead._id}`, { token })).status).toBe(200);
  expect((await newLeads()).total).toBe(0);
  expect((await testApp.request("GET", `/api/leads/${lead._id}`, { token })).status).toBe(404);
  expect(await onTime()).toEqual({ lt10: 0, lt60: 0, other: 1 });
  await testApp.request("POST", `/api/leads/${lead._id}/restore`, { token });
  expect((await newLeads()).total).toBe(1);
});

test("a walk-in is listed without a clock, so a call to them doesn't count as on time", async () => {
  const json = { firstName: "Walter", phoneNumber: "813 555 0123" };
  const { token } = practice;
  const added = await testApp.request("POST", "/api/leads", { token, json });
  expect(added.body.lead).toMatchObject({ phone: "+18135550123", uncalledSince: null });
  testApp.clock.forward(minutes(90));
  await call(added.body.lead._id, { outcome: "booked" });
  expect(await onTime()).toEqual({ lt10: 0, lt60: 0, other: 0 });
  const nameless = await testApp.request("POST", "/api/leads", {
    token,
    json: { firstName: "Walter" },
  });
  expect(nameless.body.errors).toEqual({ phone: "Please fill this in." });
});

test("the timeline shows the old and new values of an edited name and number", async () => {
  const { lead } = await makeInquiry(testApp.deps, practice.clientId, { phone: "(813) 555-0111" });
  const { token } = practice;
  const json = { firstName: "Marisól", phone: "813.555.0112" };
  const answer = await testApp.request("PATCH", `/api/leads/${lead._id}`, { token, json });
  expect(answer.body.lead).toMatchObject({ firstName: "Marisól", phone: "+18135550112" });
  const detail = (await testApp.request("GET", `/api/leads/${lead._id}`, { token })).body;
  expect(detail.timeline[0]).toMatchObject({
    kind: "changed",
    by: "Dana Whitfield",
    data: {
      firstName: { from: "Marisol", to: "Marisól" },
      phone: { from: "+18135550111", to: "+18135550112" },
    },
  });
  expect(detail.timeline[0].data).not.toHaveProperty("lastName");
});

test("an inquiry records the time of each step from its submission to the first conversation", async () => {
  const { clientId, token } = practice;
  const { lead } = await makeInquiry(testApp.deps, clientId, {
    receivedAt: new Date("2026-03-17T12:00:01.000Z"),
  });
  testApp.clock.at("2026-03-17T12:00:02.000Z");
  await markAlerted(testApp.deps, { clientId, device: "Firefox" }, lead._id);
  testApp.clock.at("2026-03-17T12:01:00.000Z");
  await testApp.request("POST", `/api/leads/${lead._id}/sightings`, { token });
  await testApp.request("POST", `/api/leads/${lead._id}/sightings`, { token });
  testApp.clock.at("2026-03-17T12:02:00.000Z");
  await call(lead._id, { outcome: "no_answer" });
  testApp.clock.at("2026-03-17T12:30:00.000Z");
  await call(lead._id, { outcome: "spoke" });
  const { inquiries } = (await testApp.request("GET", `/api/leads/${lead._id}`, { token })).body;
  expect(inquiries[0]).toMatchObject({
    submittedAt: "2026-03-17T12:00:00.000Z",
    receivedAt: "2026-03-17T12:00:01.000Z",
    alertedAt: "2026-03-17T12:00:02.000Z",
    firstSeenAt: "2026-03-17T12:01:00.000Z",
    firstCalledAt: "2026-03-17T12:02:00.000Z",
    firstSpokeAt: "2026-03-17T12:30:00.000Z",
  });
});

test("a call marks a lead as seen, and opening the lead later doesn't change the time", async () => {
  const { clientId, token } = practice;
  const { lead } = await makeInquiry(testApp.deps, clientId);
  testApp.clock.at("2026-03-17T12:02:00.000Z");
  await call(lead._id, {});
  testApp.clock.at("2026-03-17T12:05:00.000Z");
  await testApp.request("POST", `/api/leads/${lead._id}/sightings`, { token });
  const { inquiries, timeline } = (
    await testApp.request("GET", `/api/leads/${lead._id}`, { token })
  ).body;
  expect(inquiries[0].firstSeenAt).toBe("2026-03-17T12:02:00.000Z");
  expect(timeline.filter(({ kind }: { kind: string }) => kind === "seen")).toHaveLength(1);
});

function call(leadId: string, json: Record<string, unknown>) {
  return testApp.request("POST", `/api/leads/${leadId}/calls`, {
    token: practice.token,
    json: { _id: randomUUID(), ...json },
  });
}

async function newLeads(query = "") {
  return (await testApp.request("GET", `/api/leads/new${query}`, { token: practice.token })).body;
}

async function onTime() {
  return (await testApp.request("GET", "/api/leads/cot", { token: practice.token })).body.timeDiff;
}

async function walk(sort: string, limit: number): Promise<string[]> {
  const names: string[] = [];
  let cursor = "";
  for (;;) {
    const page = await newLeads(`?sort=${sort}&limit=${limit}${cursor}`);
    names.push(...page.leads.map((lead: { firstName: string }) => lead.firstName));
    if (!page.nextCursor) return names;
    cursor = `&cursor=${page.nextCursor}`;
  }
}
