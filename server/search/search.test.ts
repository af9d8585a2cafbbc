// What the owner's search finds across practices, and what is audited.
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { dayMs } from "#contract/durations.ts";
import { type Findings, maxFoundLeads, searchedDays } from "#contract/search.ts";
import {
  makeCall,
  makeCampaign,
  makeContactRequest,
  makeFormSource,
  makeInquiry,
  makeKeyedSource,
  makePractice,
} from "#server/db/make.ts";
import { auditEntries, clients, sourceDeliveries } from "#server/db/schema.ts";
import { signInAdmin, signInClient } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";

let testApp: TestApp;
let owner: Awaited<ReturnType<typeof signInAdmin>>;
/** Part of the name of each practice in one test. */
let mark = "";
beforeAll(async () => {
  testApp = await openTestApp();
});
beforeEach(async ({ task }) => {
  testApp.clock.at("2026-03-17T12:00:00.000Z");
  owner = await signInAdmin(testApp);
  mark = `M${task.id.replaceAll(/\W/g, "")}`;
});
afterAll(() => testApp.close());

test("leads are found across practices by name, email address or number, newest first", async () => {
  const [harbor, bayshore] = [await make("Harbor"), await make("Bayshore")];
  const source = await makeFormSource(testApp.deps, harbor.clientId, "Implants form");
  const grace = await makeInquiry(testApp.deps, harbor.clientId, {
    ...{ firstName: "Grace", lastName: `Whit${mark}`, phone: "(727) 555-0171" },
    sourceId: source.sourceId,
  });
  testApp.clock.forward(60_000);
  const peter = await makeInquiry(testApp.deps, bayshore.clientId, {
    ...{ firstName: "Peter", lastName: `Whit${mark}`, email: `peter@${mark}.example.com` },
  });
  await makeCall(testApp.deps, bayshore, peter.lead._id, {
    ...{ calledAt: testApp.clock.now, outcome: "booked" as const },
  });
  const { leads, hasMoreLeads } = await find(`whit${mark.slice(0, -1)}`);
  expect(leads).toEqual([
    expect.objectContaining({ _id: peter.lead._id, state: "customer", source: null }),
    {
      ...{ _id: grace.lead._id, firstName: "Grace", lastName: `Whit${mark}`, state: "new" },
      ...{ email: expect.stringContaining("@"), phone: "+17275550171" },
      receivedAt: "2026-03-17T12:00:00.000Z",
      practice: { _id: harbor.clientId, name: `Harbor ${mark}` },
      source: { _id: source.sourceId, name: "Implants form" },
    },
  ]);
  expect(hasMoreLeads).toBe(false);
  const idsOf = async (search: string) => (await find(search)).leads.map(({ _id }) => _id);
  expect(await idsOf(`grace whit${mark}`)).toEqual([grace.lead._id]);
  expect(await idsOf(`PETER@${mark}`)).toEqual([peter.lead._id]);
  expect(await idsOf("727.555.0171")).toContain(grace.lead._id);
  // The first search is too short, and the % in the second matches only itself.
  expect([await idsOf("72"), await idsOf(`whit%${mark}`)]).toEqual([[], []]);
});

test("demos' leads and deleted leads aren't found, and the search says if there are more matches", async () => {
  const practice = await signInClient(testApp);
  const demo = await make("Demo");
  await testApp.deps.db.update(clients).set({ isDemo: true }).where(eq(clients.id, demo.clientId));
  const lastName = `Many${mark}`;
  await makeInquiry(testApp.deps, demo.clientId, { lastName });
  const { lead } = await makeInquiry(testApp.deps, practice.clientId, { lastName });
  await testApp.request("DELETE", `/api/leads/${lead._id}`, { token: practice.token });
  expect((await find(lastName)).leads).toEqual([]);
  for (let count = 0; count <= maxFoundLeads; count += 1) {
    await makeInquiry(testApp.deps, practice.clientId, { lastName });
  }
  const found = await find(lastName);
  expect([found.leads.length, found.hasMoreLeads]).toEqual([maxFoundLeads, true]);
});

test("people, contact requests, practices, campaigns and sources are found by name", async () => {
  const { clientId, email } = await make("Osprey");
  const { campaignId } = await makeCampaign(testApp.deps, {
    ...{ clientId, name: `Spring ${mark}`, platform: "meta" },
  });
  const { sourceId } = await makeFormSource(testApp.deps, clientId, `Form ${mark}`);
  const { contactRequestId } = await makeContactRequest(testApp.deps, {
    ...{ kind: "personal", fullName: `Ben ${mark}`, email: "ben@example.com" },
    ...{ receivedAt: testApp.clock.now, finishedAt: testApp.clock.now },
  });
  const practice = { _id: clientId, name: `Osprey ${mark}` };
  expect(await find(mark.toLowerCase())).toMatchObject({
    leads: [],
    practices: [{ ...practice, city: "Tampa", state: "FL" }],
    campaigns: [{ _id: campaignId, name: `Spring ${mark}`, platform: "meta", practice }],
    sources: [{ _id: sourceId, name: `Form ${mark}`, kind: "form", practice }],
    contactRequests: [{ _id: contactRequestId, name: `Ben ${mark}`, state: "new" }],
  });
  const { people } = await find(email);
  expect(people).toMatchObject([{ name: "Dana Whitfield", email, role: "manager", practice }]);
});

test("a submission without a lead is found by a number or an email address in its body", async () => {
  const { clientId } = await make("Pelican");
  const { sourceId } = await makeKeyedSource(testApp.deps, clientId, "webhook", "Chat bot");
  const json = JSON.stringify({ text: `Whitfield, (727) 555-0171, grace@${mark}.example.com` });
  const form = `text=%28727%29+555-0999+Grace%40${mark}.example.net`;
  const own = { clientId, sourceId, receivedAt: testApp.clock.now };
  await testApp.deps.db.insert(sourceDeliveries).values([
    { ...own, body: json, isFormEncoded: false, result: "unmapped" },
    { ...own, body: form, isFormEncoded: true, result: "refused" },
    // The search finds this submission's lead, so it doesn't list the submission.
    { ...own, body: json, isFormEncoded: false, result: "lead" },
  ]);
  const found = async (search: string) => (await find(search)).submissions;
  expect(await found(`grace@${mark}.example`)).toHaveLength(2);
  expect(await found("(727) 555-0999")).toMatchObject([
    {
      ...{ result: "refused", receivedAt: "2026-03-17T12:00:00.000Z" },
      practice: { _id: clientId, name: `Pelican ${mark}` },
      source: { _id: sourceId, name: "Chat bot" },
    },
  ]);
  expect(await found("Whitfield")).toEqual([]);
  testApp.clock.forward((searchedDays + 1) * dayMs);
  owner = await signInAdmin(testApp);
  expect(await found(`grace@${mark}.example`)).toEqual([]);
});

test("a search is audited once every ten minutes for each practice whose people are found, without the search text", async () => {
  const practice = await make("Harbor");
  await make("Other");
  const lastName = `Secret${mark}`;
  await makeInquiry(testApp.deps, practice.clientId, { lastName });
  await find(lastName.slice(0, -1));
  await find(lastName);
  const entries = await testApp.deps.db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.action, "people_found"));
  expect(entries.filter(({ accountId }) => accountId === owner.accountId)).toMatchObject([
    { clientId: practice.clientId, detail: { leads: "1" } },
  ]);
  const { body } = await testApp.request("GET", "/api/admin/audit?action=people_found", {
    token: owner.token,
  });
  expect(body.entries[0].found).toEqual({ leads: 1, people: 0, submissions: 0 });
  expect(JSON.stringify(body).toLowerCase()).not.toContain("secret");
});

test("a source's page can start at the submission that created a lead", async () => {
  const { clientId } = await make("Harbor");
  const source = await makeKeyedSource(testApp.deps, clientId, "webhook");
  // A domain can't contain an underscore.
  const domain = `${mark.replaceAll("_", "-").toLowerCase()}.example.com`;
  for (const name of ["Ada", "Ben", "Cleo"]) {
    testApp.clock.forward(1000);
    const json = { name, email: `${name}@${domain}` };
    await testApp.request("POST", `/api/intake/webhook/${source.formKey}`, { json });
  }
  const [lead] = (await find(`ben@${domain}`)).leads;
  const path = `/api/admin/sources/${source.sourceId}/deliveries`;
  const all = await testApp.request("GET", path, { token: owner.token });
  const from = await testApp.request("GET", `${path}?lead=${lead?._id}`, { token: owner.token });
  expect(from.body.deliveries).toEqual(all.body.deliveries.slice(1));
  expect(from.body.deliveries[0].lead).toBe(lead?._id);
});

async function find(search: string): Promise<Findings> {
  const path = `/api/admin/search?q=${encodeURIComponent(search)}`;
  const { status, body } = await testApp.request("GET", path, { token: owner.token });
  expect(status).toBe(200);
  return body;
}

function make(name: string) {
  return makePractice(testApp.deps, { name: `${name} ${mark}` });
}
