// The daily backup of the built-in database. It runs in a process of its own: copying and
// compressing every row would slow down every request in this one.
import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { backupFailedNotice } from "#content/emails/backup-failed-notice.ts";
import type { Config } from "#server/config.ts";
import type { Deps } from "#server/deps.ts";
import { queueOwnerNotice } from "#server/messages/mail/owner-notice.ts";
import { projectRoot } from "#server/root.ts";
import { type Backup, listBackups } from "./backup-folder.ts";
import { isBackupDue } from "./due-backup.ts";

/**
 * Takes and checks a backup if today's is missing, and notifies the owner once when it fails, until
 * a backup succeeds. With DATABASE_URL, backups are handled outside the product.
 */
export async function takeDueBackup(
  deps: Deps,
  run: (config: Config) => Promise<void> = runInProcess,
): Promise<void> {
  const { config } = deps;
  if (config.databaseUrl || !config.hasDailyBackups) return;
  const last = await findLastVerified(config);
  if (!isBackupDue(last?.takenAt ?? null, deps.now())) return;
  await run(config);
  const newest = await findLastVerified(config);
  if (newest && newest.file !== last?.file) return;
  await deps.db.transaction((tx) =>
    queueOwnerNotice(deps, tx, {
      kind: "backup-failed-notice",
      words: backupFailedNotice,
      fields: { folder: config.backupDir, last: last?.takenAt.toISOString().slice(0, 10) ?? null },
      causeKey: `backup failed after ${last?.takenAt.toISOString() ?? "none"}`,
    }),
  );
}

export async function findLastVerified({ backupDir }: Config): Promise<Backup | null> {
  const backups = await listBackups(backupDir);
  return backups.find(({ verifiedAt }) => verifiedAt !== null) ?? null;
}

/** Errors are recorded in the folder. */
async function runInProcess(): Promise<void> {
  const script = path.join(projectRoot, "scripts/backup.ts");
  const child = spawn(process.execPath, [script, "--scheduled"], { stdio: "ignore" });
  await once(child, "exit");
}
