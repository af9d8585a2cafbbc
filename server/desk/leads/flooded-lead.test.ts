// A lead with thousands of inquiries: anyone can submit that many in one person's name with a web
// form's key.
import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeFormSource, makeInquiry } from "#server/db/make.ts";
import { announcedLeads, formSubmissions, inquiries, timeline } from "#server/db/schema.ts";
import { rebuildRollups } from "#server/desk/reports/rebuild-rollups.ts";
import { signInClient } from "#server/testing/people.ts";
import { statementsDuring } from "#server/testing/statements.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";

/** More inquiries than a statement can have parameters. */
const count = 14_000;

let testApp: TestApp;
let practice: Awaited<ReturnType<typeof signInClient>>;
let leadId: string;
let formKey: string;
beforeAll(async () => {
  testApp = await openTestApp();
  testApp.clock.at("2026-03-17T12:00:00.000Z");
  practice = await signInClient(testApp);
  const { clientId } = practice;
  const form = await makeFormSource(testApp.deps, clientId);
  formKey = form.formKey ?? "";
  const { lead } = await makeInquiry(testApp.deps, clientId, {
    ...{ firstName: "Ada", lastName: "Byron", phone: "813 555 0101" },
    sourceId: form.sourceId,
  });
  leadId = lead._id;
  await flood(clientId, form.sourceId);
});
afterAll(() => testApp.close());

test("a lead with thousands of inquiries opens with the newest inquiries and the inquiry that has the clock", async () => {
  const { status, body } = await call("GET", "");
  expect(status).toBe(200);
  expect(body.inquiries).toHaveLength(51);
  expect(body.olderInquiries).toBe(count + 1 - 51);
  expect(body.inquiries[0].answers).toEqual([{ name: "wish", values: ["x".repeat(2000)] }]);
  // The first inquiry has the clock, although it isn't one of the newest.
  expect(body.inquiries.at(-1)).toMatchObject({
    firstName: "Ada",
    clockStartedAt: body.lead.timeReceived,
  });
  expect(body.timeline.length).toBeLessThan(200);
});

test("the timeline of a flooded lead shows the newest entries up to a limit and says that it is cut off", async () => {
  const { clientId } = practice;
  const { lead } = await makeInquiry(testApp.deps, clientId, { phone: "813 555 0102" });
  await testApp.deps.db.execute(sql`
    insert into timeline (client_id, lead_id, kind, at)
    select ${clientId}, ${lead._id}::uuid, 'seen', now() from generate_series(1, 600)`);
  const path = `/api/leads/${lead._id}`;
  const { body } = await testApp.request("GET", path, { token: practice.token });
  expect(body).toMatchObject({ isTimelineCut: true });
  expect(body.timeline).toHaveLength(500);
});

test("a flooded lead can be marked as seen, called, annotated, edited, archived and restored", async () => {
  testApp.clock.forward(60_000);
  expect((await call("POST", "/sightings")).status).toBe(201);
  const spoke = await call("POST", "/calls", { _id: randomUUID(), outcome: "spoke" });
  expect(spoke.body.lead).toMatchObject({ attempts: 1, uncalledSince: null });
  expect(
    (await call("POST", "/notes", { submissionId: randomUUID(), title: "Not them" })).status,
  ).toBe(201);
  expect((await call("PATCH", "", { email: "ada@example.com" })).status).toBe(200);
  expect((await call("POST", "/archive", { reason: "spam" })).status).toBe(201);
  expect((await call("POST", "/restore")).status).toBe(201);
  const { timeline: entries } = (await call("GET", "")).body;
  const kinds = new Set(entries.map(({ kind }: { kind: string }) => kind));
  for (const kind of ["called", "noted", "changed", "archived", "restored", "submitted"])
    expect(kinds).toContain(kind);
});

test("another inquiry to a flooded lead is stored exactly once", async () => {
  testApp.clock.forward(60_000);
  const path = `/api/intake/form/${formKey}`;
  const answer = await testApp.request("POST", path, {
    json: { phone: "8135550101", firstName: "Ada" },
  });
  expect(answer.status).toBe(201);
  expect((await call("GET", "")).body.olderInquiries).toBe(count + 2 - 50);
});

test("computing the state of a flooded lead doesn't read its answers", async () => {
  const statements = await statementsDuring(async () => {
    await call("POST", "/calls", { _id: randomUUID(), outcome: "voicemail" });
    await call("POST", "/archive", { reason: "spam" });
    await call("POST", "/restore");
  });
  const reads = statements.filter(({ text }) => /^select .*from "inquiries"/s.test(text));
  expect(reads.length).toBeGreaterThan(2);
  for (const { text } of reads) expect(text).not.toContain('"answers"');
});

test("the export of a flooded lead is complete", async () => {
  const { body } = await call("POST", "/exports");
  expect(body.inquiries).toHaveLength(count + 2);
  expect(body.announcements).toHaveLength(count + 1);
  expect(body.timeline.length).toBeGreaterThan(2 * count);
});

test("erasing a flooded lead clears its inquiries and keeps the identities of its submissions distinct", async () => {
  expect((await call("POST", "/erasures", { name: "Ada Byron" })).status).toBe(201);
  const { rows } = await testApp.deps.db.execute<{ left: number }>(sql`
    select count(*)::int as left from inquiries
    where lead_id = ${leadId} and (first_name <> '' or answers <> '[]')`);
  expect(rows).toEqual([{ left: 0 }]);
  const identities = await testApp.deps.db
    .select({ identity: formSubmissions.identity })
    .from(formSubmissions)
    .where(eq(formSubmissions.clientId, practice.clientId));
  expect(identities).toHaveLength(count + 1);
  expect(new Set(identities.map(({ identity }) => identity)).size).toBe(count + 1);
  for (const { identity } of identities) expect(identity).toMatch(/^forgotten:/);
});

/** Inserts the rows that thousands of submissions would have created. */
async function flood(clientId: string, sourceId: string) {
  const { db } = testApp.deps;
  await db.execute(sql`
    insert into ${inquiries} (client_id, lead_id, source_id, first_name, phone, answers, submitted_at, received_at)
    select ${clientId}, ${leadId}, ${sourceId}, 'Eve', '+18135550101',
      ${JSON.stringify([{ name: "wish", values: ["x".repeat(2000)] }])}::jsonb, at, at
    from generate_series(1, ${count}::int) as n,
      lateral (select ${testApp.clock.now.toISOString()}::timestamptz + n * interval '1 millisecond' as at)`);
  await db.execute(sql`
    insert into ${timeline} (client_id, lead_id, at, kind, data)
    select client_id, lead_id, submitted_at, kind, jsonb_build_object('inquiryId', id)
    from ${inquiries}, unnest(array['submitted', 'received']) as kind
    where first_name = 'Eve'`);
  await db.execute(sql`
    insert into ${formSubmissions} (client_id, source_id, identity, inquiry_id, received_at)
    select client_id, source_id, 'fields:' || id, id, received_at from ${inquiries}
    where first_name = 'Eve'`);
  expect(await db.$count(announcedLeads)).toBe(0);
  await db.transaction((tx) => rebuildRollups(tx, practice.clientId));
}

function call(method: string, path: string, json?: unknown) {
  return testApp.request(method, `/api/leads/${leadId}${path}`, { token: practice.token, json });
}
