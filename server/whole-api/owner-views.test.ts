// Tests that the audit log records every time that an owner sees a practice's people. Calls every
// read in the OpenAPI document as the owner and searches the responses for people and leads.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeBooking } from "#server/db/demo-bookings.ts";
import { auditEntries, contactRequests } from "#server/db/schema.ts";
import { rows as whoMay } from "#server/testing/access-matrix.ts";
import { signInAdmin, signInClient } from "#server/testing/people.ts";
import { type Ids, type Practice, seedPractice } from "#server/testing/planted-rows.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";

/** Reads that show a practice's people without writing an audit entry, each with the reason. */
const notAudited: Record<string, string> = {};

/** Reads that always show people of the planted practice. If one doesn't, its list is empty. */
const alwaysShowing = [
  "GET /api/leads/new",
  "GET /api/admin/audit",
  "GET /api/admin/clients/{id}",
  "GET /api/admin/clients/{id}/month-reports",
  "GET /api/admin/clients/{id}/report-readers",
  "GET /api/admin/mail",
  "GET /api/admin/search",
];

/** Every lead's first name contains this word. */
const word = "Aldermoor";

/** The last name of everyone at the practice and of every lead. */
const lastName = "Fitchley";

let testApp: TestApp;
let practice: Practice;
let owner: Awaited<ReturnType<typeof signInAdmin>>;
let ids: Ids;
let contactRequestId: string;
let deliveryId: string;
/**
 * Names and email addresses in lowercase. A response contains one only if it shows someone from the
 * practice.
 */
let personal: string[];
let reads: string[];

beforeAll(async () => {
  testApp = await openTestApp();
  practice = await signInClient(testApp);
  owner = await signInAdmin(testApp);
  ids = await seedPractice(testApp, practice, word);
  contactRequestId = await plantContactRequest();
  deliveryId = await firstOf("select id from source_deliveries where source_id = $1", ids.source);
  await plantEntries();
  // An owner must be the author of the version, but `planted-template-sets.ts` publishes it as the
  // practice.
  await testApp.pool.query("update template_set_versions set account_id = $1", [owner.accountId]);
  const emails = await nameEverybody();
  personal = [lastName, ...emails].map((text) => text.toLowerCase());
  const { body } = await testApp.request("GET", "/api/openapi.json");
  reads = readsOf(body).filter((read) => {
    const row = whoMay[read];
    return row?.viewing === 200 || (row?.admin === 200 && row.visitor === 401);
  });
});
afterAll(() => testApp.close());

test("every API response that shows a practice's people to an owner writes an audit entry", async () => {
  const wrong: string[] = [];
  const showing: string[] = [];
  for (const read of reads) {
    await testApp.pool.query("delete from audit_entries where account_id = $1", [owner.accountId]);
    const { status, body } = await testApp.request("GET", addressOf(read), { token: owner.token });
    if (status !== 200) wrong.push(`${read}: ${status}`);
    const text = JSON.stringify(body).toLowerCase();
    const shown = personal.filter((one) => text.includes(one));
    if (shown.length === 0) continue;
    showing.push(read);
    const isNoted = (await entriesOfOwner()) > 0;
    if (!isNoted && !notAudited[read]) wrong.push(`${read} shows ${shown[0]} and writes no entry`);
  }
  expect(wrong).toEqual([]);
  // Every listed exception must still be needed. This also proves that the search finds people.
  expect(Object.keys(notAudited).filter((read) => !showing.includes(read))).toEqual([]);
  // A read with an empty list wouldn't show people, so it wouldn't need an audit entry.
  expect(alwaysShowing.filter((read) => !showing.includes(read))).toEqual([]);
});

/**
 * Returns the reads. Event streams have their own tests: `desk-changes.test.ts` and
 * `import-stream.test.ts`.
 */
function readsOf(document: {
  paths: Record<string, Record<string, { responses: Record<string, { content?: object }> }>>;
}): string[] {
  return Object.entries(document.paths).flatMap(([path, { get }]) => {
    const types = Object.values(get?.responses ?? {}).flatMap(({ content }) =>
      Object.keys(content ?? {}),
    );
    return get && !types.includes("text/event-stream") ? [`GET ${path}`] : [];
  });
}

function addressOf(read: string): string {
  const path = read.replace("GET ", "");
  if (path === "/api/admin/search") return `${path}?q=${word}`;
  const view = whoMay[read]?.viewing === 200 ? `?client=${ids.practice}` : "";
  const address = path
    .replace("/api/leads/{id}", `/api/leads/${ids.lead}`)
    .replace("/api/admin/clients/{id}", `/api/admin/clients/${ids.practice}`)
    .replace("/api/admin/sources/{id}", `/api/admin/sources/${ids.source}`)
    .replace("/api/admin/campaigns/{id}", `/api/admin/campaigns/${ids.campaign}`)
    .replace("/api/admin/template-sets/{id}", `/api/admin/template-sets/${ids.templateSet}`)
    .replace("/api/admin/mail/{id}", `/api/admin/mail/${ids.mail}`)
    .replace("/contact-requests/{id}", `/contact-requests/${contactRequestId}`)
    .replace("{importId}", ids.leadImport)
    .replace("{deliveryId}", deliveryId)
    .replace("{emailId}", ids.mail);
  if (address.includes("{")) throw new Error(`addressOf does not know an id of ${read}`);
  return address + view;
}

/**
 * Adds audit entries about a lead and about a person. Their author isn't the owner who reads them.
 */
async function plantEntries() {
  const { clientId, accountId } = practice;
  const by = { at: testApp.clock.now, address: "127.0.0.1", clientId, accountId };
  await testApp.deps.db.insert(auditEntries).values([
    { ...by, action: "lead_exported", detail: { lead: ids.lead } },
    { ...by, action: "person_deactivated", detail: { person: ids.person } },
  ]);
}

async function plantContactRequest(): Promise<string> {
  const at = { contactAt: testApp.clock.now, receivedAt: testApp.clock.now };
  const [row] = await testApp.deps.db
    .insert(contactRequests)
    .values({ ...at, kind: "personal", fullName: "Ada", email: "ada@example.com", test: false })
    .returning();
  const requestId = row?.id ?? randomUUID();
  const startsAt = new Date(testApp.clock.now.getTime() + 24 * 60 * 60_000);
  const bookedAt = testApp.clock.now;
  await makeBooking(testApp.deps, requestId, { startsAt, bookedAt, timeZone: "America/New_York" });
  return requestId;
}

/** Renames people in every table that holds a practice's people. Returns their email addresses. */
async function nameEverybody(): Promise<string[]> {
  for (const table of await tablesWith("last_name")) {
    await testApp.pool.query(`update ${table} set last_name = $1 where client_id = $2`, [
      lastName,
      practice.clientId,
    ]);
  }
  const emails: string[] = [];
  for (const column of ["email", "to"]) {
    for (const table of await tablesWith(column)) {
      const { rows } = await testApp.pool.query(
        `select "${column}" as email from ${table} where client_id = $1 and "${column}" <> ''`,
        [practice.clientId],
      );
      emails.push(...rows.map(({ email }) => email));
    }
  }
  return emails;
}

async function tablesWith(column: string): Promise<string[]> {
  const { rows } = await testApp.pool.query(
    `select table_name from information_schema.columns
     where table_schema = 'public' and column_name in ($1, 'client_id')
     group by table_name having count(*) = 2`,
    [column],
  );
  return rows.map(({ table_name }) => table_name);
}

async function entriesOfOwner(): Promise<number> {
  const { rows } = await testApp.pool.query(
    "select count(*)::int as entries from audit_entries where account_id = $1 and client_id = $2",
    [owner.accountId, practice.clientId],
  );
  return rows[0].entries;
}

async function firstOf(statement: string, ...values: string[]): Promise<string> {
  const { rows } = await testApp.pool.query(statement, values);
  return rows[0]?.id ?? "";
}
