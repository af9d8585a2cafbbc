// Tests that helpers don't see patients or a practice's people. Calls every read that a helper may
// call and searches the responses for planted patients and people.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeBooking } from "#server/db/demo-bookings.ts";
import { makeInquiry } from "#server/db/make.ts";
import { contactRequests } from "#server/db/schema.ts";
import { rows } from "#server/testing/access-matrix.ts";
import { helpersToo } from "#server/testing/helper-matrix.ts";
import { signInAdmin, signInClient, signInHelper } from "#server/testing/people.ts";
import { type Ids, seedPractice } from "#server/testing/planted-rows.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";

/** Every text of the practice contains this word, even the name of its campaign. */
const word = "Aldermoor";
const patient = {
  ...{ firstName: "Planted", lastName: "Person", email: "planted.person@example.com" },
  phone: "+18135550177",
};

let testApp: TestApp;
let helper: Awaited<ReturnType<typeof signInHelper>>;
let manager: Awaited<ReturnType<typeof signInClient>>;
let ids: Ids;
let contactRequestId: string;
beforeAll(async () => {
  testApp = await openTestApp();
  manager = await signInClient(testApp);
  helper = await signInHelper(testApp);
  const { accountId } = await signInAdmin(testApp);
  ids = await seedPractice(testApp, manager, word);
  // An owner must be the author of the version, because practices never publish one.
  await testApp.pool.query("update template_set_versions set account_id = $1", [accountId]);
  await makeInquiry(testApp.deps, manager.clientId, { ...patient, campaignId: ids.campaign });
  await testApp.pool.query(
    "update leads set first_name = $2, last_name = $3, email = $4 where client_id = $1",
    [manager.clientId, patient.firstName, patient.lastName, patient.email],
  );
  await testApp.pool.query(
    "update accounts set first_name = 'Planted', last_name = 'Manager' where client_id = $1",
    [manager.clientId],
  );
  contactRequestId = await plantContactRequest();
});
afterAll(() => testApp.close());

// Event streams contain only the ids of contact requests.
const reads = helpersToo.filter((one) => one.startsWith("GET ") && !one.endsWith("/events"));

test.each(reads)(
  "the response of %s doesn't show a helper any patient or anyone at a practice",
  async (read) => {
    const answer = await testApp.request("GET", addressOf(read), { token: helper.token });
    expect(answer.status).toBe(200);
    expectNobody(answer.body);
  },
);

test.each([
  patient.firstName,
  `${patient.firstName} ${patient.lastName}`,
  patient.email,
  "8135550177",
  word,
])("a helper's search for %s doesn't find any patient or anyone at a practice", async (q) => {
  const found = await ask(`/api/admin/search?q=${encodeURIComponent(q)}`);
  expect(found.body).toMatchObject({ leads: [], submissions: [], people: [], practices: [] });
  expectNobody(found.body);
});

test("a helper can find campaigns and contact requests, and the search doesn't write an audit entry for the practice", async () => {
  const { body } = await ask(`/api/admin/search?q=${word}`);
  expect(body.campaigns.map(({ _id }: { _id: string }) => _id)).toContain(ids.campaign);
  expect((await ask("/api/admin/search?q=Ada Visitor")).body.contactRequests).toMatchObject([
    { _id: contactRequestId },
  ]);
  const noted = await testApp.pool.query(
    "select action from audit_entries where account_id = $1 and client_id = $2",
    [helper.accountId, manager.clientId],
  );
  expect(noted.rows).toEqual([]);
});

test("a helper can't find a practice by its manager's email address", async () => {
  const search = encodeURIComponent(manager.email);
  expect((await ask(`/api/admin/practice-names?search=${search}`)).body).toEqual({
    practices: [],
    total: 0,
  });
  const byName = await ask(`/api/admin/practice-names?search=${word}`);
  expect(byName.body.practices).toMatchObject([{ _id: manager.clientId }]);
});

test("a helper gets a 403 from every read that would view as a practice", async () => {
  const viewable = Object.entries(rows).flatMap(([operation, { viewing }]) =>
    viewing === 200 && operation.startsWith("GET ") ? operation.replace("GET ", "") : [],
  );
  expect(viewable).toContain("/api/leads/new");
  for (const path of viewable) {
    const address = path.replaceAll(/\{\w+\}/g, ids.lead);
    const { status } = await ask(`${address}?client=${manager.clientId}`);
    expect([path, status]).toEqual([path, 403]);
  }
});

function expectNobody(body: unknown) {
  const text = JSON.stringify(body);
  for (const planted of ["Planted", patient.email, manager.email]) {
    expect(text).not.toContain(planted);
  }
  expect(text.replace(/[^\d"]/g, "")).not.toContain("8135550177");
}

function ask(path: string) {
  return testApp.request("GET", path, { token: helper.token });
}

function addressOf(read: string): string {
  const address = read
    .replace("GET ", "")
    .replace("/api/admin/campaigns/{id}", `/api/admin/campaigns/${ids.campaign}`)
    .replace("/api/admin/template-sets/{id}", `/api/admin/template-sets/${ids.templateSet}`)
    .replace("/contact-requests/{id}", `/contact-requests/${contactRequestId}`);
  if (address.includes("{")) throw new Error(`addressOf does not know an id of ${read}`);
  return address.endsWith("/search") ? `${address}?q=${patient.firstName}` : address;
}

async function plantContactRequest(): Promise<string> {
  const at = { contactAt: testApp.clock.now, receivedAt: testApp.clock.now };
  const visitor = { fullName: "Ada Visitor", email: "ada@example.com", test: false };
  const [row] = await testApp.deps.db
    .insert(contactRequests)
    .values({ ...at, ...visitor, kind: "personal" })
    .returning();
  const requestId = row?.id ?? randomUUID();
  const startsAt = new Date(testApp.clock.now.getTime() + 24 * 60 * 60_000);
  const booked = { startsAt, bookedAt: testApp.clock.now, timeZone: "America/New_York" };
  await makeBooking(testApp.deps, requestId, booked);
  return requestId;
}
