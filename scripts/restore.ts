// npm run restore -- <file>: reads a backup, also one of an earlier version, into an empty database,
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
  // As an app: nothing else may write meanwhile.
  const database = await openDatabase({
    ...config,
    purpose: "app",
    log: () => undefined,
    keepsTables: true,
  });
  try {
    const { rows, takenAt } = await readBackup(database.pool, file);
    console.log(`${rows} rows as of ${takenAt} are in place.
Everybody is signed out. Links that were emailed before (invitations, confirmations, new passwords)
no longer work: invite again, and ask people to choose "Forgot your password?" where they need one.
Passwords are those of the backup, also where one was changed since because somebody else knew it.
Emails that were waiting to be sent are marked "unknown": look at them in the console, and resend.`);
  } finally {
    await database.close();
  }
} catch (error) {
  if (!(error instanceof BackupRefused || error instanceof DataFolderInUse)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
