// When the daily backup is taken and the owner is told, with a stand-in for the process that takes it.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";
import { newBackupFile, saveNote } from "./backup-folder.ts";
import { takeDueBackup } from "./scheduled-backup.ts";

const root = mkdtempSync(path.join(tmpdir(), "front-desk-scheduled-"));

let testApp: TestApp;
let folder: string;
let runs: number;
/** What the process's check of the backup says. */
let problem: string | null;
beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(async () => {
  await testApp.close();
  rmSync(root, { recursive: true, force: true });
});
beforeEach(async () => {
  await testApp.pool.query("delete from mails");
  testApp.receivedMails.length = 0;
  folder = mkdtempSync(path.join(root, "backups-"));
  runs = 0;
  problem = null;
  testApp.clock.at("2026-03-17T08:10:00.000Z");
});

async function run() {
  runs += 1;
  const takenAt = testApp.clock.now;
  const file = newBackupFile(folder, takenAt);
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, "");
  const verifiedAt = problem ? null : takenAt;
  const note = { rows: 1, tables: 1, sha256: "0".repeat(64), isScheduled: true };
  await saveNote(file, { ...note, takenAt, verifiedAt, problem });
}

async function hourPasses(change: { databaseUrl?: string; hasDailyBackups?: boolean } = {}) {
  const config = { ...testApp.deps.config, backupDir: folder, ...change };
  await takeDueBackup({ ...testApp.deps, config }, run);
  await testApp.runJobs();
  testApp.clock.forward(60 * 60_000);
}

const subjects = () => testApp.receivedMails.map(({ subject }) => subject);

test("a backup is taken each day, at its hour", async () => {
  for (let hour = 0; hour < 48; hour += 1) await hourPasses();
  expect(runs).toBe(2);
  expect(subjects()).toEqual([]);
});

test("a failed backup is retried each hour, and the owner is told once", async () => {
  problem = "The file has changed since it was written.";
  for (let hour = 0; hour < 3; hour += 1) await hourPasses();
  expect(runs).toBe(3);
  expect(subjects()).toEqual(["The daily backup failed"]);
});

test("after a good backup, the owner is told about a later failure, with the date of the last good one", async () => {
  problem = "It can't be restored: Error.";
  await hourPasses();
  problem = null;
  await hourPasses();
  problem = "It can't be restored: Error.";
  testApp.clock.forward(24 * 60 * 60_000);
  await hourPasses();
  await hourPasses();
  expect(subjects()).toEqual(["The daily backup failed", "The daily backup failed"]);
  expect(testApp.receivedMails[1]?.text).toContain("The last good one is from 2026-03-17");
});

test("a backup process that wrote nothing counts as failed", async () => {
  const config = { ...testApp.deps.config, backupDir: folder };
  await takeDueBackup({ ...testApp.deps, config }, async () => undefined);
  await testApp.runJobs();
  expect(subjects()).toEqual(["The daily backup failed"]);
});

test.each([
  ["with DATABASE_URL", { databaseUrl: "postgres://elsewhere/app" }],
  ["when they are turned off", { hasDailyBackups: false }],
])("a backup isn't taken %s", async (_, change) => {
  await hourPasses(change);
  expect([runs, subjects()]).toEqual([0, []]);
});
