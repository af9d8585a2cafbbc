// All of a practice's texts by thread.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { textThreadPage } from "#contract/texts.ts";
import { texts } from "#server/db/schema.ts";
import { readChangedLeads } from "#server/desk/calls/changed-leads.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";
import { openTexting, personPhone } from "#server/testing/texting-practice.ts";

let testApp: TestApp;
let practice: Awaited<ReturnType<typeof openTexting>>;
beforeAll(async () => {
  testApp = await openTestApp();
});
beforeEach(async () => {
  testApp.clock.at("2026-03-17T14:00:00.000Z");
  practice = await openTexting(testApp);
});
afterAll(() => testApp.close());

test("threads are listed newest first, with the last text and how many are unread", async () => {
  const lead = await practice.ask();
  const stranger = personPhone();
  for (const said of ["One", "Two"]) {
    await practice.receive(lead.phone, said);
    testApp.clock.forward(1000);
  }
  await practice.receive(stranger, "Are you open?");
  testApp.clock.forward(1000);
  await practice.write(lead._id, "Three");
  const { threads, nextCursor } = await list();
  expect(threads).toMatchObject([
    {
      ...{ leadId: lead._id, name: "Ruth Whitfield", phone: lead.phone, unread: 2 },
      last: { body: "Three", direction: "out" },
    },
    { leadId: null, name: "", phone: stranger, unread: 1, last: { body: "Are you open?" } },
  ]);
  expect(nextCursor).toBeNull();
});

test("opening a lead marks its texts as read, and a new one is unread again", async () => {
  const lead = await practice.ask();
  await practice.receive(lead.phone, "One");
  const path = `/api/leads/${lead._id}/texts/readings`;
  expect((await testApp.request("POST", path, practice)).status).toBe(201);
  expect((await list()).threads).toMatchObject([{ unread: 0 }]);
  await practice.receive(lead.phone, "Two");
  expect((await list()).threads).toMatchObject([{ unread: 1 }]);
});

test("the menu counts threads with unread texts, and the lead's row says how many", async () => {
  const [lead, erased] = [await practice.ask(), await practice.ask({ firstName: "Omar" })];
  for (const said of ["One", "Two"]) await practice.receive(lead.phone, said);
  await practice.receive(personPhone(), "Hello");
  await practice.receive(erased.phone, "Hello");
  expect(await unread(lead._id)).toEqual([3, 3, 2]);
  await testApp.request("DELETE", `/api/leads/${erased._id}`, practice);
  expect(await unread(lead._id)).toEqual([2, 2, 2]);
  const path = `/api/leads/${lead._id}/texts/readings`;
  await testApp.request("POST", path, practice);
  expect(await unread(lead._id)).toEqual([1, 1, 0]);
  await practice.write(lead._id, "Yes");
  expect(await unread(lead._id)).toEqual([1, 1, 0]);
});

/** The count on load, the count of a live change, and that of the lead's row. */
async function unread(leadId: string) {
  const { userData } = (await testApp.request("GET", "/api/clients/getClient", practice)).body;
  const { clientId } = practice;
  const change = await readChangedLeads(testApp.deps, clientId, [leadId], testApp.clock.now);
  const { leads } = (await testApp.request("GET", "/api/leads/new", practice)).body;
  const row = leads.find((one: { _id: string }) => one._id === leadId);
  expect(change.leads[0]?.lead?.unreadTexts).toBe(row.unreadTexts);
  return [userData.unreadTexts, change.unreadTexts, row.unreadTexts];
}

test("an unassigned thread becomes a lead without a clock, with its texts", async () => {
  const phone = personPhone();
  await practice.receive(phone, "Do you take Delta?");
  testApp.clock.forward(60_000);
  await practice.receive(phone, "Hello?");
  const { status, body } = await add({ phone, firstName: "Ruth", lastName: "Whitfield" });
  expect(status).toBe(201);
  expect((await list()).threads).toMatchObject([{ leadId: body.leadId, unread: 0 }]);
  expect((await practice.textsOf(body.leadId)).texts).toHaveLength(2);
  const { lead } = (await testApp.request("GET", `/api/leads/${body.leadId}`, practice)).body;
  expect(lead).toMatchObject({ firstName: "Ruth", phone, uncalledSince: null });
  expect(await practice.kinds(body.leadId)).toEqual(["text_received", "text_received"]);
  // They wrote first, so they can be answered.
  expect((await practice.write(body.leadId, "Yes, we do.")).status).toBe(201);
  expect((await add({ phone, firstName: "Ruth" })).status).toBe(404);
});

test("only this practice's threads are listed, and only they become leads", async () => {
  const other = await openTexting(testApp);
  const phone = personPhone();
  await other.receive(phone, "Hello");
  expect((await list()).threads).toEqual([]);
  expect((await add({ phone, firstName: "Ruth" })).status).toBe(404);
  expect(await other.rows()).toMatchObject([{ leadId: null }]);
});

test("an erased person's thread isn't listed", async () => {
  const lead = await practice.ask();
  await practice.receive(lead.phone, "Hello");
  const json = { name: "Ruth Whitfield" };
  await testApp.request("POST", `/api/leads/${lead._id}/erasures`, { ...practice, json });
  expect((await list()).threads).toEqual([]);
});

test("a page has fifty threads, and the next one follows without a gap", async () => {
  const { clientId } = practice;
  const rows = Array.from({ length: textThreadPage + 1 }, (_, at) => ({
    ...{ clientId, direction: "in" as const, state: "received" as const, segments: 1 },
    phone: `+1727555${String(1000 + at)}`,
    ...{ body: `Text ${at}`, createdAt: new Date(testApp.clock.now.getTime() - at * 1000) },
  }));
  await testApp.deps.db.insert(texts).values(rows);
  const first = await list();
  const second = await list(`?cursor=${first.nextCursor}`);
  const bodies = [...first.threads, ...second.threads].map(({ last }) => last.body);
  expect(bodies).toEqual(rows.map(({ body }) => body));
  expect([first.threads.length, second.nextCursor]).toEqual([textThreadPage, null]);
});

async function list(query = ""): Promise<{
  threads: { last: { body: string } }[];
  nextCursor: string | null;
}> {
  return (await testApp.request("GET", `/api/texts${query}`, practice)).body;
}

function add(json: object) {
  return testApp.request("POST", "/api/texts/leads", { token: practice.token, json });
}
