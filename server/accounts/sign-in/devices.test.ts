// An account's devices, for practices and owners: what the list shows, and what logging out does.
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Device } from "#contract/accounts.ts";
import { auditEntries, knownDevices, sessions } from "#server/db/schema.ts";
import { signIn, signInAdmin, signInClient } from "#server/testing/people.ts";
import { statementsDuring } from "#server/testing/statements.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";
import { usedEveryMs } from "./find-session.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp.close());

const kinds = [
  ["a person at a practice", "/api/clients/me", signInClient],
  ["an owner", "/api/admins/myself", signInAdmin],
] as const;

test.each(kinds)(
  "%s logs out every other device and stays logged in on this one",
  async (_, own, open) => {
    const { token, email, accountId } = await open(testApp);
    const elsewhere = [
      await signIn(testApp, email, "a phone"),
      await signIn(testApp, email, "a PC"),
    ];
    const stranger = await open(testApp);
    expect(await list(own, token)).toHaveLength(3);
    const answer = await testApp.request("DELETE", `${own}/devices`, { token });
    expect([answer.status, answer.body.message]).toEqual([
      200,
      "Every other device is logged out.",
    ]);
    for (const other of elsewhere) expect(await statusOf(own, other)).toBe(401);
    expect(await statusOf(own, stranger.token)).toBe(200);
    expect(await list(own, token)).toMatchObject([{ isThis: true }]);
    expect(await actionsOf(accountId)).toContain("other_devices_ended");
  },
);

test.each(kinds)("%s can log out a device, but not another account's", async (_, own, open) => {
  const { token, email, accountId } = await open(testApp);
  const elsewhere = await signIn(testApp, email, "a phone");
  const stranger = await open(testApp);
  const [, device] = await list(own, token);
  const path = `${own}/devices/${device?._id}`;
  const refused = await testApp.request("DELETE", path, { token: stranger.token });
  expect(refused.status).toBe(404);
  expect(await statusOf(own, elsewhere)).toBe(200);
  expect((await testApp.request("DELETE", path, { token })).status).toBe(200);
  expect(await statusOf(own, elsewhere)).toBe(401);
  expect(await actionsOf(accountId)).toContain("device_ended");
});

test("a device that was logged out is forgotten, unless another session is open in its browser", async () => {
  const { token, accountId } = await signInClient(testApp);
  const hashes = () =>
    testApp.deps.db
      .select({ hash: knownDevices.tokenHash })
      .from(knownDevices)
      .where(eq(knownDevices.accountId, accountId));
  const [own] = await hashes();
  const provenAt = testApp.clock.now;
  const values = { accountId, kind: "client" as const, device: "d", address: "::1", provenAt };
  const at = { createdAt: testApp.clock.now, lastUsedAt: testApp.clock.now };
  const expiresAt = new Date(testApp.clock.now.getTime() + 1000);
  await testApp.deps.db.insert(knownDevices).values({ accountId, tokenHash: "other", ...at });
  await testApp.deps.db.insert(sessions).values([
    { ...values, expiresAt, tokenHash: `a ${accountId}`, deviceHash: "other" },
    { ...values, expiresAt, tokenHash: `b ${accountId}`, deviceHash: own?.hash },
  ]);
  for (const { _id, isThis } of await list("/api/clients/me", token)) {
    if (isThis) continue;
    await testApp.request("DELETE", `/api/clients/me/devices/${_id}`, { token });
  }
  expect(await hashes()).toEqual([own]);
});

test("the device list starts with this device, then the most recently used", async () => {
  const first = await signInClient(testApp);
  testApp.clock.forward(60_000);
  const second = await signIn(testApp, first.email, "a phone");
  testApp.clock.forward(60_000);
  const third = await signIn(testApp, first.email, "a PC");
  testApp.clock.forward(usedEveryMs);
  await use(first.token);
  const seen = await list("/api/clients/me", second);
  expect(seen.map(({ isThis }) => isThis)).toEqual([true, false, false]);
  const byAge = seen.toSorted((a, b) => a.signedInAt.localeCompare(b.signedInAt));
  expect([byAge[1]?._id, byAge[0]?._id, byAge[2]?._id]).toEqual(seen.map(({ _id }) => _id));
  expect(await statusOf("/api/clients/me", third)).toBe(200);
});

test("a device's last use is stored at most every five minutes, outside the request's own statements", async () => {
  const { token } = await signInClient(testApp);
  const count = async () => {
    const sent = await statementsDuring(() => use(token));
    return sent.filter(({ text }) => text.includes("update") && text.includes("sessions")).length;
  };
  const signedInAt = testApp.clock.now;
  expect(await count()).toBe(0);
  testApp.clock.forward(usedEveryMs - 1);
  expect(await count()).toBe(0);
  expect(await lastUsed(token)).toEqual(signedInAt);
  testApp.clock.forward(1);
  await Promise.all(Array.from({ length: 10 }, () => use(token)));
  await expect.poll(() => lastUsed(token)).toEqual(testApp.clock.now);
  expect(await count()).toBe(0);
});

test("a request doesn't wait for a locked session row; the next request stores the last use", async () => {
  const { token } = await signInClient(testApp);
  const signedInAt = testApp.clock.now;
  testApp.clock.forward(usedEveryMs);
  const commit = await testApp.hold("select from sessions for update");
  await use(token);
  // Only the lock's own connection is in use, so nothing waits for the row.
  const { pool } = testApp;
  await expect.poll(() => pool.totalCount - pool.idleCount + pool.waitingCount).toBe(1);
  await commit();
  expect(await lastUsed(token)).toEqual(signedInAt);
  await use(token);
  await expect.poll(() => lastUsed(token)).toEqual(testApp.clock.now);
});

test("a logged-out session's last use is no longer updated", async () => {
  const { token } = await signInClient(testApp);
  const signedInAt = testApp.clock.now;
  testApp.clock.forward(usedEveryMs);
  await testApp.deps.db.update(sessions).set({ endedAt: testApp.clock.now });
  expect(await statusOf("/api/clients/me", token)).toBe(401);
  expect(await lastUsed(token)).toEqual(signedInAt);
});

async function list(own: string, token: string): Promise<Device[]> {
  return (await testApp.request("GET", `${own}/devices`, { token })).body.devices;
}

async function statusOf(own: string, token: string): Promise<number> {
  return (await testApp.request("GET", `${own}/devices`, { token })).status;
}

async function use(token: string) {
  const answer = await testApp.request("GET", "/api/leads/count", { token });
  expect(answer.status).toBe(200);
}

/** Reads the database, because requesting the list would count as a use. */
async function lastUsed(token: string): Promise<Date> {
  const { rows } = await testApp.pool.query(
    `select coalesce(last_used_at, created_at) at from sessions
     where token_hash = encode(sha256($1::bytea), 'hex')`,
    [token],
  );
  return rows[0].at;
}

async function actionsOf(accountId: string) {
  const noted = await testApp.deps.db
    .select({ action: auditEntries.action })
    .from(auditEntries)
    .where(eq(auditEntries.accountId, accountId));
  return noted.map(({ action }) => action);
}
