// npm run restore -- <file>: restores a backup, even from an earlier version, into an empty
// database, completely or not at all. A backup's name in the bucket works too. If the backup's
// secret is lost, `--accept-secret` skips the checks of the secret and of the bucket note's
// signature.
import { existsSync } from "node:fs";
import path from "node:path";
import { backupWords, secretWords } from "#content/command-line.ts";
import { type Config, readConfig } from "#server/config.ts";
import { BackupRefused } from "#server/db/backup.ts";
import { openDatabase } from "#server/db/database.ts";
import { UnusableDataFolder } from "#server/db/embedded.ts";
import { downloadBackup } from "#server/operations/backups/bucket-copies.ts";
import { restoreBackup } from "#server/operations/backups/restore-backup.ts";
import { bucketAddress } from "#server/operations/backups/upload-state.ts";
import { makeBucket } from "#server/outside/bucket.ts";
import { BucketProblem } from "#server/outside/bucket-requests.ts";

const acceptFlag = "--accept-secret";
/** Errors with messages that are written for people. */
const expected = [BackupRefused, BucketProblem, UnusableDataFolder];
const words = process.argv.slice(2);
const acceptsSecret = words.includes(acceptFlag);
const named = words.find((word) => word !== acceptFlag);
if (!named) refuse(backupWords.whichBackup);
if (!existsSync(named) && path.basename(named) !== named) refuse(backupWords.noFile(named));
try {
  const config = readConfig(process.env);
  const file = (await fileOf(named, config)) ?? refuse(backupWords.noFile(named));
  // The database is opened like an app opens it, so that no app can write at the same time.
  const database = await openDatabase({
    ...config,
    purpose: "app",
    log: () => undefined,
    keepsTables: true,
  });
  try {
    const restored = await restoreBackup({ ...database, config }, file, { acceptsSecret });
    console.log(backupWords.restored(restored.rows, restored.takenAt));
    if (restored.secret === "unknown") console.log(backupWords.unknownSecret);
    if (restored.secret === "accepted") console.log(backupWords.acceptedSecret(secretWords.breaks));
  } finally {
    await database.close();
  }
} catch (error) {
  if (!expected.some((kind) => error instanceof kind) || !(error instanceof Error)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

function refuse(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}

/**
 * Returns the file with this name, or downloads the backup with this name from the bucket. Returns
 * null if there is neither a file nor a bucket.
 */
async function fileOf(named: string, config: Config): Promise<string | null> {
  if (existsSync(named)) return named;
  const { backupBucket, backupDir } = config;
  if (!backupBucket) return null;
  const now = () => new Date();
  const tools = {
    ...{ bucket: makeBucket(backupBucket, { now }), address: bucketAddress(backupBucket) },
    ...{ secret: config.secret, now },
  };
  const accepts = { acceptsUnsigned: acceptsSecret };
  const { file, isSigned } = await downloadBackup(tools, named, backupDir, accepts);
  console.log(backupWords.downloaded(file));
  if (!isSigned) console.log(backupWords.acceptedUnsigned(named));
  return file;
}
