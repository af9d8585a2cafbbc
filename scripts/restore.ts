// npm run restore -- <file>: restores a backup, also of an earlier version, into an empty database,
// all or nothing. `--accept-secret` is for a backup whose secret is lost.
import { existsSync } from "node:fs";
import { backupWords, secretWords } from "#content/command-line.ts";
import { readConfig } from "#server/config.ts";
import { BackupRefused } from "#server/db/backup.ts";
import { openDatabase } from "#server/db/database.ts";
import { UnusableDataFolder } from "#server/db/embedded.ts";
import { restoreBackup } from "#server/operations/backups/restore-backup.ts";

const acceptFlag = "--accept-secret";
const words = process.argv.slice(2);
const file = words.find((word) => word !== acceptFlag);
if (!file || !existsSync(file)) {
  console.error(backupWords.whichBackup);
  process.exit(1);
}
try {
  const config = readConfig(process.env);
  // As an app, so that nothing else can write at the same time.
  const database = await openDatabase({
    ...config,
    purpose: "app",
    log: () => undefined,
    keepsTables: true,
  });
  try {
    const acceptsSecret = words.includes(acceptFlag);
    const restored = await restoreBackup({ ...database, config }, file, { acceptsSecret });
    console.log(backupWords.restored(restored.rows, restored.takenAt));
    if (restored.secret === "unknown") console.log(backupWords.unknownSecret);
    if (restored.secret === "accepted") console.log(backupWords.acceptedSecret(secretWords.breaks));
  } finally {
    await database.close();
  }
} catch (error) {
  if (!(error instanceof BackupRefused || error instanceof UnusableDataFolder)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
