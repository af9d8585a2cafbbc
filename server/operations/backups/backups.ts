// Takes a backup, checks it by restoring it into a separate database, and deletes old backups.
import { randomUUID } from "node:crypto";
import { mkdir } from "node:fs/promises";
import pg from "pg";
import { backupProblems as problems } from "#content/command-line.ts";
import type { Config } from "#server/config.ts";
import { BackupRefused, readBackup, writeBackup } from "#server/db/backup.ts";
import { fingerprintOf } from "#server/secrets/secret-fingerprint.ts";
import {
  type Backup,
  type BackupNote,
  deleteBackup,
  deleteLeftParts,
  fileHash,
  findBackup,
  listBackups,
  newBackupFile,
  saveNote,
} from "./backup-folder.ts";
import { staleBackups } from "./stale-backups.ts";

type Tools = {
  pool: pg.Pool;
  connection: pg.ClientConfig;
  config: Pick<Config, "secret" | "secretFile">;
  now: () => Date;
};

/** Writes a consistent snapshot of every row into `file`. Doesn't check it. */
export async function takeBackup(
  { pool, config }: Pick<Tools, "pool" | "config">,
  file: string,
  { isScheduled = false } = {},
): Promise<Backup> {
  const { takenAt, rows, tables } = await writeBackup(pool, file, {
    fingerprint: fingerprintOf(config.secret),
    file: config.secretFile,
  });
  const note: BackupNote = {
    ...{ rows, tables, isScheduled, verifiedAt: null, problem: null },
    takenAt: new Date(takenAt),
    sha256: await fileHash(file),
  };
  await saveNote(file, note);
  const backup = await findBackup(file);
  if (!backup) throw new Error("The backup is gone");
  return backup;
}

/**
 * Restores the backup into a new database and drops it again, so that the check finds any problem
 * that a restore would have. Stores the result in the note. Throws `BackupRefused` if `connection`
 * may not create databases.
 */
export async function verifyBackup(
  { connection, now }: Pick<Tools, "connection" | "now">,
  { bytes: _, file, ...note }: Backup,
): Promise<Backup> {
  const problem = await findProblem(connection, file, note);
  await saveNote(file, { ...note, verifiedAt: problem ? null : now(), problem });
  const backup = await findBackup(file);
  if (!backup) throw new Error("The backup is gone");
  return backup;
}

/** Takes a backup, checks it, and deletes stale ones. */
export async function takeScheduledBackup(tools: Tools, folder: string): Promise<Backup> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await deleteLeftParts(folder, tools.now());
  const taken = await takeBackup(tools, newBackupFile(folder, tools.now()), { isScheduled: true });
  const checked = await verifyBackup(tools, taken);
  for (const stale of staleBackups(await listBackups(folder))) await deleteBackup(stale);
  return checked;
}

async function findProblem(
  connection: pg.ClientConfig,
  file: string,
  note: BackupNote,
): Promise<string | null> {
  if ((await fileHash(file)) !== note.sha256) return problems.changed;
  return inScratchDatabase(connection, async (pool) => {
    try {
      const { rows } = await readBackup(pool, file);
      return rows === note.rows ? null : problems.otherRows(rows, note.rows);
    } catch (error) {
      if (error instanceof BackupRefused) return error.message;
      // Only the error's name is stored, because its message may quote a row.
      return problems.refused(error instanceof Error ? error.name : "unknown error");
    }
  });
}

const scratchPrefix = "backup_check_";
// Any constant works as long as every process agrees on it.
const checkLock = 7_210_004;
/** SQLSTATE insufficient_privilege: https://www.postgresql.org/docs/18/errcodes-appendix.html */
const notAllowed = "42501";

async function inScratchDatabase<Result>(
  connection: pg.ClientConfig,
  act: (pool: pg.Pool) => Promise<Result>,
): Promise<Result> {
  const admin = new pg.Client({ ...connection, application_name: "front-desk backup" });
  await admin.connect();
  const name = `${scratchPrefix}${randomUUID().replaceAll("-", "")}`;
  try {
    // Only one check runs at a time, so any database found here was left by a killed check.
    await admin.query("select pg_advisory_lock($1)", [checkLock]);
    await dropLeftovers(admin);
    await createDatabase(admin, name);
    const pool = new pg.Pool({ ...inDatabase(name, connection, admin), max: 1 });
    pool.on("error", () => undefined);
    // This database is dropped right away, so it needn't wait for the disk.
    pool.on("connect", (client) => void client.query("set synchronous_commit = off"));
    try {
      return await act(pool);
    } finally {
      await pool.end();
      await admin.query(`drop database ${name} with (force)`);
    }
  } finally {
    await admin.end();
  }
}

async function createDatabase(admin: pg.Client, name: string) {
  try {
    await admin.query(`create database ${name} template template0`);
  } catch (error) {
    if ((error as pg.DatabaseError).code !== notAllowed) throw error;
    throw new BackupRefused(problems.mayNotCheck);
  }
}

/**
 * Returns settings that connect like `admin`. A URL is left out, because its own database would
 * take precedence.
 */
function inDatabase(database: string, connection: pg.ClientConfig, admin: pg.Client) {
  const { connectionString: _, ...settings } = connection;
  const { host, port, user, password, ssl } = admin;
  return { ...settings, ...{ host, port, user, password, ssl, database } };
}

async function dropLeftovers(admin: pg.Client) {
  const { rows } = await admin.query<{ name: string }>(
    "select datname as name from pg_database where datname like $1",
    [`${scratchPrefix.replaceAll("_", "\\_")}%`],
  );
  for (const { name } of rows) await admin.query(`drop database ${name} with (force)`);
}
