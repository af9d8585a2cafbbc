// Records with a retention period are deleted when it is over.
import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { undoMergeDays } from "#contract/merges.ts";
import { makeFormSource, makeInquiry } from "#server/db/make.ts";
import {
  alertAddresses,
  announcedLeads,
  auditEntries,
  clients,
  deliveries,
  devicePins,
  factors,
  mailedLinks,
  officePhones,
  personInvitations,
  pushDevices,
  sessions,
  signInChallenges,
  sourceDeliveries,
  texts,
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
    `truncate deliveries, sessions, mailed_links, audit_entries, push_devices, alert_addresses,
     office_phones, person_invitations, sign_in_challenges, factors`,
  );
});
afterAll(() => testApp.close());

test("a delivery is retained for 90 days and an audit entry for two years, to the millisecond", async () => {
  expect(retentionDays).toMatchObject({ deliveries: 90, auditEntries: 730 });
  const { db } = testApp.deps;
  const { sourceId } = await makeFormSource(testApp.deps, clientId);
  for (const late of [0, 1]) {
    const receivedAt = ago(retentionDays.deliveries, late);
    const body = `late ${late}`;
    await db.insert(deliveries).values({ platform: "meta", body, receivedAt });
    const own = { clientId, sourceId, isFormEncoded: false, result: "unmapped" } as const;
    await db.insert(sourceDeliveries).values({ ...own, body, receivedAt });
    const entry = { action: "signed_in", address: `late ${late}` } as const;
    await db.insert(auditEntries).values({ ...entry, at: ago(retentionDays.auditEntries, late) });
  }
  await deleteExpiredRecords(testApp.deps);
  expect((await db.select().from(deliveries)).map(({ body }) => body)).toEqual(["late 0"]);
  expect((await db.select().from(sourceDeliveries)).map(({ body }) => body)).toEqual(["late 0"]);
  expect((await db.select().from(auditEntries)).map((one) => one.address)).toEqual(["late 0"]);
});

test("a text of someone who is no lead is retained for 90 days, and a lead's text stays", async () => {
  const { db } = testApp.deps;
  const { lead } = await makeInquiry(testApp.deps, clientId, {});
  const text = { clientId, direction: "in", phone: "+17275550142", segments: 1 } as const;
  for (const late of [0, 1]) {
    const createdAt = ago(retentionDays.unassignedTexts, late);
    for (const leadId of [null, lead._id]) {
      const body = `${leadId ? "a lead's" : "nobody's"}, late ${late}`;
      await db.insert(texts).values({ ...text, state: "received", leadId, body, createdAt });
    }
  }
  await deleteExpiredRecords(testApp.deps);
  const kept = (await db.select().from(texts)).map(({ body }) => body).toSorted();
  expect(kept).toEqual(["a lead's, late 0", "a lead's, late 1", "nobody's, late 0"]);
});

test("a practice's longer retention applies up to its limit, and only to that practice", async () => {
  const { db } = testApp.deps;
  const keeper = await signInClient(testApp);
  const both = { [keeper.clientId]: 400, [clientId]: null };
  for (const [id, days] of Object.entries(both)) {
    await db
      .update(clients)
      .set({
        keepsDeliveriesDays: days,
        keepsSessionsDays: days,
        keepsAuditDays: days && days + 400,
      })
      .where(eq(clients.id, id));
  }
  await testApp.pool.query("truncate sessions, audit_entries, source_deliveries");
  for (const [id, owner] of [
    [keeper.clientId, keeper.accountId],
    [clientId, accountId],
  ] as const) {
    const { sourceId } = await makeFormSource(testApp.deps, id);
    for (const late of [0, 1]) {
      const name = `${id === clientId ? "usual" : "longer"}, late ${late}`;
      const receivedAt = ago(400, late);
      const own = { clientId: id, sourceId, isFormEncoded: false, result: "unmapped" } as const;
      await db.insert(sourceDeliveries).values({ ...own, body: name, receivedAt });
      await addSession({
        ...{ device: name, createdAt: ago(500, 0), accountId: owner },
        ...{ expiresAt: testApp.clock.now, endedAt: receivedAt },
      });
      const entry = { action: "signed_in", address: name, clientId: id } as const;
      await db.insert(auditEntries).values({ ...entry, at: ago(800, late) });
    }
    // An account's newest session is retained anyway.
    await addSession({ ...openSession(), device: "open", accountId: owner });
  }
  await db
    .insert(auditEntries)
    .values({ action: "signed_in", address: "no practice", at: ago(800, 0) });
  await deleteExpiredRecords(testApp.deps);
  expect((await db.select().from(sourceDeliveries)).map(({ body }) => body)).toEqual([
    "longer, late 0",
  ]);
  expect(await devices()).toEqual(["longer, late 0", "open", "open"]);
  const entries = await db.select().from(auditEntries);
  expect(entries.map(({ address }) => address)).toEqual(["longer, late 0"]);
});

test("a Meta delivery is retained for the longest retention period among the practices with a lead in it", async () => {
  const { db } = testApp.deps;
  const keeper = await signInClient(testApp);
  await db.update(clients).set({ keepsDeliveriesDays: 180 }).where(eq(clients.id, keeper.clientId));
  const announce = async (platformLeadId: string, of: string | null) => {
    const form = { platform: "meta", deliveryId: randomUUID(), pageId: "1", formId: "2" } as const;
    const announcedAt = ago(180, 0);
    await db.insert(announcedLeads).values({ ...form, platformLeadId, announcedAt, clientId: of });
  };
  await announce("11", keeper.clientId);
  await announce("12", clientId);
  await announce("13", null);
  for (const [body, platformLeadIds, days, late] of [
    ["theirs", ["12", "11"], 180, 0],
    ["theirs, too old", ["11"], 180, 1],
    ["another's", ["12"], 90, 1],
    ["nobody's", ["13"], 90, 1],
    ["of no lead", [], 90, 1],
  ] as const) {
    const receivedAt = ago(days, late);
    const delivery = { platform: "meta", body, receivedAt } as const;
    await db.insert(deliveries).values({ ...delivery, platformLeadIds: [...platformLeadIds] });
  }
  await deleteExpiredRecords(testApp.deps);
  expect((await db.select().from(deliveries)).map(({ body }) => body)).toEqual(["theirs"]);
});

test("a session is retained for 30 days after it ended or expired", async () => {
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

test("an account's last session is retained, because it records the last login", async () => {
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

test("a shared device's PINs are deleted once the device's session has ended or expired", async () => {
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

test("an emailed link is retained for 30 days after it is used, voided or expired", async () => {
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

test("a person's invitation is retained for 30 days after it is accepted, withdrawn or expired", async () => {
  const [limit, past] = [ago(retentionDays.mailedLinks, 0), ago(retentionDays.mailedLinks, 1)];
  const none = { acceptedAt: null, withdrawnAt: null, expiresAt: testApp.clock.now };
  for (const [email, change] of [
    ["accepted", { acceptedAt: limit }],
    ["accepted too long ago", { acceptedAt: past }],
    ["withdrawn", { withdrawnAt: limit }],
    ["withdrawn too long ago", { withdrawnAt: past }],
    ["ran out", { expiresAt: limit }],
    ["expired too long ago", { expiresAt: past }],
  ] as const) {
    const person = { clientId, email, firstName: "", lastName: "", role: "member" } as const;
    const invited = { invitedBy: accountId, invitedAt: ago(60, 0), ...none, ...change };
    await testApp.deps.db.insert(personInvitations).values({ ...person, ...invited });
  }
  await deleteExpiredRecords(testApp.deps);
  const kept = await testApp.deps.db.select().from(personInvitations);
  expect(kept.map(({ email }) => email).toSorted()).toEqual(["accepted", "ran out", "withdrawn"]);
});

test("an unfinished login or setup is deleted once it has expired", async () => {
  const { db, now } = testApp.deps;
  for (const late of [0, 1]) {
    const tokenHash = `late ${late}`;
    const expiresAt = new Date(now().getTime() - late);
    await db.insert(signInChallenges).values({ tokenHash, accountId, triesLeft: 5, expiresAt });
    for (const confirmedAt of [null, now()]) {
      const name = `${confirmedAt ? "confirmed" : "unfinished"}, late ${late}`;
      const factor = { accountId, kind: "totp", name, secret: "", confirmedAt } as const;
      await db.insert(factors).values({ ...factor, createdAt: ago(1, late) });
    }
  }
  await deleteExpiredRecords(testApp.deps);
  const challenges = await db.select().from(signInChallenges);
  expect(challenges.map(({ tokenHash }) => tokenHash)).toEqual(["late 0"]);
  const names = (await db.select().from(factors)).map(({ name }) => name);
  expect(names.toSorted()).toEqual([
    ...["confirmed, late 0", "confirmed, late 1", "unfinished, late 0"],
  ]);
});

test("a device, address or phone is retained for 30 days after its removal, and a device is deleted with its session", async () => {
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
  for (const [phone, endedAt] of [
    ["+18135550101", limit],
    ["+18135550102", past],
    ["+18135550103", null],
  ] as const) {
    await db.insert(officePhones).values({ clientId, name: "Desk", phone, place: 1, endedAt });
  }
  await deleteExpiredRecords(testApp.deps);
  const kept = await db.select().from(pushDevices);
  expect(kept.map(({ device }) => device).toSorted()).toEqual(["ended", "good"]);
  const phones = await db.select().from(officePhones).orderBy(officePhones.phone);
  expect(phones.map(({ phone }) => phone)).toEqual(["+18135550101", "+18135550103"]);
  const addresses = await db.select().from(alertAddresses);
  expect(addresses.map(({ address }) => address).toSorted()).toEqual([
    "ended@example.com",
    "good@example.com",
  ]);
});

test("records are deleted or cleared in batches, regardless of their key", async () => {
  const { pool } = testApp;
  await pool.query(
    `create function refuse_many() returns trigger language plpgsql as $$
     begin
       if (select count(*) from changed) > ${batchSize} then raise 'More than a batch'; end if;
       return null;
     end $$`,
  );
  const tables = { deliveries: "delete", device_pins: "delete", sign_in_challenges: "delete" };
  for (const [table, act] of Object.entries({ ...tables, lead_merges: "update" })) {
    await pool.query(
      `create trigger refuse_many after ${act} on ${table} referencing old table as changed
       for each statement execute function refuse_many()`,
    );
  }
  const count = 2 * batchSize + 1;
  await pool.query(
    `insert into deliveries (platform, body, received_at)
     select 'meta', '', $1 from generate_series(1, ${count})`,
    [ago(100, 0)],
  );
  await pool.query(
    `insert into sign_in_challenges (token_hash, account_id, tries_left, expires_at)
     select gen_random_uuid()::text, $1, 1, $2 from generate_series(1, ${count})`,
    [accountId, ago(0, 1)],
  );
  // The sessions and leads of these rows don't exist, so foreign key checks are turned off.
  const session = await pool.connect();
  await session.query("set session_replication_role = replica");
  await session.query(
    `insert into device_pins (client_id, session_id, account_id, initials, pin_hash)
     select $1, gen_random_uuid(), $2, 'DW', '' from generate_series(1, ${count})`,
    [clientId, accountId],
  );
  await session.query(
    `insert into lead_merges (client_id, lead_id, survivor_id, account_id, at, undo_data)
     select $1, gen_random_uuid(), gen_random_uuid(), $2, $3, '{}' from generate_series(1, ${count})`,
    [clientId, accountId, ago(undoMergeDays, 1)],
  );
  await session.query("reset session_replication_role");
  session.release();

  await deleteExpiredRecords(testApp.deps);
  const { rows } = await pool.query(
    `select (select count(*)::int from deliveries) as deliveries,
       (select count(*)::int from device_pins) as pins,
       (select count(*)::int from sign_in_challenges) as challenges,
       (select count(*)::int from lead_merges where undo_data is not null) as open_to_undo,
       (select count(*)::int from lead_merges) as merges`,
  );
  const none = { deliveries: 0, pins: 0, challenges: 0, open_to_undo: 0 };
  expect(rows).toEqual([{ ...none, merges: count }]);
  await pool.query("drop function refuse_many cascade");
  await pool.query("delete from lead_merges");
});

/** Returns the time that is this many days and milliseconds ago. */
function ago(days: number, milliseconds: number): Date {
  return new Date(testApp.clock.now.getTime() - days * dayMs - milliseconds);
}

async function addSession(
  session: Pick<typeof sessions.$inferInsert, "device" | "createdAt" | "expiresAt" | "endedAt"> & {
    accountId?: string;
  },
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
