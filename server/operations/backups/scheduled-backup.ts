// The daily backup of the built-in database, and its upload. Both run in their own processes:
// copying, compressing and hashing every row would slow down every request in this one. Each has
// its own job, so that a long upload doesn't delay the next backup.
import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { backupChangedNotice } from "#content/emails/backup-changed-notice.ts";
import { backupFailedNotice } from "#content/emails/backup-failed-notice.ts";
import { bucketNotTidiedNotice } from "#content/emails/bucket-not-tidied-notice.ts";
import { uploadFailedNotice } from "#content/emails/upload-failed-notice.ts";
import { dayOf } from "#contract/zones.ts";
import type { Config } from "#server/config.ts";
import type { Deps } from "#server/deps.ts";
import { queueOwnerNotice } from "#server/messages/mail/owner-notice.ts";
import { projectRoot } from "#server/root.ts";
import { type Backup, listBackups } from "./backup-folder.ts";
import { isBackupDue } from "./due-backup.ts";
import {
  bucketAddress,
  type Followed,
  hasChanged,
  isPending,
  listFollowed,
  readTidyProblem,
} from "./upload-state.ts";

type Take = (config: Config) => Promise<unknown>;
/** Returns whether it succeeded. */
type Upload = (config: Config) => Promise<boolean>;

/**
 * Takes and checks a backup if today's is missing, and enqueues the upload of backups that the
 * bucket doesn't have. Notifies the owner of a failure once, until a backup succeeds. With
 * DATABASE_URL, backups are handled outside the product.
 */
export async function takeDueBackup(
  deps: Deps,
  run: Take = () => runInProcess("--scheduled"),
): Promise<void> {
  const { config } = deps;
  if (config.databaseUrl || !config.hasDailyBackups) return;
  await takeIfDue(deps, run);
  if (!(await hasWork(config))) return;
  await deps.db.transaction((tx) => deps.jobs.enqueue(tx, "upload-backups", {}));
}

/**
 * Uploads backups that the bucket doesn't have, and deletes stale ones there. Notifies the owner
 * once of each problem. Idempotent, because a second process finds the first one's lock.
 */
export async function uploadPendingBackups(
  deps: Deps,
  upload: Upload = () => runInProcess("--upload"),
): Promise<void> {
  const { config } = deps;
  const { backupBucket, backupDir } = config;
  if (!backupBucket || !(await hasWork(config))) return;
  // Also succeeds while another process is still uploading.
  if (await upload(config)) return;
  const address = bucketAddress(backupBucket);
  const followed = await listFollowed(backupDir, address);
  await reportChanged(deps, followed);
  const isMissing = await reportMissing(deps, followed);
  const problem = await readTidyProblem(backupDir, address);
  // Nothing is deleted before the uploads have succeeded.
  if (problem !== null && !isMissing) await reportUntidied(deps, problem);
}

export async function findLastVerified({ backupDir }: Config): Promise<Backup | null> {
  const backups = await listBackups(backupDir);
  return backups.find(({ verifiedAt }) => verifiedAt !== null) ?? null;
}

async function takeIfDue(deps: Deps, run: Take) {
  const { config } = deps;
  const last = await findLastVerified(config);
  if (!isBackupDue(last?.takenAt ?? null, deps.now())) return;
  await run(config);
  const newest = await findLastVerified(config);
  if (newest && newest.file !== last?.file) return;
  await notify(deps, {
    kind: "backup-failed-notice",
    words: backupFailedNotice,
    fields: { folder: config.backupDir, last: last ? dayOf(last.takenAt) : null },
    causeKey: `backup failed after ${last?.takenAt.toISOString() ?? "none"}`,
  });
}

async function hasWork({ backupBucket, backupDir }: Config): Promise<boolean> {
  if (!backupBucket) return false;
  const address = bucketAddress(backupBucket);
  if ((await listFollowed(backupDir, address)).some(isPending)) return true;
  return (await readTidyProblem(backupDir, address)) !== null;
}

/** Sends one email for each changed file, because a changed file is never uploaded. */
async function reportChanged(deps: Deps, followed: Followed[]) {
  for (const { backup } of followed.filter(hasChanged)) {
    await notify(deps, {
      kind: "backup-changed-notice",
      words: backupChangedNotice,
      fields: { file: backup.file, taken: dayOf(backup.takenAt) },
      causeKey: `backup changed ${backup.takenAt.toISOString()} ${backup.sha256}`,
    });
  }
}

/**
 * Sends one email about the backup that has been missing longest, with its problem. Later backups
 * don't cause another email, whether they fail too or are uploaded. Returns whether a backup is
 * missing.
 */
async function reportMissing(deps: Deps, followed: Followed[]): Promise<boolean> {
  const missing = followed.filter(isPending);
  const oldest = missing.at(-1);
  if (!oldest) return false;
  const problem = missing.find(({ state }) => state?.problem)?.state?.problem ?? null;
  const last = followed.find(({ state }) => state?.uploadedAt)?.backup;
  const isLatest = missing[0] === followed[0];
  await notify(deps, {
    kind: "upload-failed-notice",
    words: uploadFailedNotice,
    fields: {
      ...{ problem, isLatest, taken: dayOf(oldest.backup.takenAt) },
      last: last ? dayOf(last.takenAt) : null,
    },
    causeKey: `backup not uploaded ${oldest.backup.takenAt.toISOString()} ${problem ?? "unknown"}`,
  });
  return true;
}

/** Sends one email per problem, because every later upload has the same problem. */
async function reportUntidied(deps: Deps, problem: string) {
  await notify(deps, {
    kind: "bucket-not-tidied-notice",
    words: bucketNotTidiedNotice,
    fields: { problem },
    causeKey: `bucket not tidied ${problem}`,
  });
}

async function notify(deps: Deps, notice: Parameters<typeof queueOwnerNotice>[2]) {
  await deps.db.transaction((tx) => queueOwnerNotice(deps, tx, notice));
}

/** The process records its errors in the folder. */
async function runInProcess(task: "--scheduled" | "--upload"): Promise<boolean> {
  const script = path.join(projectRoot, "scripts/backup.ts");
  const child = spawn(process.execPath, [script, task], { stdio: "ignore" });
  const [code] = await once(child, "exit");
  return code === 0;
}
