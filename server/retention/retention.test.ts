// Records with a retention period are deleted when it is over.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  alertAddresses,
  auditEntries,
  deliveries,
  devicePins,
  mailedLinks,
  pushDevices,
  sessions,
} from "#server/db/schema.ts";
import { signInAdmin, signInClient } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";
import { batchSize, deleteExpiredRecords, retentionDays } from "./retention.ts";

const dayMs = 24 * 60 * 60_000;

let testApp: TestApp;
let accountId: string;
let clientId: string;
beforeAll(async () => {
  testApp = await openTestApp();
  ({ accountId, clientId } = await signInClient(testApp));
});
beforeEach(async () => {
  await testApp.pool.query(
    "truncate deliveries, sessions, mailed_links, audit_entries, push_devices, alert_addresses",
  );
});
afterAll(() => testApp.close());

test("a delivery is kept for 90 days and an audit entry for two years, to the millisecond", async () => {
  expect(retentionDays).toMatchObject({ deliveries: 90, auditEntries: 730 });
  const { db } = testApp.deps;
  for (const late of [0, 1]) {
    const receivedAt = ago(retentionDays.deliveries, late);
    await db.insert(deliveries).values({ platform: "meta", body: `late ${late}`, receivedAt });
    const entry = { action: "signed_in", address: `late ${late}` } as const;
    await db.insert(auditEntries).values({ ...entry, at: ago(retentionDays.auditEntries, late) });
  }
  await deleteExpiredRecords(testApp.deps);
  expect((await db.select().from(deliveries)).map(({ body }) => body)).toEqual(["late 0"]);
  expect((await db.select().from(auditEntries)).map((one) => one.address)).toEqual(["late 0"]);
});

test("a session is kept for 30 days after it ended or expired", async () => {
  expect(retentionDays.sessions).toBe(30);
  const [limit, past] = [ago(retentionDays.sessions, 0), ago(retentionDays.sessions, 1)];
  const open = new Date(testApp.clock.now.getTime() + dayMs);
  for (const [device, expiresAt, endedAt] of [
    ["ended", open, limit],
    ["ended too long ago", open, past],
    ["ran out", limit, null],
    ["expired too long ago", past, null],
    ["ended too long ago, expired since", limit, past],
    ["open", open, null],
  ] as const) {
    await addSession({ device, expiresAt, endedAt, createdAt: ago(400, 0) });
  }
  await deleteExpiredRecords(testApp.deps);
  expect(await devices()).toEqual(["ended", "open", "ran out"]);
});

test("the last session of an account is kept: it records the last sign-in", async () => {
  const endedAt = ago(200, 0);
  for (const [device, days] of [
    ["first", 300],
    ["last", 250],
  ] as const) {
    const createdAt = ago(days, 0);
    await addSession({ device, endedAt, createdAt, expiresAt: ago(200, 0) });
  }
  await deleteExpiredRecords(testApp.deps);
  expect(await devices()).toEqual(["last"]);
  const { token } = await signInAdmin(testApp);
  const { body } = await testApp.request("GET", "/api/admin/clients", { token });
  expect(body.clients[0].lastSignedInAt).toBe(ago(250, 0).toISOString());
});

test("a PIN of a shared device is deleted once its session has ended or expired", async () => {
  const { db } = testApp.deps;
  const { createdAt, expiresAt } = openSession();
  const now = testApp.clock.now;
  for (const [initials, session] of [
    ["ON", { expiresAt, endedAt: null }],
    ["END", { expiresAt, endedAt: now }],
    ["EXP", { expiresAt: now, endedAt: null }],
  ] as const) {
    const sessionId = await addSession({ device: initials, createdAt, ...session });
    await db.insert(devicePins).values({ clientId, sessionId, accountId, initials, pinHash: "" });
  }
  await deleteExpiredRecords(testApp.deps);
  expect((await db.select().from(devicePins)).map(({ initials }) => initials)).toEqual(["ON"]);
});

test("an emailed link is kept for 30 days after it was used, voided or expired", async () => {
  expect(retentionDays.mailedLinks).toBe(30);
  const [limit, past] = [ago(retentionDays.mailedLinks, 0), ago(retentionDays.mailedLinks, 1)];
  const open = new Date(testApp.clock.now.getTime() + dayMs);
  const none = { usedAt: null, voidedAt: null, expiresAt: open };
  for (const [email, change] of [
    ["used", { usedAt: limit }],
    ["used too long ago", { usedAt: past }],
    ["voided", { voidedAt: limit }],
    ["voided too long ago", { voidedAt: past }],
    ["ran out", { expiresAt: limit }],
    ["expired too long ago", { expiresAt: past }],
    ["good", {}],
  ] as const) {
    const link = { purpose: "invitation", tokenHash: randomUUID(), createdAt: ago(60, 0) } as const;
    await testApp.deps.db.insert(mailedLinks).values({ ...link, email, ...none, ...change });
  }
  await deleteExpiredRecords(testApp.deps);
  const kept = await testApp.deps.db.select().from(mailedLinks);
  expect(kept.map(({ email }) => email).toSorted()).toEqual(["good", "ran out", "used", "voided"]);
});

test("a device or an address is kept for 30 days after its alerts ended, a device also no longer than its session", async () => {
  expect(retentionDays.alertRecipients).toBe(30);
  const { db } = testApp.deps;
  const [limit, past] = [
    ago(retentionDays.alertRecipients, 0),
    ago(retentionDays.alertRecipients, 1),
  ];
  const sessionId = await addSession({ device: "desk", ...openSession() });
  for (const [device, change] of [
    ["ended", { endedAt: limit }],
    ["ended too long ago", { endedAt: past }],
    ["its session is gone", { sessionId: randomUUID() }],
    ["good", {}],
  ] as const) {
    const keys = { endpoint: `https://push.example/${device}`, p256dh: "", auth: "" };
    await db
      .insert(pushDevices)
      .values({ clientId, accountId, sessionId, device, ...keys, ...change });
  }
  for (const [address, endedAt] of [
    ["ended@example.com", limit],
    ["past@example.com", past],
    ["good@example.com", null],
  ] as const) {
    await db.insert(alertAddresses).values({ clientId, kind: "email", address, endedAt });
  }
  await deleteExpiredRecords(testApp.deps);
  const kept = await db.select().from(pushDevices);
  expect(kept.map(({ device }) => device).toSorted()).toEqual(["ended", "good"]);
  const addresses = await db.select().from(alertAddresses);
  expect(addresses.map(({ address }) => address).toSorted()).toEqual([
    "ended@example.com",
    "good@example.com",
  ]);
});

test("more than one batch is deleted, batch by batch", async () => {
  await testApp.pool.query(
    `insert into deliveries (platform, body, received_at)
     select 'meta', '', $1 from generate_series(1, ${2 * batchSize + 1})`,
    [ago(100, 0)],
  );
  await deleteExpiredRecords(testApp.deps);
  expect(await testApp.deps.db.$count(deliveries)).toBe(0);
});

/** This many days before now, plus milliseconds. */
function ago(days: number, milliseconds: number): Date {
  return new Date(testApp.clock.now.getTime() - days * dayMs - milliseconds);
}

async function addSession(
  session: Pick<typeof sessions.$inferInsert, "device" | "createdAt" | "expiresAt" | "endedAt">,
) {
  const rest = { accountId, kind: "client", tokenHash: randomUUID(), address: "::1" } as const;
  const [added] = await testApp.deps.db
    .insert(sessions)
    .values({ ...rest, ...session, provenAt: testApp.clock.now })
    .returning({ id: sessions.id });
  return added?.id ?? "";
}

function openSession() {
  const expiresAt = new Date(testApp.clock.now.getTime() + dayMs);
  return { createdAt: ago(1, 0), endedAt: null, expiresAt };
}

async function devices(): Promise<string[]> {
  const rows = await testApp.deps.db.select().from(sessions);
  return rows.map(({ device }) => device).toSorted();
}
