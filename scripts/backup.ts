// npm run backup: writes a consistent copy of every row while the product runs, and uploads it.
// Also lists the backups, and checks one with a trial restore. The product itself runs
// `--scheduled` every day, followed by `--upload`.
import { mkdirSync } from "node:fs";
import { setPriority } from "node:os";
import path from "node:path";
import { backupWords as words } from "#content/command-line.ts";
import { readConfig } from "#server/config.ts";
import { BackupRefused } from "#server/db/backup.ts";
import { openDatabase } from "#server/db/database.ts";
import {
  type Backup,
  findBackup,
  listBackups,
  newBackupFile,
} from "#server/operations/backups/backup-folder.ts";
import {
  takeBackup,
  takeScheduledBackup,
  verifyBackup,
} from "#server/operations/backups/backups.ts";
import {
  type Copy,
  listCopies,
  uploadBackup,
  uploadBackups,
} from "#server/operations/backups/bucket-copies.ts";
import { withUploadLock } from "#server/operations/backups/upload-lock.ts";
import { bucketAddress } from "#server/operations/backups/upload-state.ts";
import { makeBucket } from "#server/outside/bucket.ts";
import { BucketProblem } from "#server/outside/bucket-requests.ts";

const config = readConfig(process.env);
const now = () => new Date();
const copies = config.backupBucket && {
  ...{ bucket: makeBucket(config.backupBucket, { now }), secret: config.secret, now },
  address: bucketAddress(config.backupBucket),
};
const [first = "", second] = process.argv.slice(2);

if (first === "--list") await list();
else if (first === "--verify" && second) await verify(path.resolve(second));
else if (first === "--scheduled") await takeScheduled();
else if (first === "--upload") await upload();
else if (first === "--to" && second) await take(newBackupFile(path.resolve(second), now()));
else if (first.startsWith("-")) console.log(words.help);
else await take(path.resolve(first || newBackupFile(config.backupDir, now())));

async function take(file: string) {
  mkdirSync(path.dirname(file), { recursive: true });
  await withDatabase(async ({ pool, connection }) => {
    const backup = await takeBackup({ pool, config }, file);
    console.log(words.written(backup.rows, backup.tables, file));
    console.log(words.keepSecret(config.secretFile));
    if (!copies) return;
    // The running product may be uploading the same file and using the same state file next to it.
    const isFree = await withUploadLock(connection, async () => {
      const problem = await uploadBackup(copies, backup);
      if (problem) fail(words.notUploaded(problem));
      else console.log(words.uploaded(copies.address));
    });
    if (!isFree) fail(words.uploadingOthers);
  });
}

async function upload() {
  setPriority(10);
  if (!copies) return fail(words.noBucket);
  await withDatabase(async ({ connection }) => {
    const isFree = await withUploadLock(connection, async () => {
      const problem = await uploadBackups(copies, config.backupDir);
      if (problem) fail(words.notUploaded(problem));
      else console.log(words.allUploaded(copies.address));
    });
    if (!isFree) console.log(words.uploading);
  });
}

async function list() {
  const backups = await listBackups(config.backupDir);
  const there = await listThere();
  const names = backups.map(({ file }) => path.basename(file));
  const all = [
    ...backups.map((backup) => ({ ...backup, name: path.basename(backup.file), isSigned: true })),
    ...there.filter(({ name }) => !names.includes(name)),
  ].toSorted((one, other) => other.takenAt.getTime() - one.takenAt.getTime());
  if (all.length === 0) return console.log(words.none(config.backupDir));
  const { listed } = words;
  const rows = all.map((backup) => ({
    [listed.takenAt]: backup.takenAt.toISOString().slice(0, 16).replace("T", " "),
    [listed.size]: Number((backup.bytes / 1e6).toFixed(1)),
    [listed.rows]: backup.rows,
    [listed.taken]: backup.isScheduled ? words.bySchedule : words.byPerson,
    [listed.state]: stateOf(backup),
    [listed.place]: placeOf(
      names.includes(backup.name),
      there.some(({ name }) => name === backup.name),
    ),
    [listed.file]: backup.name,
  }));
  console.table(rows);
}

/**
 * Lists the backups in the bucket. If the bucket doesn't respond, the backups in the folder are
 * still listed.
 */
async function listThere(): Promise<Copy[]> {
  if (!copies) return [];
  try {
    return await listCopies(copies);
  } catch (error) {
    if (!(error instanceof BucketProblem)) throw error;
    fail(words.bucketUnread(error.message));
    return [];
  }
}

function placeOf(isInFolder: boolean, isInBucket: boolean): string {
  if (isInFolder) return isInBucket ? words.inBoth : words.inFolder;
  return words.inBucket;
}

type Stated = Pick<Backup, "problem" | "verifiedAt"> & { isSigned: boolean };

function stateOf({ verifiedAt, problem, isSigned }: Stated): string {
  // If the note isn't signed, its other content doesn't count.
  if (!isSigned) return words.notSigned;
  if (problem) return problem;
  return verifiedAt ? words.verified(verifiedAt.toISOString().slice(0, 10)) : words.unverified;
}

async function verify(file: string) {
  const backup = await findBackup(file);
  if (!backup) return fail(words.unknownFile(file));
  await withDatabase(async ({ connection }) => {
    const { problem, rows } = await verifyBackup({ connection, now }, backup);
    if (problem) fail(words.isBad(problem));
    else console.log(words.isGood(rows));
  });
}

async function takeScheduled() {
  // A low priority, so that the product's users come first.
  setPriority(10);
  await withDatabase(async ({ pool, connection }) => {
    const { problem } = await takeScheduledBackup(
      { pool, connection, config, now },
      config.backupDir,
    );
    if (problem) fail(words.isBad(problem));
  });
}

async function withDatabase(
  act: (database: Awaited<ReturnType<typeof openDatabase>>) => Promise<void>,
) {
  const database = await openDatabase({ ...config, purpose: "tool", log: () => undefined });
  try {
    await act(database);
  } catch (error) {
    if (!(error instanceof BackupRefused)) throw error;
    fail(error.message);
  } finally {
    await database.close();
  }
}

function fail(sentence: string) {
  console.error(sentence);
  process.exitCode = 1;
}
