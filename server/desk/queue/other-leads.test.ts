import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { maxOtherLeads, type OtherLeads } from "#contract/other-leads.ts";
import { makeCall, makeInquiry } from "#server/db/make.ts";
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

test("a search outside the queue finds customers, archived leads and future callbacks, the most recently touched first", async () => {
  await ask("Queue");
  await call(await ask("Booked"), "booked");
  testApp.clock.forward(60_000);
  await call(await ask("Refused"), "not_interested");
  testApp.clock.forward(60_000);
  const later = await ask("Later");
  await call(later, "call_back", 30);
  const { leads, hasMore } = await find("reed");
  expect(leads.map((lead) => [lead.firstName, lead.state, lead.bookedAt, lead.archived])).toEqual([
    ["Later", "callback", null, null],
    ["Refused", "archived", null, { at: "2026-03-17T12:01:00.000Z", reason: "not_interested" }],
    ["Booked", "customer", "2026-03-17T12:00:00.000Z", null],
  ]);
  expect(hasMore).toBe(false);

  testApp.clock.forward(31 * 60_000);
  expect((await find("reed")).leads.map((lead) => lead.firstName)).toEqual(["Refused", "Booked"]);
});

test("a search ignores the format of a number and words of two letters, and treats wildcards as text", async () => {
  await call(await ask("Booked", { phone: "(813) 555-0142" }), "booked");
  expect((await find("813-555.0142")).leads).toHaveLength(1);
  expect((await find("boo%ed")).leads).toHaveLength(0);
  expect((await find("re")).leads).toHaveLength(0);
});

test("deleted leads and other practices' leads are not found", async () => {
  const deleted = await ask("Deleted");
  await call(deleted, "booked");
  await testApp.request("DELETE", `/api/leads/${deleted}`, { token: practice.token });
  const stranger = await signInClient(testApp);
  const theirs = await makeInquiry(testApp.deps, stranger.clientId, { lastName: "Reed" });
  await makeCall(testApp.deps, stranger, theirs.lead._id, {
    calledAt: testApp.clock.now,
    outcome: "booked",
  });
  expect((await find("reed")).leads).toEqual([]);
});

test("a response that doesn't contain all matches says so", async () => {
  for (let count = 0; count <= maxOtherLeads; count += 1) {
    await call(await ask(`Person ${count}`), "booked");
  }
  const { leads, hasMore } = await find("reed");
  expect([leads.length, hasMore]).toEqual([maxOtherLeads, true]);
});

test("a search that matches almost all archived leads returns some of them and says that there are more", async () => {
  const archived = await ask("Refused");
  await call(archived, "not_interested");
  await copy(archived, 600);
  const { leads, hasMore } = await find("reed");
  expect([leads.length, hasMore]).toEqual([maxOtherLeads, true]);
  expect(new Set(leads.map((lead) => lead.state))).toEqual(new Set(["archived"]));
});

/** Inserts copies of the lead. */
async function copy(leadId: string, count: number) {
  const { rows } = await testApp.pool.query<{ column: string }>(
    `select quote_ident(column_name) as column from information_schema.columns
     where table_name = 'leads' and is_generated = 'NEVER' and column_name <> 'id'`,
  );
  const columns = rows.map(({ column }) => column).join(", ");
  await testApp.pool.query(
    `insert into leads (id, ${columns}) select uuidv7(), ${columns}
     from leads, generate_series(1, $2::int) where client_id = $1 and id = $3`,
    [practice.clientId, count, leadId],
  );
}

async function ask(firstName: string, person: { phone?: string } = {}): Promise<string> {
  const { lead } = await makeInquiry(testApp.deps, practice.clientId, {
    ...{ firstName, lastName: "Reed", submittedAt: testApp.clock.now, ...person },
  });
  return lead._id;
}

async function call(
  leadId: string,
  outcome: "booked" | "not_interested" | "call_back",
  minutes = 0,
) {
  const calledAt = testApp.clock.now;
  await makeCall(testApp.deps, practice, leadId, {
    calledAt,
    outcome,
    ...(minutes > 0 && { callBackAt: new Date(calledAt.getTime() + minutes * 60_000) }),
  });
}

async function find(search: string): Promise<OtherLeads> {
  const answer = await testApp.request(
    "GET",
    `/api/leads/others?search=${encodeURIComponent(search)}`,
    { token: practice.token },
  );
  expect(answer.status).toBe(200);
  return answer.body as OtherLeads;
}
