// Another inquiry from a known person joins their lead, keeps the lead's data, and doesn't create a
// duplicate.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { LeadDetail } from "#contract/lead-detail.ts";
import { makeCall, makeCampaign, makeFormSource, makeInquiry } from "#server/db/make.ts";
import { signInClient } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";

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

const minutes = (count: number) => count * 60_000;
const phone = "(813) 555-0142";
const email = "marisol@example.com";

test("each inquiry keeps the email and phone number that were submitted with it", async () => {
  const { lead } = await ask({ phone, email });
  testApp.clock.forward(minutes(5));
  await ask({ phone, email: "work@example.com" });
  testApp.clock.forward(minutes(5));
  await ask({ phone: "(813) 555-0143", email });
  const { inquiries, ...detail } = await detailOf(lead._id);
  expect(detail.lead).toMatchObject({ email, phone: "+18135550142" });
  expect(inquiries.map((inquiry) => [inquiry.phone, inquiry.email])).toEqual([
    ["+18135550143", email],
    ["+18135550142", "work@example.com"],
    ["+18135550142", email],
  ]);
});

test("another inquiry fills in missing data, and a different person with the same number gets a new lead", async () => {
  const { lead } = await ask({ firstName: "", lastName: "", email: "", phone });
  testApp.clock.forward(minutes(5));
  const again = await ask({ firstName: "Ada", lastName: "King", email, phone });
  expect(again.lead).toMatchObject({ _id: lead._id, firstName: "Ada", lastName: "King", email });
  expect(again.lead.askedAs).toBeNull();
  expect((await detailOf(lead._id)).timeline).toContainEqual(
    expect.objectContaining({
      kind: "changed",
      by: null,
      at: "2026-03-17T12:05:00.000Z",
      data: {
        firstName: { from: "", to: "Ada" },
        lastName: { from: "", to: "King" },
        email: { from: "", to: email },
      },
    }),
  );
  const third = await ask({
    firstName: "Grace",
    lastName: "Hopper",
    email: "g@example.com",
    phone,
  });
  expect(third).toMatchObject({ isNewLead: true, lead: { firstName: "Grace", askedAs: null } });
  const { suggestions } = await detailOf(third.lead._id);
  expect(suggestions).toMatchObject([{ _id: lead._id, reasons: ["phone"] }]);
});

test("answers about insurance and the best time to call fill empty fields but don't replace values", async () => {
  const answers = [
    { name: "dental_insurance", values: ["delta_dental"] },
    { name: "Preferred time", values: ["Mondays"] },
  ];
  const { lead } = await ask({ phone, email, answers });
  expect(await detailOf(lead._id)).toMatchObject({
    lead: { insurance: "Delta dental", bestTime: "" },
    inquiries: [{ answers }],
  });
  testApp.clock.forward(minutes(5));
  await ask({
    ...{ phone, email },
    answers: [
      { name: "insurance", values: ["Aetna"] },
      { name: "best_time_to_call", values: ["After 5"] },
    ],
  });
  const detail = await detailOf(lead._id);
  expect(detail.lead).toMatchObject({ insurance: "Delta dental", bestTime: "After 5" });
  expect(detail.timeline).toContainEqual(
    expect.objectContaining({ kind: "changed", data: { bestTime: { from: "", to: "After 5" } } }),
  );
});

test("a family member with a different first name doesn't add their last name to the lead", async () => {
  await ask({ firstName: "Ada", lastName: "", phone });
  expect((await ask({ firstName: "Luis", lastName: "King", phone })).lead.lastName).toBe("");
  expect((await ask({ firstName: "ada", lastName: "King", phone })).lead.lastName).toBe("King");
});

test("a callable number replaces one that can't be called, but isn't replaced by one", async () => {
  const { lead } = await ask({ phone: "no phone", email });
  expect(lead.phone).toBe("no phone");
  expect((await ask({ phone, email })).lead).toMatchObject({
    _id: lead._id,
    phone: "+18135550142",
  });
  expect((await ask({ phone: "none", email })).lead.phone).toBe("+18135550142");
});

test.each(["000-000-0000", "none", "n/a", "(813) 555-0142 ext. 5"])(
  "two people who both enter %s as their number are two leads",
  async (text) => {
    const first = await ask({ firstName: "Ada", phone: text });
    const second = await ask({ firstName: "Luis", phone: text });
    expect(second.isNewLead).toBe(true);
    expect(second.lead).toMatchObject({ firstName: "Luis", phone: text, askedAgainAt: null });
    expect((await detailOf(first.lead._id)).suggestions).toEqual([]);
    await edit(first.lead._id, { firstName: "Adah", phone: text });
    expect((await detailOf(first.lead._id)).suggestions).toEqual([]);
  },
);

test("another inquiry restores a deleted lead together with its calls and booking", async () => {
  const { lead } = await ask({ phone, email });
  await makeCall(testApp.deps, practice, lead._id, {
    calledAt: testApp.clock.now,
    outcome: "booked",
  });
  testApp.clock.forward(minutes(60));
  await remove(lead._id);
  expect(await counts()).toMatchObject({ leadsCount: 0, newCustomers: 0 });
  testApp.clock.forward(minutes(60));
  const again = await ask({ phone, email });
  expect(again).toMatchObject({
    isNewLead: false,
    lead: { _id: lead._id, state: "new", attempts: 1, uncalledSince: "2026-03-17T14:00:00.000Z" },
  });
  expect(await counts()).toMatchObject({ leadsCount: 1, newCustomers: 1 });
  expect((await queue()).leads.map(({ _id }: { _id: string }) => _id)).toEqual([lead._id]);
  const { timeline } = await detailOf(lead._id);
  expect(timeline.filter(({ kind }) => kind === "undeleted")).toMatchObject([
    { at: "2026-03-17T14:00:00.000Z", by: null },
  ]);
});

test("a lead deleted before its first call keeps its clock when the person asks again", async () => {
  const { lead } = await ask({ phone });
  await remove(lead._id);
  testApp.clock.forward(minutes(90));
  expect((await ask({ phone })).lead).toMatchObject({
    uncalledSince: "2026-03-17T12:00:00.000Z",
    askedAgainAt: "2026-03-17T13:30:00.000Z",
  });
});

test("restoring a deleted lead has no effect if another inquiry has already restored it", async () => {
  const { lead } = await ask({ phone });
  await remove(lead._id);
  await ask({ phone });
  const callBackAt = new Date("2026-03-17T15:00:00.000Z");
  await makeCall(testApp.deps, practice, lead._id, {
    ...{ calledAt: testApp.clock.now, outcome: "call_back", callBackAt },
  });
  testApp.clock.forward(minutes(1));
  const { timeline } = await detailOf(lead._id);
  const undone = await restore(lead._id);
  expect(undone.body.lead).toMatchObject({
    state: "callback",
    callBackAt: callBackAt.toISOString(),
  });
  expect((await detailOf(lead._id)).timeline).toEqual(timeline);
});

test("an inquiry that matches a deleted and an active lead joins the active one", async () => {
  const deleted = await ask({ phone });
  const living = await ask({ email });
  await remove(deleted.lead._id);
  const { lead } = await ask({ phone, email });
  expect(lead._id).toBe(living.lead._id);
  expect((await detailOf(lead._id)).suggestions).toEqual([]);
});

test("an inquiry that arrives while its number is being added to a lead joins that lead", async () => {
  const { lead } = await ask({ phone });
  const release = await testApp.hold("lock table timeline in exclusive mode");
  const edited = edit(lead._id, { phone: "(813) 555-0143" });
  await testApp.untilWaiting(1);
  const asked = ask({ phone: "(813) 555-0143" });
  await testApp.untilWaiting(2);
  await release();
  expect((await edited).status).toBe(200);
  expect((await asked).lead._id).toBe(lead._id);
});

test("editing a name doesn't clear the possible-duplicate mark", async () => {
  const { byPhone, byEmail } = await makeDuplicates();
  await edit(byPhone, { firstName: "Edited" });
  expect(await marksOf(byPhone, byEmail)).toEqual([byEmail, byPhone]);
});

test("a lead is still marked as a possible duplicate after its contact details change", async () => {
  const { byPhone, byEmail } = await makeDuplicates();
  await edit(byPhone, { phone: "(813) 555-0149", email: "" });
  expect(await marksOf(byPhone, byEmail)).toEqual([byEmail, byPhone]);
});

test.each([{ phone }, { email }])(
  "a lead that gets another lead's %o marks both as possible duplicates until the edit is reverted",
  async (theirs) => {
    const { lead: one } = await ask({ phone, email });
    const own = { phone: "(813) 555-0143", email: "luis@example.com" };
    const { lead: other } = await ask(own);
    await edit(other._id, theirs);
    expect(await marksOf(one._id, other._id)).toEqual([other._id, one._id]);
    await edit(other._id, { lastName: "Edited" });
    expect(await marksOf(one._id, other._id)).toEqual([other._id, one._id]);
    await edit(other._id, own);
    expect(await marksOf(one._id, other._id)).toEqual([null, null]);
  },
);

test("editing a lead so that it duplicates another lead clears its earlier mark", async () => {
  const { lead: one } = await ask({ phone });
  const { lead: other } = await ask({ email });
  const { lead: third } = await ask({ phone: "(727) 555-0199" });
  await edit(third._id, { phone });
  await edit(third._id, { phone: "", email });
  expect(await marksOf(one._id, other._id, third._id)).toEqual([null, third._id, other._id]);
});

test("concurrent edits that swap the numbers of two leads are both saved", async () => {
  const first = { phone, email: "one@example.com" };
  const second = { phone: "(813) 555-0143", email: "two@example.com" };
  const [one, other] = [await ask(first), await ask(second)];
  const release = await testApp.hold(`select from leads where id = '${one.lead._id}' for update`);
  const edited = edit(one.lead._id, { phone: second.phone });
  await testApp.untilWaiting(1);
  const alsoEdited = edit(other.lead._id, { phone: first.phone });
  await alsoEdited;
  await release();
  expect([(await edited).status, (await alsoEdited).status]).toEqual([200, 200]);
  expect(await marksOf(one.lead._id, other.lead._id)).toEqual([other.lead._id, one.lead._id]);
});

test("a known person who is added by hand keeps their campaign and source", async () => {
  const { clientId, token } = practice;
  const { campaignId } = await makeCampaign(testApp.deps, {
    clientId,
    name: "Aligners",
    platform: "meta",
  });
  const { sourceId } = await makeFormSource(testApp.deps, clientId);
  const { lead } = await makeInquiry(testApp.deps, clientId, { phone, campaignId, sourceId });
  testApp.clock.forward(minutes(5));
  const added = await testApp.request("POST", "/api/leads", {
    token,
    json: { firstName: "Marisol", phone },
  });
  expect(added.body.lead).toMatchObject({ _id: lead._id, campaign: "Aligners" });
  testApp.clock.forward(minutes(5));
  const again = await makeInquiry(testApp.deps, clientId, { phone, sourceId });
  expect(again.lead).toMatchObject({ _id: lead._id, campaign: null });
});

type Asked = Parameters<typeof makeInquiry>[2];

function ask(person: Asked) {
  const own = { phone: "", email: "", ...person };
  if (!own.phone && !own.email) own.email = `${randomUUID()}@example.com`;
  return makeInquiry(testApp.deps, practice.clientId, own);
}

/**
 * Creates two leads, and an inquiry with the first one's number and the second one's email address.
 */
async function makeDuplicates() {
  const { lead: byPhone } = await ask({ phone, email: "own@example.com" });
  const { lead: byEmail } = await ask({ phone: "(813) 555-0143", email });
  await ask({ phone, email });
  return { byPhone: byPhone._id, byEmail: byEmail._id };
}

function marksOf(...leadIds: string[]) {
  return Promise.all(
    leadIds.map(async (leadId) => (await detailOf(leadId)).suggestions[0]?._id ?? null),
  );
}

function edit(leadId: string, json: Asked) {
  return testApp.request("PATCH", `/api/leads/${leadId}`, { token: practice.token, json });
}

function remove(leadId: string) {
  return testApp.request("DELETE", `/api/leads/${leadId}`, { token: practice.token });
}

function restore(leadId: string) {
  return testApp.request("POST", `/api/leads/${leadId}/restore`, { token: practice.token });
}

async function detailOf(leadId: string): Promise<LeadDetail> {
  return (await testApp.request("GET", `/api/leads/${leadId}`, { token: practice.token })).body;
}

async function queue() {
  return (await testApp.request("GET", "/api/leads/new", { token: practice.token })).body;
}

async function counts() {
  return (await testApp.request("GET", "/api/leads/count", { token: practice.token })).body;
}
