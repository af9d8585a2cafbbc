// Tests the limit on reading a practice's people page after page, which applies to sessions that
// logged in a while ago.
import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { madePassword, makeInquiry } from "#server/db/make.ts";
import { auditEntries } from "#server/db/schema.ts";
import { signInClient } from "#server/testing/people.ts";
import { shareDevice } from "#server/testing/shared-device.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";

/** All limits are divided by fifty, which leaves 20 people per hour. */
const budget = 20;
const minute = 60_000;

let testApp: TestApp;
let practice: Awaited<ReturnType<typeof signInClient>>;
let token: string;
beforeAll(async () => {
  testApp = await openTestApp({ RATE_LIMIT_FACTOR: "0.02" });
});
beforeEach(async () => {
  testApp.clock.forward(24 * 60 * minute);
  await testApp.pool.query("delete from rate_limits");
  practice = await signInClient(testApp);
  await testApp.pool.query("delete from rate_limits");
  token = practice.token;
  for (let made = 0; made < budget + 20; made += 1) {
    await makeInquiry(testApp.deps, practice.clientId, {
      ...{ firstName: `Marisol ${made}`, phone: `81355502${10 + made}` },
      email: `m${made}@example.com`,
    });
  }
});
afterAll(() => testApp.close());

test.each(["leads/new?sort=newest", "leads/inquiries?bucket=running"])(
  "an old session needs a proof once it has read the hourly limit of people: %s",
  async (list) => {
    testApp.clock.forward(15 * minute);
    const pages = await readAll(list);
    expect(pages.at(-1)).toMatchObject({ status: 403, body: { code: "proof_required" } });
    expect(rowsOf(pages)).toBeLessThanOrEqual(budget + 10);
    expect(rowsOf(pages)).toBeGreaterThanOrEqual(budget);
    expect((await readAll(list)).at(-1)?.status).toBe(403);
    expect(await actions()).toEqual(["bulk_reading_refused"]);
    await prove();
    expect((await readAll(list)).at(-1)?.status).toBe(200);
  },
);

test("an old session needs a proof once it has read the hourly limit of people in the archive", async () => {
  const { rows } = await testApp.pool.query("select id from leads where client_id = $1", [
    practice.clientId,
  ]);
  const json = { ids: rows.map(({ id }) => id), reason: "moved away" };
  await testApp.request("POST", "/api/leads/archive", { token, json });
  testApp.clock.forward(15 * minute);
  const pages = await readAll("leads/archive?tab=leads");
  expect(pages.at(-1)).toMatchObject({ status: 403, body: { code: "proof_required" } });
  expect(rowsOf(pages)).toBe(budget);
});

test("reloading the same leads doesn't count toward the limit, and the first page is never rejected", async () => {
  testApp.clock.forward(15 * minute);
  for (let reload = 0; reload < 30; reload += 1) {
    expect((await get("leads/new?limit=10")).status).toBe(200);
    expect((await get("leads/new?limit=10&search=marisol")).status).toBe(200);
  }
  await readAll("leads/inquiries?bucket=running");
  expect((await get("leads/inquiries?bucket=running&limit=50")).status).toBe(403);
  expect((await get("leads/new?limit=10")).status).toBe(200);
});

test("searches that show different people count toward the limit", async () => {
  testApp.clock.forward(15 * minute);
  const statuses: number[] = [];
  for (let made = 0; made < budget + 5; made += 1) {
    statuses.push((await get(`leads/new?search=m${made}@example.com`)).status);
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(budget);
  expect(statuses.at(-1)).toBe(403);
});

test("emails and archived leads count toward the limit", async () => {
  testApp.clock.forward(15 * minute);
  const { rows } = await testApp.pool.query("select id from leads where client_id = $1", [
    practice.clientId,
  ]);
  const ids: string[] = rows.map(({ id }) => id);
  for (const [index, id] of ids.entries()) {
    const body = { subject: "Hello", body: "<p>Hello</p>", submissionId: randomUUID() };
    if (index < 10) await testApp.request("POST", `/api/leads/${id}/emails`, { token, json: body });
  }
  const mail = await get("mail");
  expect(mail.status).toBe(200);
  // The number of emails that may be sent within an hour.
  const emailed = mail.body.emails.length;
  expect(emailed).toBeGreaterThan(2);
  // A lead that still needs a call is always shown.
  for (const id of ids) expect((await get(`leads/${id}`)).status).toBe(200);
  const json = { ids: ids.slice(emailed), reason: "moved away" };
  await testApp.request("POST", "/api/leads/archive", { token, json });
  const statuses: number[] = [];
  for (const id of ids.slice(emailed)) statuses.push((await get(`leads/${id}`)).status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(budget - emailed);
  expect(statuses.at(-1)).toBe(403);
});

test("no proof is needed within fifteen minutes after login, or later for people the session has already seen", async () => {
  expect((await readAll("leads/new?sort=newest")).at(-1)?.status).toBe(200);
  testApp.clock.forward(15 * minute);
  // These are the people that this session has already seen.
  expect((await readAll("leads/new?sort=newest")).at(-1)?.status).toBe(200);
});

test("a shared device above the limit gets a 429, because it can't give a proof", async () => {
  const device = await shareDevice(testApp, token);
  token = device;
  testApp.clock.forward(4 * minute);
  await testApp.request("POST", "/api/shared-device/activity", { token, json: {} });
  await testApp.pool.query("update sessions set proven_at = proven_at - interval '1 hour'");
  expect((await readAll("leads/inquiries?bucket=running")).at(-1)?.status).toBe(429);
});

function get(path: string) {
  return testApp.request("GET", `/api/${path}`, { token });
}

/** Reads a list page by page until the last page or a rejection. */
async function readAll(list: string) {
  const pages: Awaited<ReturnType<typeof get>>[] = [];
  for (let cursor = ""; ; ) {
    const page = await get(`${list}&limit=10${cursor && `&cursor=${encodeURIComponent(cursor)}`}`);
    pages.push(page);
    if (page.status !== 200 || !page.body.nextCursor) return pages;
    cursor = page.body.nextCursor;
  }
}

function rowsOf(pages: { body: { leads?: unknown[]; inquiries?: unknown[] } }[]): number {
  return pages.flatMap(({ body }) => body.leads ?? body.inquiries ?? []).length;
}

function prove() {
  return testApp.request("POST", "/api/clients/me/proofs", {
    token,
    json: { password: madePassword },
  });
}

async function actions() {
  const rows = await testApp.deps.db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.clientId, practice.clientId));
  return rows.map(({ action }) => action).filter((action) => action === "bulk_reading_refused");
}
