// cspell:ignore inigo
import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { SourceSort } from "#contract/sources.ts";
import {
  makeCampaign,
  makeFormSource,
  makeInquiry,
  makeKeyedSource,
  makeMetaSource,
  makePractice,
} from "#server/db/make.ts";
import {
  announcedLeads,
  auditEntries,
  deliveries,
  inquiries,
  sourceDeliveries,
  sources,
} from "#server/db/schema.ts";
import { signInAdmin, signInClient } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";
import { maxFormBytes } from "./web-form.ts";

let testApp: TestApp;
let practice: Awaited<ReturnType<typeof signInClient>>;
let owner: Awaited<ReturnType<typeof signInAdmin>>;
beforeAll(async () => {
  testApp = await openTestApp();
  owner = await signInAdmin(testApp);
});
beforeEach(async () => {
  testApp.clock.at("2026-03-17T12:00:00.000Z");
  practice = await signInClient(testApp);
});
afterAll(() => testApp.close());

test("a search for sources treats wildcards as text, and the list shows the last lead of each source", async () => {
  const { formKey } = await makeFormSource(testApp.deps, practice.clientId, "100% off_today");
  await makeFormSource(testApp.deps, practice.clientId, "100 of today");
  await testApp.request("POST", `/api/intake/form/${formKey}`, { json: { phone: "8135550188" } });
  const { body } = await asOwner("GET", "?search=100%25%20OFF_");
  expect(body).toMatchObject({ total: 1, pages: 1 });
  expect(body.sources).toEqual([
    expect.objectContaining({ name: "100% off_today", lastLeadAt: "2026-03-17T12:00:00.000Z" }),
  ]);
});

test("the list is sorted by any column, counts leads of 30 days, and its export has the same order and is audited", async () => {
  const { clientId } = practice;
  const make = (name: string) => makeFormSource(testApp.deps, clientId, `${name} Tamarind`);
  const [one, other] = [await make("=Aligners"), await make("Braces")];
  await make("Crowns");
  const hoursAgo = (hours: number) => new Date(testApp.clock.now.getTime() - hours * 3_600_000);
  const ask = (sourceId: string, hours: number) =>
    makeInquiry(testApp.deps, clientId, { sourceId, submittedAt: hoursAgo(hours) });
  await ask(one.sourceId, 31 * 24);
  await ask(one.sourceId, 1);
  for (let count = 0; count < 10; count += 1) await ask(other.sourceId, 24 + count / 2);
  await testApp.pool.query("update sources set failing_since = now() where name = $1", [
    "Crowns Tamarind",
  ]);
  const names = async (query: string) =>
    (await asOwner("GET", `?search=tamarind&${query}`)).body.sources.map(
      ({ name }: { name: string }) => name.replace(" Tamarind", ""),
    );
  expect(await names("")).toEqual(["=Aligners", "Braces", "Crowns"]);
  expect(await names("sort=name&order=desc")).toEqual(["Crowns", "Braces", "=Aligners"]);
  expect(await names("sort=lastLead")).toEqual(["Braces", "=Aligners", "Crowns"]);
  expect(await names("sort=lastLead&order=desc")).toEqual(["=Aligners", "Braces", "Crowns"]);
  expect(await names("sort=leads")).toEqual(["Braces", "=Aligners", "Crowns"]);
  expect(await names("sort=state")).toEqual(["Crowns", "=Aligners", "Braces"]);
  // Equal values are sorted by practice and name.
  for (const sort of ["practice", "kind"]) {
    expect(await names(`sort=${sort}&order=desc`)).toEqual(["=Aligners", "Braces", "Crowns"]);
  }
  const { body } = await asOwner("GET", "?search=tamarind");
  const gap = (await asOwner("GET", `/${other.sourceId}`)).body.gapHours.usual;
  expect(body.sources).toMatchObject([
    { recentLeads: 1, usualGapHours: null, lastLeadAt: hoursAgo(1).toISOString() },
    { recentLeads: 10, usualGapHours: gap },
    { recentLeads: 0, usualGapHours: null, lastLeadAt: null },
  ]);
  const file = await asOwner("GET", "/export.csv?search=tamarind&sort=state");
  const lines = String(file.body).trim().split("\r\n");
  expect(lines.slice(1).map((line) => line.split(",")[0])).toEqual([
    ...["Crowns Tamarind", "'=Aligners Tamarind", "Braces Tamarind"],
  ]);
  const log = await testApp.request("GET", "/api/admin/audit", { token: owner.token });
  expect(log.body.entries[0]).toMatchObject({ action: "sources_exported" });
});

type Planted = {
  make: (clientId: string, name: string) => Promise<{ sourceId: string }>;
  /** Its practice's name begins with this number. */
  practice: number;
  change: Partial<typeof sources.$inferInsert>;
  people: number;
  hoursAgo: number;
};

const earlier = new Date("2026-03-17T11:00:00.000Z");

// The order differs from column to column, and from those by name and by creation.
const planted: Record<"A" | "C" | "D" | "B", Planted> = {
  A: {
    make: (clientId, name) => makeFormSource(testApp.deps, clientId, name),
    ...{ practice: 2, change: { failingSince: earlier }, people: 2, hoursAgo: 12 },
  },
  C: {
    make: (clientId, name) => makeKeyedSource(testApp.deps, clientId, "webhook", name),
    ...{ practice: 3, change: { unreadSince: earlier }, people: 1, hoursAgo: 13 },
  },
  D: {
    make: (clientId, name) => makeMetaSource(testApp.deps, clientId, { name }),
    ...{ practice: 4, change: { endedAt: earlier }, people: 3, hoursAgo: 11 },
  },
  B: {
    make: (clientId, name) => makeKeyedSource(testApp.deps, clientId, "google", name),
    ...{ practice: 1, change: { failingSince: null }, people: 4, hoursAgo: 14 },
  },
};

// cspell:disable
const orders: Record<SourceSort, { asc: string; desc: string }> = {
  name: { asc: "ABCD", desc: "DCBA" },
  practice: { asc: "BACD", desc: "DCAB" },
  kind: { asc: "BDAC", desc: "CADB" },
  state: { asc: "CABD", desc: "DBAC" },
  lastLead: { asc: "BCAD", desc: "DACB" },
  leads: { asc: "CADB", desc: "BDAC" },
};
// cspell:enable

test("each column of the list sorts it in both directions", async () => {
  const mark = "Sycamore";
  for (const [name, one] of Object.entries(planted)) {
    const own = { name: `${one.practice} ${mark}` };
    const { clientId } = await makePractice(testApp.deps, own);
    const { sourceId } = await one.make(clientId, name);
    const submittedAt = new Date(testApp.clock.now.getTime() - one.hoursAgo * 3_600_000);
    for (let count = 0; count < one.people; count += 1) {
      await makeInquiry(testApp.deps, clientId, { sourceId, submittedAt });
    }
    await testApp.deps.db
      .update(sources)
      .set(one.change)
      .where(and(eq(sources.clientId, clientId), eq(sources.id, sourceId)));
  }
  const names = async (query: string) => {
    const { body } = await asOwner("GET", `?search=${mark}&${query}`);
    return body.sources.map(({ name }: { name: string }) => name).join("");
  };
  for (const [sort, { asc, desc }] of Object.entries(orders)) {
    const sorted = {
      asc: await names(`sort=${sort}&order=asc`),
      desc: await names(`sort=${sort}&order=desc`),
    };
    expect({ sort, ...sorted }).toEqual({ sort, asc, desc });
  }
});

type Made = (clientId: string) => Promise<{ sourceId: string }>;

test.each<[string, Made]>([
  ["web form", (clientId) => makeFormSource(testApp.deps, clientId)],
  ["Google form", (clientId) => makeKeyedSource(testApp.deps, clientId, "google")],
  ["Meta form", (clientId) => makeMetaSource(testApp.deps, clientId)],
  ["webhook", (clientId) => makeKeyedSource(testApp.deps, clientId, "webhook")],
])("the campaign of a %s must be its own practice's", async (_, make) => {
  const { clientId } = practice;
  const { sourceId } = await make(clientId);
  const { campaignId } = await makeCampaign(testApp.deps, {
    ...{ clientId, name: "Spring", platform: "web" },
  });
  const other = await makeCampaign(testApp.deps, {
    ...{ clientId: (await signInClient(testApp)).clientId, name: "Theirs", platform: "web" },
  });
  const read = await asOwner("GET", `/${sourceId}`);
  expect(read.body).toMatchObject({
    ...{ campaign: null, campaigns: [{ _id: campaignId, name: "Spring" }] },
  });
  const saved = await asOwner("PATCH", `/${sourceId}`, { campaign: campaignId });
  expect(saved.body.source.campaign).toBe(campaignId);
  const refused = await asOwner("PATCH", `/${sourceId}`, { campaign: other.campaignId });
  expect([refused.status, refused.body.errors.campaign]).toEqual([422, expect.any(String)]);
  const none = await asOwner("PATCH", `/${sourceId}`, { campaign: null });
  expect(none.body.source.campaign).toBeNull();
});

test("the submissions to a form are paginated, newest first, and opening one is audited", async () => {
  const { sourceId, formKey } = await makeFormSource(testApp.deps, practice.clientId);
  const send = (json: object) => testApp.request("POST", `/api/intake/form/${formKey}`, { json });
  await send({ wish: "nobody" });
  await send({ phone: "8135550188", website_url: "spam" });
  for (let sent = 0; sent < 50; sent += 1) await send({ name: `Person ${sent}` });
  await send({ name: "Person 49" });
  const first = (await asOwner("GET", `/${sourceId}/deliveries`)).body;
  expect(first.deliveries.slice(0, 2)).toMatchObject([{ result: "known" }, { result: "lead" }]);
  const rest = (await asOwner("GET", `/${sourceId}/deliveries?cursor=${first.nextCursor}`)).body;
  expect(rest.deliveries).toMatchObject([
    { result: "lead", mayReplay: false },
    { result: "spam", mayReplay: true },
    { result: "refused", reason: "no_person", mayReplay: true },
  ]);
  expect(rest.nextCursor).toBeNull();
  const refused = rest.deliveries[2]._id;
  const opened = await asOwner("GET", `/${sourceId}/deliveries/${refused}`);
  expect(opened.body).toMatchObject({ body: '{"wish":"nobody"}', isCut: false });
  const noted = await testApp.deps.db
    .select({ detail: auditEntries.detail })
    .from(auditEntries)
    .where(eq(auditEntries.action, "delivery_opened"));
  expect(noted).toEqual([{ detail: { source: sourceId, delivery: refused } }]);
  const replay = (id: string) => asOwner("POST", `/${sourceId}/deliveries/${id}/replays`);
  expect((await replay(refused)).status).toBe(422);
  // A password manager may have filled in the honeypot.
  const spam = rest.deliveries[1]._id;
  expect((await replay(spam)).status).toBe(201);
  const replayed = await asOwner("GET", `/${sourceId}/deliveries?cursor=${first.nextCursor}`);
  expect(replayed.body.deliveries[1]).toMatchObject({ _id: spam, result: "lead" });
});

test("submissions are found by the person's name, email address or phone number, and the search is audited", async () => {
  const { sourceId, formKey } = await makeFormSource(testApp.deps, practice.clientId);
  const send = (json: object) => testApp.request("POST", `/api/intake/form/${formKey}`, { json });
  await send({ name: "Leo Vega", email: "leo@example.com", phone: "(813) 555-0188" });
  await send({ name: "Ana Ruiz", email: "ana@example.com" });
  const spam = { email: "rosa@example.org", phone: "813-555-0177", website_url: "spam" };
  await send({ name: "Rosa Delacroix", ...spam });
  const all = (await asOwner("GET", `/${sourceId}/deliveries`)).body.deliveries;
  const [rosa, ana, leo] = all.map(({ _id }: { _id: string }) => _id);
  const find = async (search: string) => {
    const path = `/${sourceId}/deliveries?search=${encodeURIComponent(search)}`;
    const { body } = await asOwner("GET", path);
    expect(body.nextCursor).toBeNull();
    return body.deliveries.map(({ _id }: { _id: string }) => _id);
  };
  for (const search of ["vega leo", "LEO@example", "813 555 0188"]) {
    expect([search, await find(search)]).toEqual([search, [leo]]);
  }
  for (const search of ["rosa", "(813) 555-0177", "rosa@example.org"]) {
    expect([search, await find(search)]).toEqual([search, [rosa]]);
  }
  expect(await find("example.com")).toEqual([ana, leo]);
  const path = `/${sourceId}/deliveries?search=example.com&cursor=${ana}`;
  const rest = (await asOwner("GET", path)).body;
  expect(rest.deliveries.map(({ _id }: { _id: string }) => _id)).toEqual([leo]);
  for (const search of ["nobody", "%", "ana leo"]) expect(await find(search)).toEqual([]);
  const noted = await testApp.deps.db
    .select({ detail: auditEntries.detail })
    .from(auditEntries)
    .where(
      and(eq(auditEntries.action, "people_found"), eq(auditEntries.clientId, practice.clientId)),
    )
    .orderBy(auditEntries.id);
  expect(noted.map(({ detail }) => detail)).toEqual([
    { submissions: "1", source: sourceId },
    { submissions: "2", source: sourceId },
  ]);
});

test("an accent is found in a submission without a lead, whether JSON or a form escapes it, and broken escapes are skipped", async () => {
  const { clientId } = practice;
  const { sourceId } = await makeKeyedSource(testApp.deps, clientId, "webhook");
  const own = { clientId, sourceId, receivedAt: testApp.clock.now, result: "unmapped" as const };
  const bodies = [
    String.raw`{"who":"Iñigo Mu\u00f1oz"}`,
    String.raw`{"who":"MU\u00D1OZ \u0000 \ud83d \n \\ \u00f`,
    "who=Jos%C3%A9+Mu%C3%B1oz",
  ];
  for (const body of bodies) {
    await testApp.deps.db
      .insert(sourceDeliveries)
      .values({ ...own, body, isFormEncoded: body.startsWith("who") });
  }
  const count = async (search: string) => {
    const path = `/${sourceId}/deliveries?search=${encodeURIComponent(search)}`;
    return (await asOwner("GET", path)).body.deliveries.length;
  };
  expect(await count("Muñoz")).toBe(3);
  expect(await count("munoz jose")).toBe(1);
  expect(await count("inigo munoz")).toBe(1);
});

test("only the first few long bodies that don't become leads are stored in full", async () => {
  const narrow = await openTestApp({ RATE_LIMIT_FACTOR: "0.06" });
  const { clientId } = await signInClient(narrow);
  const { formKey } = await makeFormSource(narrow.deps, clientId);
  const json = { wish: "x".repeat(45_000) };
  for (let sent = 0; sent < 3; sent += 1) {
    const answer = await narrow.request("POST", `/api/intake/form/${formKey}`, { json });
    expect(answer.status).toBe(422);
  }
  const kept = await narrow.pool.query(
    `select length(body) as length, is_cut from source_deliveries where client_id = $1
     order by length(body) desc`,
    [clientId],
  );
  const whole = { length: JSON.stringify(json).length, is_cut: false };
  expect(kept.rows).toEqual([whole, whole, { length: 8192, is_cut: true }]);
  await narrow.close();
});

test("honeypot submissions over their limit return 429, and rejected bodies don't count toward that limit", async () => {
  const narrow = await openTestApp({ RATE_LIMIT_FACTOR: "0.02" });
  const { clientId } = await signInClient(narrow);
  const { formKey } = await makeFormSource(narrow.deps, clientId);
  const statusOf = async (json: object) => {
    const answer = await narrow.request("POST", `/api/intake/form/${formKey}`, { json });
    return answer.status;
  };
  for (let sent = 0; sent < 5; sent += 1) expect(await statusOf({})).toBe(422);
  const filled = (sent: number) => ({ phone: `813555018${sent}`, website_url: "x" });
  const answers: number[] = [];
  for (let sent = 0; sent < 3; sent += 1) answers.push(await statusOf(filled(sent)));
  const kept = await narrow.pool.query(
    "select count(*)::int as count from source_deliveries where client_id = $1 and result = 'spam'",
    [clientId],
  );
  await narrow.close();
  expect(answers).toEqual([201, 201, 429]);
  expect(kept.rows).toEqual([{ count: 2 }]);
});

test("a source over its limit for large bodies still accepts a normal body", async () => {
  const narrow = await openTestApp({ RATE_LIMIT_FACTOR: "0.004" });
  const { clientId } = await signInClient(narrow);
  const { formKey } = await makeKeyedSource(narrow.deps, clientId, "webhook");
  const statusOf = async (person: number, length: number) => {
    const json = { phone: `81355501${10 + person}`, message: "m".repeat(length) };
    const answer = await narrow.request("POST", `/api/intake/webhook/${formKey}`, { json });
    return answer.status;
  };
  const large: number[] = [];
  for (let sent = 0; sent < 5; sent += 1) large.push(await statusOf(sent, 60_000));
  const usual = await statusOf(9, 4000);
  await narrow.close();
  expect([large, usual]).toEqual([[201, 201, 201, 429, 429], 201]);
});

test("spam and rejected bodies are stored up to the maximum length of a form's body", async () => {
  const { formKey } = await makeFormSource(testApp.deps, practice.clientId);
  const path = `/api/intake/form/${formKey}`;
  const note = "n".repeat(maxFormBytes - 100);
  const json = { phone: "8135550188", website_url: "spam", note };
  expect((await testApp.request("POST", path, { json })).status).toBe(201);
  expect((await testApp.request("POST", path, { json: { note } })).status).toBe(422);
  // Form-encoding makes a multipart body longer than what was sent.
  const type = "multipart/form-data; boundary=x";
  const body = `--x\r\nContent-Disposition: form-data; name="note"\r\n\r\n${"%".repeat(60_000)}\r\n--x--\r\n`;
  await testApp.request("POST", path, { body, headers: { "Content-Type": type } });
  const { rows } = await testApp.pool.query(
    `select result, length(body) as length, is_cut from source_deliveries
     where client_id = $1 order by id`,
    [practice.clientId],
  );
  expect(rows).toEqual([
    { result: "spam", length: JSON.stringify(json).length, is_cut: false },
    { result: "refused", length: JSON.stringify({ note }).length, is_cut: false },
    { result: "refused", length: maxFormBytes, is_cut: true },
  ]);
});

test("a disconnected Meta form can be connected to another practice", async () => {
  const { sourceId, page, form } = await makeMetaSource(testApp.deps, practice.clientId);
  const other = await signInClient(testApp);
  const json = { kind: "meta", name: "Again", client: other.clientId, page, form };
  expect((await asOwner("POST", "", json)).status).toBe(409);
  await asOwner("POST", `/${sourceId}/ends`);
  expect((await asOwner("POST", "", json)).status).toBe(201);
});

test("a disconnected source is connected again with a new key, and a Meta form only if it's still free", async () => {
  const { clientId } = practice;
  const { sourceId, formKey } = await makeFormSource(testApp.deps, clientId);
  expect((await asOwner("POST", `/${sourceId}/reconnections`)).status).toBe(404);
  await asOwner("POST", `/${sourceId}/ends`);
  const { status, body } = await asOwner("POST", `/${sourceId}/reconnections`);
  expect([status, body.source.state]).toEqual([201, "active"]);
  const json = { phone: "8135550188" };
  const send = async (to: string) => (await testApp.request("POST", to, { json })).status;
  expect(await send(`/api/intake/form/${formKey}`)).toBe(404);
  expect(await send(new URL(body.source.url).pathname)).toBe(201);
  const noted = await testApp.deps.db
    .select({ clientId: auditEntries.clientId, detail: auditEntries.detail })
    .from(auditEntries)
    .where(eq(auditEntries.action, "source_reconnected"));
  expect(noted).toEqual([{ clientId, detail: { source: sourceId } }]);

  const { sourceId: metaId, page, form } = await makeMetaSource(testApp.deps, clientId);
  await asOwner("POST", `/${metaId}/ends`);
  const other = { kind: "meta", name: "Again", client: clientId, page, form };
  const { body: made } = await asOwner("POST", "", other);
  expect((await asOwner("POST", `/${metaId}/reconnections`)).status).toBe(409);
  await asOwner("POST", `/${made.source._id}/ends`);
  const again = await asOwner("POST", `/${metaId}/reconnections`);
  expect([again.status, again.body.source.meta]).toMatchObject([201, { page, form }]);
});

test("only the first few bodies that don't become leads are stored", async () => {
  const narrow = await openTestApp({ RATE_LIMIT_FACTOR: "0.08" });
  const { clientId } = await signInClient(narrow);
  const { formKey } = await makeFormSource(narrow.deps, clientId);
  for (let sent = 0; sent < 8; sent += 1) {
    const json = { wish: `nobody ${sent}` };
    await narrow.request("POST", `/api/intake/form/${formKey}`, { json });
  }
  const { rows } = await narrow.pool.query("select from source_deliveries");
  await narrow.close();
  expect(rows).toHaveLength(4);
});

test("a test lead and a change of a source are audited with the source's name", async () => {
  const { clientId } = practice;
  const { sourceId } = await makeKeyedSource(testApp.deps, clientId, "webhook", "Chat bot");
  expect((await asOwner("POST", `/${sourceId}/test-leads`)).status).toBe(201);
  const changed = { name: "Chat", mapping: { firstName: "/who" } };
  expect((await asOwner("PATCH", `/${sourceId}`, changed)).status).toBe(200);
  const path = `/api/admin/audit?client=${clientId}`;
  const { body } = await testApp.request("GET", path, { token: owner.token });
  const about = { kind: "source", _id: sourceId, name: "Chat" };
  expect(body.entries).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ action: "test_lead_sent", about, changes: [] }),
      expect.objectContaining({
        ...{ action: "source_changed", about },
        changes: [
          { field: "name", from: "Chat bot", to: "Chat" },
          { field: "mapping", from: null, to: null },
        ],
      }),
    ]),
  );
});

test("the lead notifications of a Meta source are listed as its deliveries", async () => {
  const { sourceId, page, form } = await makeMetaSource(testApp.deps, practice.clientId);
  const at = testApp.clock.now;
  const [stored] = await testApp.deps.db
    .insert(deliveries)
    .values({ platform: "meta", body: "{}", platformLeadIds: ["771"] })
    .returning({ id: deliveries.id });
  await testApp.deps.db.insert(announcedLeads).values({
    ...{ platform: "meta", platformLeadId: "771", deliveryId: stored?.id ?? "", pageId: page },
    ...{ formId: form, announcedAt: at, createdAt: at, failedAt: at, problem: "A reason" },
  });
  const listed = (await asOwner("GET", `/${sourceId}/deliveries`)).body.deliveries;
  expect(listed).toMatchObject([
    { _id: "771", result: "refused", problem: "A reason", mayReplay: true },
  ]);
  expect((await asOwner("GET", `/${sourceId}/deliveries/771`)).body.body).toBe("{}");
  expect((await asOwner("POST", `/${sourceId}/deliveries/771/replays`)).status).toBe(201);
  const noted = await testApp.deps.db
    .select({ detail: auditEntries.detail })
    .from(auditEntries)
    .where(
      and(
        eq(auditEntries.action, "delivery_replayed"),
        eq(auditEntries.clientId, practice.clientId),
      ),
    );
  expect(noted).toEqual([{ detail: { source: sourceId, delivery: "771" } }]);
  const other = await makeMetaSource(testApp.deps, practice.clientId);
  expect((await asOwner("GET", `/${other.sourceId}/deliveries/771`)).status).toBe(404);
});

test("an owner's test lead or replay is rolled back if its audit entry can't be stored", async () => {
  const { clientId } = practice;
  const { sourceId } = await makeKeyedSource(testApp.deps, clientId, "webhook");
  const { sourceId: metaId, page, form } = await makeMetaSource(testApp.deps, clientId);
  const at = testApp.clock.now;
  await testApp.deps.db.insert(announcedLeads).values({
    ...{ platform: "meta", platformLeadId: "772", deliveryId: randomUUID(), pageId: page },
    ...{ formId: form, announcedAt: at, createdAt: at, failedAt: at, problem: "A reason" },
  });
  await testApp.pool.query(`alter table audit_entries add constraint no_entries
    check (action not in ('test_lead_sent', 'delivery_replayed')) not valid`);
  try {
    expect((await asOwner("POST", `/${sourceId}/test-leads`)).status).toBe(500);
    expect((await asOwner("POST", `/${metaId}/deliveries/772/replays`)).status).toBe(500);
  } finally {
    await testApp.pool.query("alter table audit_entries drop constraint no_entries");
  }
  const { db } = testApp.deps;
  expect(await db.$count(inquiries, eq(inquiries.clientId, clientId))).toBe(0);
  const [announced] = await db
    .select({ failedAt: announcedLeads.failedAt })
    .from(announcedLeads)
    .where(eq(announcedLeads.platformLeadId, "772"));
  expect(announced).toEqual({ failedAt: at });
});

test.each([
  ["a Meta form that is connected already", 409],
  ["a field of another kind", 422],
  ["a practice that does not exist", 422],
])("%s is rejected", async (what, status) => {
  const client = practice.clientId;
  const meta = { kind: "meta", client, name: "Form", page: "881", form: "882" };
  if (status === 409) await asOwner("POST", "", meta);
  const { sourceId } = await makeKeyedSource(testApp.deps, client, "google");
  const answer = what.includes("field")
    ? await asOwner("PATCH", `/${sourceId}`, { thanksUrl: "https://example.com" })
    : await asOwner(
        "POST",
        "",
        status === 409 ? meta : { ...meta, client: "00000000-0000-4000-8000-000000000000" },
      );
  expect(answer.status).toBe(status);
});

test("a Meta form's page token is never returned, and a test lead can't be sent to the form", async () => {
  const json = { kind: "meta", client: practice.clientId, name: "F", page: "991", form: "992" };
  const made = await asOwner("POST", "", { ...json, pageToken: "a secret token" });
  expect(made.body.source.meta).toEqual({
    ...{ page: "991", form: "992", hasToken: true, usesAgencyToken: false, fetchedAt: null },
  });
  expect(JSON.stringify(made.body)).not.toContain("a secret token");
  const sent = await asOwner("POST", `/${made.body.source._id}/test-leads`);
  expect([sent.status, sent.body.code]).toEqual([409, "conflict"]);
});

test("a Meta source without its own token shows that it uses the agency's token and when it last fetched leads", async () => {
  const agency = await openTestApp({ META_PAGE_TOKEN: "the agency's token" });
  const { token } = await signInAdmin(agency);
  const { clientId } = await makePractice(agency.deps);
  const { sourceId } = await makeMetaSource(agency.deps, clientId);
  await agency.pool.query("update sources set meta_page_token = null");
  const meta = async () => {
    const path = `/api/admin/sources/${sourceId}`;
    return (await agency.request("GET", path, { token })).body.meta;
  };
  expect(await meta()).toMatchObject({ hasToken: true, usesAgencyToken: true, fetchedAt: null });
  const at = agency.clock.now;
  await agency.pool.query("update sources set backfilled_until = $1", [at]);
  expect((await meta()).fetchedAt).toBe(at.toISOString());
  await agency.close();
});

function asOwner(method: string, path: string, json?: unknown) {
  return testApp.request(method, `/api/admin/sources${path}`, { token: owner.token, json });
}
