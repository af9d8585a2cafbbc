// Checks when the daily backup is taken and the owner is notified, with a stand-in for the process
// that takes it.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { backupProblems } from "#content/command-line.ts";
import type { Config } from "#server/config.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";
import { newBackupFile, saveNote } from "./backup-folder.ts";
import { takeDueBackup, uploadPendingBackups } from "./scheduled-backup.ts";
import {
  bucketAddress,
  isPending,
  listFollowed,
  saveTidyProblem,
  saveUploadState,
} from "./upload-state.ts";

const root = mkdtempSync(path.join(tmpdir(), "front-desk-scheduled-"));

let testApp: TestApp;
let folder: string;
let runs: number;
/** The problem that the check of a new backup finds, or null. */
let problem: string | null;
let uploads: number;
/** The problem that an upload reports, or null. */
let uploadProblem: string | null;
/** The only file whose upload fails, or null if `uploadProblem` is true of every file. */
let stuck: string | null;
/** Why stale backups can't be deleted in the bucket. */
let tidyProblem: string | null;
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
  uploads = 0;
  uploadProblem = null;
  stuck = null;
  tidyProblem = null;
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

const backupBucket = {
  ...{ endpoint: "https://storage.example.com", region: "us-east-1", bucket: "backups" },
  ...{ keyId: "key", secret: "planted-secret", prefix: "" },
};

async function upload(): Promise<boolean> {
  uploads += 1;
  const bucket = bucketAddress(backupBucket);
  for (const one of (await listFollowed(folder, bucket)).filter(isPending)) {
    const { file, sha256 } = one.backup;
    const failed = stuck === null || stuck === file ? uploadProblem : null;
    const uploadedAt = failed ? null : testApp.clock.now;
    await saveUploadState(file, { bucket, sha256, uploadedAt, problem: failed, started: null });
  }
  await saveTidyProblem(folder, bucket, tidyProblem);
  return uploadProblem === null && tidyProblem === null;
}

type Change = Partial<Pick<Config, "backupBucket" | "databaseUrl" | "hasDailyBackups">>;

async function hourPasses(change: Change = {}) {
  const config = { ...testApp.deps.config, backupDir: folder, ...change };
  await takeDueBackup({ ...testApp.deps, config }, run);
  await uploadPendingBackups({ ...testApp.deps, config }, upload);
  await testApp.runJobs();
  testApp.clock.forward(60 * 60_000);
}

const subjects = () => testApp.receivedMails.map(({ subject }) => subject);

test("a backup is taken every day at the scheduled hour", async () => {
  for (let hour = 0; hour < 48; hour += 1) await hourPasses();
  expect(runs).toBe(2);
  expect(subjects()).toEqual([]);
});

test("a failed backup is retried each hour, and the owner is notified once", async () => {
  problem = "The file has changed since it was written.";
  for (let hour = 0; hour < 3; hour += 1) await hourPasses();
  expect(runs).toBe(3);
  expect(subjects()).toEqual(["The daily backup failed"]);
});

test("a failure after a good backup notifies the owner again, with the date of the last good backup", async () => {
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

test("a backup process that wrote nothing is treated as failed", async () => {
  const config = { ...testApp.deps.config, backupDir: folder };
  await takeDueBackup({ ...testApp.deps, config }, async () => undefined);
  await testApp.runJobs();
  expect(subjects()).toEqual(["The daily backup failed"]);
});

test("each backup is uploaded once if a bucket is set up", async () => {
  for (let hour = 0; hour < 30; hour += 1) await hourPasses({ backupBucket });
  expect([runs, uploads, subjects()]).toEqual([2, 2, []]);
});

test("a failed upload is retried each hour without a new backup, and the owner is notified once, without the secret", async () => {
  uploadProblem = "The bucket returned 403 (AccessDenied).";
  for (let hour = 0; hour < 3; hour += 1) await hourPasses({ backupBucket });
  expect([runs, uploads]).toEqual([1, 3]);
  expect(subjects()).toEqual(["A backup wasn’t uploaded"]);
  const [mail] = testApp.receivedMails;
  expect(mail?.text).toContain("There’s none there yet. The bucket returned 403 (AccessDenied).");
  expect(JSON.stringify(mail)).not.toContain("planted-secret");
  uploadProblem = null;
  await hourPasses({ backupBucket });
  expect(subjects()).toHaveLength(1);
  testApp.clock.forward(24 * 60 * 60_000);
  uploadProblem = "The bucket returned 503 (SlowDown).";
  await hourPasses({ backupBucket });
  await hourPasses({ backupBucket });
  expect(subjects()).toHaveLength(2);
  expect(testApp.receivedMails[1]?.text).toContain("The last one there is from 2026-03-17");
});

test("an upload process that ends without output is treated as failed", async () => {
  const config = { ...testApp.deps.config, backupDir: folder, backupBucket };
  await takeDueBackup({ ...testApp.deps, config }, run);
  await uploadPendingBackups({ ...testApp.deps, config }, async () => false);
  await testApp.runJobs();
  expect(subjects()).toEqual(["A backup wasn’t uploaded"]);
});

test("a backup enqueues its upload as a separate job", async () => {
  const config = { ...testApp.deps.config, backupDir: folder, backupBucket };
  await takeDueBackup({ ...testApp.deps, config }, run);
  const { rows } = await testApp.pool.query(
    "select state from pgboss.job where name = 'upload-backups' and state = 'created'",
  );
  expect([runs, rows.length]).toEqual([1, 1]);
  await testApp.runJobs();
});

async function daysPass(days: number) {
  for (let day = 0; day < days; day += 1) {
    await hourPasses({ backupBucket });
    testApp.clock.forward(23 * 60 * 60_000);
  }
}

test("the owner gets one email about an old backup that can't be uploaded, with that backup's date", async () => {
  await run();
  const [first] = await listFollowed(folder, bucketAddress(backupBucket));
  stuck = first?.backup.file ?? null;
  uploadProblem = "The bucket returned 400 (EntityTooLarge).";
  testApp.clock.forward(24 * 60 * 60_000);
  await daysPass(3);
  expect(subjects()).toEqual(["A backup wasn’t uploaded"]);
  expect(testApp.receivedMails[0]?.text).toContain(
    "The backup from 2026-03-17 is on the server, but not in the bucket. The last one there is from 2026-03-18.",
  );
});

test("the upload of a changed backup file is attempted once, and the owner gets one email about it", async () => {
  uploadProblem = backupProblems.changed;
  for (let hour = 0; hour < 3; hour += 1) await hourPasses({ backupBucket });
  expect([uploads, subjects()]).toEqual([1, ["A backup file has changed"]]);
});

test("the owner gets one email about a bucket that rejects deletions, and it says that every backup is in the bucket", async () => {
  tidyProblem = "The bucket returned 403 (AccessDenied).";
  await daysPass(3);
  expect([runs, uploads]).toEqual([3, 3]);
  expect(subjects()).toEqual(["Old backups weren’t deleted from the bucket"]);
  expect(testApp.receivedMails[0]?.text).toContain("Every backup is in the bucket");
});

test.each([
  ["with DATABASE_URL", { databaseUrl: "postgres://elsewhere/app" }],
  ["when they are turned off", { hasDailyBackups: false }],
])("a backup isn't taken %s", async (_, change) => {
  await hourPasses(change);
  expect([runs, subjects()]).toEqual([0, []]);
});
