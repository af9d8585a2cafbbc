// npm run restore -- <file>: restores a backup, also of an earlier version, into an empty database,
// all or nothing.
import { existsSync } from "node:fs";
import { backupWords } from "#content/command-line.ts";
import { readConfig } from "#server/config.ts";
import { BackupRefused, readBackup } from "#server/db/backup.ts";
import { openDatabase } from "#server/db/database.ts";
import { UnusableDataFolder } from "#server/db/embedded.ts";

const file = process.argv[2];
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
    const { rows, takenAt } = await readBackup(database.pool, file);
    console.log(backupWords.restored(rows, takenAt));
  } finally {
    await database.close();
  }
} catch (error) {
  if (!(error instanceof BackupRefused || error instanceof UnusableDataFolder)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
