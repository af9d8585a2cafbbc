// npm run restore -- <file>: restores a backup, also of an earlier version, into an empty database,
// all or nothing.
import { existsSync } from "node:fs";
import { readConfig } from "#server/config.ts";
import { BackupRefused, readBackup } from "#server/db/backup.ts";
import { openDatabase } from "#server/db/database.ts";
import { DataFolderInUse } from "#server/db/embedded.ts";

const file = process.argv[2];
if (!file || !existsSync(file)) {
  console.error("Which backup? npm run restore -- <file>, with DATA_DIR naming a new folder.");
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
    console.log(`${rows} rows as of ${takenAt} are in place.
Everyone is signed out. Links that were emailed before (invitations, confirmations, new passwords)
no longer work: invite again, and ask people to use "Forgot your password?" if they need a new one.
Passwords are those of the backup, even if one was changed since because another person knew it.
Emails that were waiting to be sent are marked "unknown": check them in the console, and resend them.`);
  } finally {
    await database.close();
  }
} catch (error) {
  if (!(error instanceof BackupRefused || error instanceof DataFolderInUse)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
