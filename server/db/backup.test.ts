import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { Secret, TOTP } from "otpauth";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makePasskey, passkeyOrigin } from "#server/testing/authenticator.ts";
import { signIn, signInAdmin, signInClient } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";
import { BackupRefused, readBackup, writeBackup } from "./backup.ts";
import {
  madePassword,
  makeCall,
  makeCampaign,
  makeInquiry,
  makeMetaSource,
  makePractice,
} from "./make.ts";

let full: TestApp;
const folder = mkdtempSync(path.join(tmpdir(), "front-desk-backup-"));
const file = path.join(folder, "all.backup");
beforeAll(async () => {
  full = await openTestApp();
  const practice = await makePractice(full.deps, { name: 'Back\\slash, tab\tand "quote"' });
  await makeCampaign(full.deps, { clientId: practice.clientId, name: "Spring", platform: "meta" });
  await makeMetaSource(full.deps, practice.clientId);
  const { lead } = await makeInquiry(full.deps, practice.clientId, { firstName: "Lucía\u{1F642}" });
  await makeCall(full.deps, practice, lead._id, { calledAt: full.clock.now, outcome: "booked" });
  await full.request("POST", "/api/contact", {
    json: {
      page: "Personal",
      fullName: "Ada",
      email: "ada@example.com",
      phone: "1",
      message: "One line\n\\.\nand another\\N\r\nand\u2028pasted\u2029ones",
    },
  });
});
afterAll(async () => {
  await full.close();
  rmSync(folder, { recursive: true, force: true });
});

test("a restored backup contains every row unchanged", async () => {
  const written = await writeBackup(full.pool, file);
  const empty = await openTestApp();
  const restored = await readBackup(empty.pool, file);
  expect(restored).toEqual(written);
  expect(restored.rows).toBeGreaterThan(8);
  const [before, after] = [await allRows(full), await allRows(empty)];
  expect(Object.keys(after)).toEqual(Object.keys(before));
  for (const [table, rows] of Object.entries(before)) {
    if (!["mails", "sessions", "mailed_links"].includes(table))
      expect([table, after[table]]).toEqual([table, rows]);
  }
  expect(await keysOf(empty)).toEqual(await keysOf(full));
  await empty.close();
});

test("a restore marks mail that was queued in the backup as unknown, so the mail is never sent twice", async () => {
  await writeBackup(full.pool, file);
  const empty = await openTestApp();
  await readBackup(empty.pool, file);
  const { rows } = await empty.pool.query("select state from mails");
  expect(rows).toEqual([{ state: "unknown" }]);
  await empty.close();
});

test("a restore ends every session, even a session that was revoked after the backup, and voids every link", async () => {
  const early = await openTestApp();
  const owner = await signInAdmin(early);
  const revoked = await signInClient(early);
  const current = await signIn(early, revoked.email);
  const invited = { token: owner.token, json: { email: "invited@example.com" } };
  await early.request("POST", "/api/admin/invitations", invited);
  await early.request("POST", "/api/credentials/recover", { json: { email: revoked.email } });
  await early.runJobs();
  const tokenIn = (page: string) =>
    early.receivedMails
      .map(({ text }) => new RegExp(`${page}\\?t=([\\w-]+)`).exec(text)?.[1])
      .findLast(Boolean);
  const [invitation, reset] = [tokenIn("/lms"), tokenIn("/lms/recover")];
  const written = path.join(folder, "early.backup");
  await writeBackup(early.pool, written);
  await early.request("DELETE", "/api/credentials", { token: revoked.token });
  expect((await early.request("GET", "/api/clients/getClient", { token: current })).status).toBe(
    200,
  );

  const restored = await openTestApp();
  await readBackup(restored.pool, written);
  for (const [token, door] of [
    [revoked.token, "/api/clients/getClient"],
    [current, "/api/clients/getClient"],
    [owner.token, "/api/admins/myself"],
  ] as const) {
    expect((await restored.request("GET", door, { token })).status).toBe(401);
  }
  const opened = await restored.request("GET", `/api/clients/invitation?t=${invitation}`);
  const password = "seventeen calm otters";
  const link = { json: { token: reset, password } };
  expect([opened.status, (await restored.request("PATCH", "/api/credentials/reset", link)).status]) //
    .toEqual([404, 422]);
  expect(await signIn(restored, revoked.email)).toMatch(/^[\w-]{43}$/);
  expect((await early.request("GET", `/api/clients/invitation?t=${invitation}`)).status).toBe(200);
  await early.close();
  await restored.close();
  rmSync(written);
});

test("a restore ends every login that was waiting for a code or passkey, even a login that was completed after the backup", async () => {
  const early = await openTestApp({ ORIGIN: passkeyOrigin });
  const withApp = await signInClient(early);
  const withPasskey = await signInClient(early);
  const own = "/api/clients/me/factors";
  const named = { name: "Phone", password: madePassword };
  const app = await early.request("POST", `${own}/totp`, { token: withApp.token, json: named });
  const codeAt = (at: Date) =>
    new TOTP({ secret: Secret.fromBase32(app.body.secret) }).generate({ timestamp: at.getTime() });
  const confirm = { token: withApp.token, json: { code: codeAt(early.clock.now) } };
  await early.request("POST", `${own}/${app.body._id}/confirmations`, confirm);
  const begin = { token: withPasskey.token, json: { password: madePassword } };
  const options = await early.request("POST", `${own}/passkeys/challenges`, begin);
  const passkey = makePasskey(options.body);
  const added = { challenge: options.body.challenge, attestation: passkey.attest() };
  const json = { name: "Laptop", ...added };
  await early.request("POST", `${own}/passkeys`, { token: withPasskey.token, json });

  // The next code must be later than the one that confirmed the authenticator app.
  early.clock.forward(60_000);
  const credentials = { json: { email: withApp.email, password: madePassword } };
  const asked = await early.request("POST", "/api/credentials", credentials);
  const begun = await early.request("POST", "/api/credentials/passkeys/challenges");
  const written = path.join(folder, "waiting.backup");
  await writeBackup(early.pool, written);
  const finish = async (testApp: TestApp) => {
    testApp.clock.at(early.clock.now.toISOString());
    const factor = {
      challenge: asked.body.secondFactor.challenge,
      code: codeAt(testApp.clock.now),
    };
    const proof = { challenge: begun.body.challenge, assertion: passkey.assert(begun.body) };
    const byCode = await testApp.request("POST", "/api/credentials/factors", { json: factor });
    const byKey = await testApp.request("POST", "/api/credentials/passkeys", { json: proof });
    return [byCode.status, byKey.status];
  };
  expect(await finish(early)).toEqual([200, 200]);

  const restored = await openTestApp({ ORIGIN: passkeyOrigin });
  await readBackup(restored.pool, written);
  expect(await finish(restored)).toEqual([401, 401]);
  await early.close();
  await restored.close();
  rmSync(written);
});

test("no partial file remains after a failed backup", async () => {
  const tables = Object.keys(await allRows(full));
  const before = readdirSync(folder);
  const impatient = new pg.Pool({ ...full.pool.options, options: "-c lock_timeout=100" });
  const other = await full.pool.connect();
  await other.query(`begin; lock table ${tables.at(-1)} in access exclusive mode`);
  await expect(writeBackup(impatient, path.join(folder, "failed.backup"))).rejects.toThrow("lock");
  await other.query("rollback");
  other.release();
  await impatient.end();
  expect(readdirSync(folder)).toEqual(before);
});

test("a backup can't be restored into a database that is distributed over a cluster", async () => {
  const spread = await openTestApp();
  await spread.pool.query(`create table pg_dist_partition as select 'h' as partmethod`);
  await expect(readBackup(spread.pool, file)).rejects.toThrow("spread over a cluster");
  await spread.close();
});

test("a backup can't be restored into a database with rows", async () => {
  await writeBackup(full.pool, file);
  await expect(readBackup(full.pool, file)).rejects.toThrow("not empty");
});

test.each([
  ["truncated", (whole: string) => whole.slice(0, whole.length / 2)],
  ["from another product", () => `${JSON.stringify({ format: "other" })}\n`],
  [
    "from another version",
    (whole: string) => whole.replace(/"migration":"\w+"/, '"migration":"x"'),
  ],
])("a file that is %s can't be restored and doesn't change the database", async (_, change) => {
  await writeBackup(full.pool, file);
  const { gunzipSync } = await import("node:zlib");
  const { readFileSync } = await import("node:fs");
  const broken = path.join(folder, "broken.backup");
  writeFileSync(broken, gzipSync(change(gunzipSync(readFileSync(file)).toString("utf8"))));
  const empty = await openTestApp();
  await expect(readBackup(empty.pool, broken)).rejects.toThrow(BackupRefused);
  expect((await allRows(empty)).clients).toEqual([]);
  await empty.close();
  rmSync(broken);
});

test("a backup with an unknown table can't be restored and doesn't change the database", async () => {
  await writeBackup(full.pool, file);
  const { gunzipSync } = await import("node:zlib");
  const { readFileSync } = await import("node:fs");
  const whole = gunzipSync(readFileSync(file)).toString("utf8");
  const roles = `${JSON.stringify({ table: "pg_authid", columns: ["rolname"] })}\nintruder\n\\.\n`;
  const changed = path.join(folder, "changed.backup");
  writeFileSync(changed, gzipSync(whole.replace('{"end":true}', `${roles}{"end":true}`)));
  const empty = await openTestApp();
  const restore = readBackup(empty.pool, changed);
  await expect(restore).rejects.toThrow("pg_authid isn't one of its tables");
  expect((await allRows(empty)).clients).toEqual([]);
  await empty.close();
  rmSync(changed);
});

/** Returns the foreign keys, and whether their existing rows were validated. */
async function keysOf({ pool }: TestApp) {
  const { rows } = await pool.query(
    "select conname, pg_get_constraintdef(oid) from pg_constraint where contype = 'f' order by 1",
  );
  expect(rows.length).toBeGreaterThan(10);
  return rows;
}

async function allRows(testApp: TestApp): Promise<Record<string, unknown[]>> {
  const { rows: tables } = await testApp.pool.query(
    "select tablename from pg_tables where schemaname = 'public' order by tablename",
  );
  const all: Record<string, unknown[]> = {};
  for (const { tablename } of tables) {
    const { rows } = await testApp.pool.query(`select * from ${tablename} as t order by t::text`);
    all[tablename] = rows;
  }
  return all;
}
