// The owner can retain some of a practice's records for longer.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PracticeDetail } from "#contract/practices.ts";
import type { RetentionKind } from "#contract/retention.ts";
import { SystemState } from "#contract/system.ts";
import { signInAdmin, signInClient } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";
import { daysKept } from "./practice-retention.ts";

let testApp: TestApp;
let owner: Awaited<ReturnType<typeof signInAdmin>>;
beforeAll(async () => {
  testApp = await openTestApp();
  owner = await signInAdmin(testApp);
});
afterAll(() => testApp.close());

const cases: [kind: RetentionKind, own: number | null, kept: number][] = [
  ["deliveries", null, 90],
  ["deliveries", 1, 90],
  ["deliveries", 89, 90],
  ["deliveries", 90, 90],
  ["deliveries", 91, 91],
  ["deliveries", 730, 730],
  ["deliveries", 731, 730],
  ["sessions", null, 30],
  ["sessions", 29, 30],
  ["sessions", 31, 31],
  ["sessions", 731, 730],
  ["auditEntries", null, 730],
  ["auditEntries", 365, 730],
  ["auditEntries", 731, 731],
  ["auditEntries", 3650, 3650],
  ["auditEntries", 3651, 3650],
];
test.each(cases)(
  "%s of a practice that chose %s days are retained for %i days",
  (kind, own, kept) => {
    expect(daysKept(kind, own)).toBe(kept);
  },
);

test("a practice has the default retention until the owner extends it, which is audited", async () => {
  const { clientId } = await signInClient(testApp);
  expect(await read(clientId)).toEqual({ deliveries: 90, sessions: 30, auditEntries: 730 });
  const changed = await change(clientId, { auditEntries: 3650 });
  const extended = { deliveries: 90, sessions: 30, auditEntries: 3650 };
  expect([changed.status, changed.body.retention]).toEqual([200, extended]);
  expect(await read(clientId)).toEqual(extended);
  // Missing or unchanged values stay as they are and aren't audited.
  await change(clientId, { deliveries: 365, auditEntries: 3650 });
  await change(clientId, { deliveries: 365 });
  await change(clientId, {});
  expect(await read(clientId)).toEqual({ ...extended, deliveries: 365 });
  const { rows } = await testApp.pool.query(
    `select account_id as by, detail from audit_entries
     where action = 'retention_changed' and client_id = $1 order by id`,
    [clientId],
  );
  expect(rows).toEqual([
    { by: owner.accountId, detail: { auditEntries: "3650" } },
    { by: owner.accountId, detail: { deliveries: "365" } },
  ]);
});

test("the default retention isn't stored, and the system screen counts practices with longer retention", async () => {
  const practices = [await signInClient(testApp), await signInClient(testApp)];
  const longer = async () => {
    const { body } = await testApp.request("GET", "/api/admin/system", { token: owner.token });
    return SystemState.parse(body).retention;
  };
  const before = await longer();
  expect(before.sessions).toEqual({ days: 30, longer: 0 });
  for (const { clientId } of practices) await change(clientId, { sessions: 365 });
  expect(await longer()).toEqual({ ...before, sessions: { days: 30, longer: 2 } });
  for (const { clientId } of practices) await change(clientId, { sessions: 30 });
  expect(await longer()).toEqual(before);
});

test.each([
  { deliveries: 89 },
  { deliveries: 731 },
  { sessions: 29 },
  { sessions: 731 },
  { auditEntries: 729 },
  { auditEntries: 3651 },
  { auditEntries: 1000.5 },
  { auditEntries: null },
  { deliveries: "365" },
])("%o is rejected and not saved", async (json) => {
  const { clientId } = await signInClient(testApp);
  expect((await change(clientId, { sessions: 90, ...json })).status).toBe(422);
  expect(await read(clientId)).toEqual({ deliveries: 90, sessions: 30, auditEntries: 730 });
});

test("an unknown practice and a demo can't have their own retention", async () => {
  const demo = await testApp.pool.query(
    `insert into clients (name, phone, address, city, state, zip, admin_code, is_demo)
     values ('Demo', '', '', '', '', '', '', true) returning id`,
  );
  for (const clientId of [randomUUID(), demo.rows[0].id]) {
    expect((await change(clientId, { sessions: 365 })).status).toBe(404);
  }
});

function change(clientId: string, json: object) {
  const path = `/api/admin/clients/${clientId}/retention`;
  return testApp.request("PATCH", path, { token: owner.token, json });
}

async function read(clientId: string) {
  const path = `/api/admin/clients/${clientId}`;
  const { body } = await testApp.request("GET", path, { token: owner.token });
  return PracticeDetail.parse(body).retention;
}
