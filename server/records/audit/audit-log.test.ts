// A page of the owner's audit log reads only its entries and the rows of other tables that they
// name.
import { randomUUID } from "node:crypto";
import { eq, ne } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AuditQuery } from "#contract/audit.ts";
import { usualWeek } from "#contract/open-hours.ts";
import { makeCampaign, makeContactRequest, makeInquiry } from "#server/db/make.ts";
import { accounts, auditEntries, clients } from "#server/db/schema.ts";
import { signInAdmin, signInClient } from "#server/testing/people.ts";
import { rowsRead, statementsDuring } from "#server/testing/statements.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";
import { viewMs } from "./audit.ts";
import { listAudit } from "./audit-log.ts";

const pageSize = 50;
const many = 5000;

let testApp: TestApp;
let practice: Awaited<ReturnType<typeof signInClient>>;
let owner: Awaited<ReturnType<typeof signInAdmin>>;
/** Reads the log as that owner. */
const list = (query: AuditQuery) =>
  listAudit(testApp.deps, { accountId: owner.accountId, address: "127.0.0.1" }, query);
beforeAll(async () => {
  testApp = await openTestApp();
  practice = await signInClient(testApp);
  owner = await signInAdmin(testApp);
  await testApp.pool.query(
    `with added as (
       insert into leads (client_id, first_name, received_at, started_at, touched_at)
       select $1, 'Lead ' || n, now(), now(), now() from generate_series(1, ${many}) as n
       returning id
     )
     insert into audit_entries (at, action, account_id, client_id, address, detail)
     select $3, 'desk_viewed', $2, $1, '127.0.0.1', jsonb_build_object('lead', id::text)
     from added`,
    [practice.clientId, owner.accountId, new Date(testApp.clock.now.getTime() - 60 * 60_000)],
  );
  await testApp.pool.query("analyze");
});
afterAll(() => testApp.close());

test("a page of the audit log reads only its own entries and their leads, regardless of how many rows exist", async () => {
  // Reading adds an entry once every ten minutes. This call adds it before the measurement.
  await list({});
  for (const client of [undefined, practice.clientId]) {
    const statements = await statementsDuring(() => list(client ? { client } : {}));
    // The entries aren't joined with the leads, so PostgreSQL can't choose a bad join plan.
    expect(statements.filter(({ text }) => /"audit_entries".*"leads"/.test(text))).toEqual([]);
    const read = await rowsRead(testApp.pool, statements);
    expect([read.audit_entries, read.leads]).toEqual([pageSize + 2, pageSize - 1]);
  }
});

test("listing a practice with few entries doesn't read other practices' entries", async () => {
  const { clientId: client } = await signInClient(testApp);
  const statements = await statementsDuring(() => list({ client }));
  const read = await rowsRead(testApp.pool, statements);
  expect(read.audit_entries).toBeLessThan(10);
});

test("entries can be filtered by action, part of the person's email address, and last day", async () => {
  const owner = await signInAdmin(testApp);
  const [name = ""] = owner.email.split("@");
  const own = await list({ who: name.toUpperCase() });
  expect(own.entries.map(({ who, action }) => [who, action])).toEqual([
    [owner.email, "signed_in"],
    [owner.email, "admin_added"],
  ]);
  const views = await list({ action: "desk_viewed", who: name });
  expect(views.entries).toEqual([]);
  const all = await list({ action: "signed_in" });
  expect(new Set(all.entries.map(({ action }) => action))).toEqual(new Set(["signed_in"]));
  const today = testApp.clock.now.toISOString().slice(0, 10);
  expect((await list({ who: name, until: today })).entries).toHaveLength(2);
  expect((await list({ who: name, until: "2026-03-16" })).entries).toEqual([]);
  // The last minutes of March 16 in the agency's time zone.
  const { now } = testApp.clock;
  testApp.clock.at("2026-03-17T03:59:00.000Z");
  const night = await signInAdmin(testApp);
  testApp.clock.at(now.toISOString());
  const [nightName] = night.email.split("@");
  expect((await list({ who: nightName, until: "2026-03-16" })).entries).toHaveLength(2);
  expect((await list({ who: nightName, until: "2026-03-15" })).entries).toEqual([]);
  // LIKE wildcards in a filter match literally.
  expect((await list({ who: "%" })).entries).toEqual([]);
});

test("a day that PostgreSQL can't represent is rejected as invalid input", async () => {
  const { token } = await signInAdmin(testApp);
  for (const until of ["0000-01-01", "9999-12-31", "2026-02-30"]) {
    const answer = await testApp.request("GET", `/api/admin/audit?until=${until}`, { token });
    expect([until, answer.status]).toEqual([until, 422]);
  }
});

test("a page of the audit log filtered by action or person reads only its own entries", async () => {
  const owner = await signInAdmin(testApp);
  const [name = ""] = owner.email.split("@");
  for (const query of [{ action: "owner_removed" } as const, { who: name }]) {
    const statements = await statementsDuring(() => list(query));
    const read = await rowsRead(testApp.pool, statements);
    expect(read.audit_entries ?? 0).toBeLessThan(10);
  }
});

test("reading the audit log is audited once every ten minutes for each practice whose people it shows", async () => {
  const { token, accountId } = await signInAdmin(testApp);
  const [ofPerson, ofLead, ofNobody] = await Promise.all(
    [1, 2, 3].map(() => signInClient(testApp)),
  );
  if (!ofPerson || !ofLead || !ofNobody) throw new Error("Three practices");
  const { lead } = await makeInquiry(testApp.deps, ofLead.clientId);
  await testApp.deps.db.delete(auditEntries);
  const entry = { action: "desk_viewed" as const, address: "127.0.0.1", at: testApp.clock.now };
  await testApp.deps.db.insert(auditEntries).values([
    { ...entry, clientId: ofLead.clientId, accountId, detail: { lead: lead._id } },
    { ...entry, clientId: ofNobody.clientId, accountId },
    // An entry without a practice, as for a wrong password.
    { ...entry, action: "wrong_credentials", accountId: ofPerson.accountId },
  ]);
  const read = async () => (await testApp.request("GET", "/api/admin/audit", { token })).status;
  const noted = async () => {
    const rows = await testApp.deps.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.action, "audit_listed"));
    return rows.map((row) => [row.accountId, row.clientId]).toSorted();
  };
  const both = [ofPerson, ofLead].map(({ clientId }) => [accountId, clientId]).toSorted();

  for (const _ of [1, 2]) expect(await read()).toBe(200);
  expect(await noted()).toEqual(both);
  testApp.clock.forward(viewMs + 1);
  expect(await read()).toBe(200);
  expect(await noted()).toEqual([...both, ...both].toSorted());
  // The entry for reading the log names only an owner, so it doesn't cause further entries.
  await testApp.deps.db.delete(auditEntries).where(ne(auditEntries.action, "audit_listed"));
  testApp.clock.forward(viewMs + 1);
  expect(await read()).toBe(200);
  expect(await noted()).toEqual([...both, ...both].toSorted());
});

test("a change to a campaign is listed with its name and the old and new values", async () => {
  const { token } = await signInAdmin(testApp);
  const { clientId } = await signInClient(testApp);
  const { campaignId } = await makeCampaign(testApp.deps, {
    ...{ clientId, name: "Implants", platform: "google" },
  });
  const path = `/api/admin/campaigns/${campaignId}`;
  const change = (json: object) => testApp.request("PATCH", path, { token, json });
  expect((await change({ name: "Dental implants", budgetCents: 75_000 })).status).toBe(200);
  expect((await change({ state: "paused" })).status).toBe(200);
  const { entries } = await list({ client: clientId, action: "campaign_changed" });
  expect(entries.map(({ about, changes }) => [about?.name, changes])).toEqual([
    ["Dental implants", [{ field: "state", from: "Running", to: "Paused" }]],
    [
      "Dental implants",
      [
        { field: "name", from: "Implants", to: "Dental implants" },
        { field: "budget", from: null, to: "$750.00" },
      ],
    ],
  ]);
});

test("changes of business hours and alerts are listed with the old and new values", async () => {
  const { clientId, token } = await signInClient(testApp);
  const put = async (day: { from: string; to: string }[]) => {
    testApp.clock.forward(60_000);
    const week = usualWeek.with(1, day);
    const json = { timeZone: "America/New_York", week, holidays: [] };
    const path = "/api/clients/me/hours";
    expect((await testApp.request("PUT", path, { token, json })).status).toBe(200);
  };
  await put([{ from: "08:00", to: "18:00" }]);
  await put([]);
  const { entries } = await list({ client: clientId, action: "hours_changed" });
  expect(entries.map(({ changes }) => changes)).toEqual([
    [{ field: "monday", from: "8:00–18:00", to: "closed" }],
    [{ field: "monday", from: "8:00–17:00", to: "8:00–18:00" }],
  ]);
  for (const showsCampaign of [true, true]) {
    await testApp.request("PATCH", "/api/alerts", { token, json: { showsCampaign } });
  }
  const alerts = await list({ client: clientId, action: "alerts_changed" });
  expect(alerts.entries.map(({ changes }) => changes)).toEqual([
    [{ field: "alertsShowCampaign", from: "off", to: "on" }],
  ]);
});

test("a search finds entries by practice, email address, name and action", async () => {
  const { clientId, email, accountId } = await signInClient(testApp);
  await testApp.deps.db
    .update(accounts)
    .set({ firstName: "Zelda", lastName: "Okafor" })
    .where(eq(accounts.id, accountId));
  await testApp.deps.db
    .update(clients)
    .set({ name: "Lighthouse Dental" })
    .where(eq(clients.id, clientId));
  const byPractice = await list({ search: "lightHOUSE" });
  expect(byPractice.entries.length).toBeGreaterThan(0);
  expect(new Set(byPractice.entries.map(({ practice }) => practice))).toEqual(
    new Set(["Lighthouse Dental"]),
  );
  const byAddress = await list({ search: email, client: clientId });
  expect(byAddress.entries.length).toBeGreaterThan(0);
  const byName = await list({ search: "zelda OKA" });
  expect(byName.entries.length).toBeGreaterThan(0);
  expect(new Set(byName.entries.map(({ who }) => who))).toEqual(new Set([email]));
  const byAction = await list({ search: "created an owner account" });
  expect(new Set(byAction.entries.map(({ action }) => action))).toEqual(new Set(["admin_added"]));
  expect((await list({ search: "nobody is called that" })).entries).toEqual([]);
});

test("replying to, closing and reopening a contact request are audited with the person's name", async () => {
  const { token } = await signInAdmin(testApp);
  const { contactRequestId: _id } = await makeContactRequest(testApp.deps, {
    ...{ kind: "marketing", fullName: "Rosa Delacroix", email: "rosa@example.com" },
    ...{ phone: "(813) 555-0111", receivedAt: testApp.clock.now, finishedAt: testApp.clock.now },
  });
  testApp.clock.forward(1000);
  const path = `/api/admin/contact-requests/${_id}`;
  const json = { text: "We’ll call at noon.", submissionId: randomUUID() };
  const steps = [await testApp.request("POST", `${path}/replies`, { token, json })];
  testApp.clock.forward(1000);
  const reason = { reason: "not_a_fit" };
  steps.push(await testApp.request("POST", `${path}/closings`, { token, json: reason }));
  testApp.clock.forward(1000);
  steps.push(await testApp.request("DELETE", `${path}/closings`, { token }));
  expect(steps.map(({ status }) => status)).toEqual([201, 201, 200]);
  const { entries } = await list({ search: "contact request" });
  const theirs = entries.filter(({ about }) => about?._id === _id);
  expect(theirs.map(({ action, about }) => [action, about?.name])).toEqual([
    ["contact_request_reopened", "Rosa Delacroix"],
    ["contact_request_closed", "Rosa Delacroix"],
    ["contact_request_replied", "Rosa Delacroix"],
  ]);
});

test("the export has the filtered entries, with the export itself as the newest", async () => {
  const reader = await signInAdmin(testApp);
  const { token } = reader;
  const path = "/api/admin/audit/export.csv?action=audit_exported";
  const { status, body } = await testApp.request("GET", path, { token });
  expect(status).toBe(200);
  const lines = String(body).trimEnd().split("\r\n");
  expect(lines[0]).toContain("What happened");
  expect(lines[1]).toContain(`Exported the audit log,${reader.email}`);
  const after = await list({ action: "audit_exported" });
  expect(after.entries).toHaveLength(lines.length - 1);
});
