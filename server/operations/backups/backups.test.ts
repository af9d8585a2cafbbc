import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { makeInquiry, makePractice } from "#server/db/make.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";
import { type Backup, fileHash, findBackup, listBackups } from "./backup-folder.ts";
import { takeBackup, takeScheduledBackup, verifyBackup } from "./backups.ts";
import { withUploadLock } from "./upload-lock.ts";

const connection = { ...inject("testServer"), database: "postgres" };
const folder = mkdtempSync(path.join(tmpdir(), "front-desk-backups-"));
const now = () => testApp.clock.now;

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
  const { clientId } = await makePractice(testApp.deps);
  await makeInquiry(testApp.deps, clientId, { firstName: "Lucía" });
});
afterAll(async () => {
  await testApp.close();
  rmSync(folder, { recursive: true, force: true });
});

async function taken(name: string): Promise<Backup> {
  return takeBackup({ ...testApp, config: testApp.deps.config }, path.join(folder, name));
}

/** Lists the databases that checks have created. */
async function leftovers(): Promise<string[]> {
  const { rows } = await testApp.pool.query(
    "select datname from pg_database where datname like 'backup\\_check\\_%'",
  );
  return rows.map(({ datname }) => datname);
}

test("a good backup passes a trial restore, and the trial's database is removed", async () => {
  const backup = await taken("good.backup");
  expect(backup).toMatchObject({ verifiedAt: null, problem: null, isScheduled: false });
  expect(backup.rows).toBeGreaterThan(3);
  const checked = await verifyBackup({ connection, now }, backup);
  expect(checked).toEqual({ ...backup, verifiedAt: now() });
  expect(await findBackup(backup.file)).toEqual(checked);
  expect(await leftovers()).toEqual([]);
});

test("a backup with one changed byte is detected", async () => {
  const backup = await taken("changed.backup");
  const bytes = readFileSync(backup.file);
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
  writeFileSync(backup.file, bytes);
  const { verifiedAt, problem } = await verifyBackup({ connection, now }, backup);
  expect([verifiedAt, problem]).toEqual([null, "The file has changed since it was written."]);
});

test("a truncated backup with a matching hash fails its check, because it can't be restored", async () => {
  const whole = await taken("cut.backup");
  truncateSync(whole.file, whole.bytes - 40);
  const backup = { ...whole, sha256: await fileHash(whole.file) };
  const { verifiedAt, problem } = await verifyBackup({ connection, now }, backup);
  expect([verifiedAt, problem]).toEqual([null, expect.stringMatching(/^It can't be restored: /)]);
  expect(await leftovers()).toEqual([]);
});

test("a backup with missing rows isn't verified", async () => {
  const whole = await taken("fewer.backup");
  const { problem } = await verifyBackup({ connection, now }, { ...whole, rows: whole.rows + 1 });
  expect(problem).toBe(`It holds ${whole.rows} rows instead of ${whole.rows + 1}.`);
});

test("a check with a database URL restores into a new database, not into the one in the URL", async () => {
  const { host, port, user } = inject("testServer");
  const own = await openTestApp();
  const { rows } = await own.pool.query("select current_database() as name");
  const query = new URLSearchParams({ host, port: String(port), user });
  const connectionString = `postgres:///${rows[0].name}?${query}`;
  const backup = await taken("by-address.backup");
  const checked = await verifyBackup({ connection: { connectionString }, now }, backup);
  expect(checked).toMatchObject({ verifiedAt: now(), problem: null });
  expect((await own.pool.query("select from leads")).rowCount).toBe(0);
  await own.close();
  expect(await leftovers()).toEqual([]);
});

test("a check by a user who can't create databases fails with an error that says so", async () => {
  const user = "may_not_create";
  await testApp.pool.query(`create role ${user} login`);
  const backup = await taken("not-allowed.backup");
  const check = verifyBackup({ connection: { ...connection, user }, now }, backup);
  await expect(check).rejects.toThrow("isn't allowed to create a database");
  await testApp.pool.query(`drop role ${user}`);
});

test("the next check drops a database left by a killed check", async () => {
  await testApp.pool.query("create database backup_check_left_by_a_killed_one");
  await verifyBackup({ connection, now }, await taken("after.backup"));
  expect(await leftovers()).toEqual([]);
});

test("the schedule takes and checks backups and deletes stale ones", async () => {
  const own = path.join(folder, "scheduled");
  for (const at of ["2026-03-17T08:10:00.000Z", "2026-03-17T09:10:00.000Z"]) {
    testApp.clock.at(at);
    const backup = await takeScheduledBackup(
      { ...testApp, config: testApp.deps.config, connection, now },
      own,
    );
    expect(backup).toMatchObject({ isScheduled: true, verifiedAt: new Date(at), problem: null });
  }
  // `takenAt` is the snapshot's real time, so both backups are from the same day.
  expect(await listBackups(own)).toHaveLength(1);
});

test("only one process uploads at a time, and a failed upload releases the lock", async () => {
  const ran: boolean[] = [];
  const failing = withUploadLock(connection, async () => {
    ran.push(await withUploadLock(connection, async () => undefined));
    throw new Error("killed");
  });
  await expect(failing).rejects.toThrow("killed");
  ran.push(await withUploadLock(connection, async () => undefined));
  expect(ran).toEqual([false, true]);
});

test("a partial file left by a killed backup is deleted after a day", async () => {
  const own = mkdtempSync(path.join(folder, "parts-"));
  const [left, current] = ["left.backup.part", "current.backup.part"].map((name) => {
    const file = path.join(own, name);
    writeFileSync(file, "");
    return file;
  });
  const at = testApp.clock.now;
  const old = new Date(at.getTime() - 25 * 60 * 60_000);
  utimesSync(left ?? "", old, old);
  utimesSync(current ?? "", at, at);
  await takeScheduledBackup({ ...testApp, config: testApp.deps.config, connection, now }, own);
  expect(readdirSync(own).filter((name) => name.endsWith(".part"))).toEqual([
    "current.backup.part",
  ]);
});

test("a backup without a note, and a note without a backup, are ignored", async () => {
  const own = mkdtempSync(path.join(folder, "odd-"));
  appendFileSync(path.join(own, "one.backup"), "");
  appendFileSync(path.join(own, "two.backup.json"), "{}");
  expect(await listBackups(own)).toEqual([]);
  expect(await listBackups(path.join(folder, "no such folder"))).toEqual([]);
});
