// npm run backup: writes a consistent copy of every row while the product runs; lists the backups;
// checks one by restoring it on trial. `--scheduled` is what the product itself runs every day.
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

const config = readConfig(process.env);
const now = () => new Date();
const [first = "", second] = process.argv.slice(2);

if (first === "--list") await list();
else if (first === "--verify" && second) await verify(path.resolve(second));
else if (first === "--scheduled") await takeScheduled();
else if (first === "--to" && second) await take(newBackupFile(path.resolve(second), now()));
else if (first.startsWith("-")) console.log(words.help);
else await take(path.resolve(first || newBackupFile(config.backupDir, now())));

async function take(file: string) {
  mkdirSync(path.dirname(file), { recursive: true });
  await withDatabase(async ({ pool }) => {
    const { rows, tables } = await takeBackup({ pool, config }, file);
    console.log(words.written(rows, tables, file));
    console.log(words.keepSecret(config.secretFile));
  });
}

async function list() {
  const backups = await listBackups(config.backupDir);
  if (backups.length === 0) return console.log(words.none(config.backupDir));
  const { listed } = words;
  const rows = backups.map((backup) => ({
    [listed.takenAt]: backup.takenAt.toISOString().slice(0, 16).replace("T", " "),
    [listed.size]: Number((backup.bytes / 1e6).toFixed(1)),
    [listed.rows]: backup.rows,
    [listed.taken]: backup.isScheduled ? words.bySchedule : words.byPerson,
    [listed.state]: stateOf(backup),
    [listed.file]: path.basename(backup.file),
  }));
  console.table(rows);
}

function stateOf({ verifiedAt, problem }: Backup): string {
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
  // People who use the product come first.
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
