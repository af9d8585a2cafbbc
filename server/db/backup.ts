// Backs up all rows to one compressed file, consistently, and restores them. Works with the
// embedded database and DATABASE_URL. The file has a JSON header, then for each table a JSON
// header, its rows in COPY format and a line `\.`, and finally `{"end":true}`.
import { createReadStream, createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import type pg from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import { z } from "zod";
import { findLastMigration, migrateInTransaction, validateKeys } from "./migrate.ts";

/**
 * The error for an unusable backup, or for a database that isn't empty. Its message is one sentence
 * for a person.
 */
export class BackupRefused extends Error {}

const format = "front-desk backup 1";
/**
 * The secret that the backup's rows need. `file` is where the secret was stored, or null if it was
 * in SECRET.
 */
const OfSecret = z.object({ fingerprint: z.string(), file: z.string().nullable() });
const Whole = z.object({
  format: z.literal(format),
  takenAt: z.string(),
  migration: z.string(),
  /** Missing in backups by versions before 0.1.0. */
  secret: OfSecret.optional(),
});
const TableHead = z.object({ table: z.string(), columns: z.array(z.string()) });
const endOfTable = "\\.";
const endOfFile = JSON.stringify({ end: true });

type Table = z.infer<typeof TableHead>;
export type BackupSecret = z.infer<typeof OfSecret>;
export type BackupSummary = { tables: number; rows: number; takenAt: string };

/**
 * Writes all rows from one snapshot while the app keeps running. `secret` is needed unless the
 * database has its own record of the secret.
 */
export async function writeBackup(
  pool: pg.Pool,
  file: string,
  secret?: BackupSecret,
): Promise<BackupSummary> {
  const client = await pool.connect();
  const half = `${file}.part`;
  try {
    await client.query("begin isolation level repeatable read read only");
    await client.query("set local statement_timeout = 0");
    const takenAt = new Date().toISOString();
    const tables = await listTables(client);
    let rows = 0;
    const lines = async function* () {
      const migration = await findLastMigration(client);
      const whole = { format, takenAt, migration, secret: await recordedSecret(client, secret) };
      yield `${JSON.stringify(whole)}\n`;
      for (const table of tables) {
        yield `${JSON.stringify(table)}\n`;
        const stream = client.query(copyTo(`copy ${named(table)} to stdout`));
        yield* stream;
        rows += stream.rowCount;
        yield `${endOfTable}\n`;
      }
      yield `${endOfFile}\n`;
    };
    await pipeline(Readable.from(lines()), createGzip(), createWriteStream(half, { mode: 0o600 }));
    await client.query("commit");
    // Only a complete backup has a name without `.part`.
    await rename(half, file);
    return { tables: tables.length, rows, takenAt };
  } finally {
    client.release();
    await rm(half, { force: true });
  }
}

async function recordedSecret(
  client: pg.ClientBase,
  secret: BackupSecret | undefined,
): Promise<BackupSecret | undefined> {
  const { rows } = await client.query("select fingerprint from secret_fingerprint");
  return secret && { ...secret, ...rows[0] };
}

/** Returns the secret that a backup belongs to, or null if an older version wrote it. */
export async function readBackupSecret(file: string): Promise<BackupSecret | null> {
  const lines = linesOf(file);
  const { value } = await lines.next();
  await lines.return();
  return read(Whole, value ?? undefined).secret ?? null;
}

/**
 * Restores a backup into a migrated, empty database, completely or not at all. Queued mail may have
 * been sent since, so it becomes `unknown`. Sessions, links and unfinished logins end, because they
 * may have been revoked or used since. Due alerts and rings are long past, so they are dropped.
 */
export async function readBackup(pool: pg.Pool, file: string): Promise<BackupSummary> {
  const client = await pool.connect();
  try {
    await client.query("begin");
    await client.query("set local statement_timeout = 0");
    const summary = await copyIn(client, file);
    await migrateInTransaction(client);
    await validateKeys(client);
    await client.query(
      `update mails set state = 'unknown', problem = 'Restored from a backup taken ' || $1
       where state in ('queued', 'sending')`,
      [summary.takenAt],
    );
    await client.query("update alerts set state = 'unknown' where state in ('queued', 'sending')");
    await client.query("update alert_schedule set done_at = now() where done_at is null");
    await client.query("update rings set settled_at = now() where settled_at is null");
    await client.query("update sessions set ended_at = now() where ended_at is null");
    await client.query("delete from sign_in_challenges");
    await client.query("delete from passkey_challenges");
    await client.query(
      "update mailed_links set voided_at = now() where used_at is null and voided_at is null",
    );
    await client.query("commit");
    return summary;
  } catch (error) {
    await client.query("rollback");
    throw error;
  } finally {
    client.release();
  }
}

/** Inserts the rows unchanged into the tables of the version that wrote the backup. */
export async function copyIn(client: pg.ClientBase, file: string): Promise<BackupSummary> {
  const lines = linesOf(file);
  const next = async () => (await lines.next()).value as string | undefined;

  const whole = read(Whole, await next());
  await refuseSpreadDatabase(client);
  await refuseFullDatabase(client);
  if (!(await migrateInTransaction(client, whole.migration))) {
    throw new BackupRefused(
      "This version doesn't know the tables in this backup, or they're older than the database's. Use the version that wrote the backup or a later one, and restore into a new DATA_DIR.",
    );
  }
  const known = await listTableNames(client);
  const addKeys = await dropKeys(client);
  let tables = 0;
  let rows = 0;
  for (let line = await next(); line !== endOfFile; line = await next()) {
    const table = read(TableHead, line);
    // The built-in database's user is a superuser, so COPY could even write into PostgreSQL's own
    // tables.
    if (!known.has(table.table)) {
      throw new BackupRefused(
        `This file isn't a backup of this product: ${table.table} isn't one of its tables.`,
      );
    }
    const rowsOfTable = async function* () {
      for (let row = await next(); row !== endOfTable; row = await next()) {
        if (row === undefined)
          throw new BackupRefused("The backup is cut off in the middle of a table.");
        rows += 1;
        yield `${row}\n`;
      }
    };
    await pipeline(
      Readable.from(rowsOfTable()),
      client.query(copyFrom(`copy ${named(table)} from stdin`)),
    );
    tables += 1;
  }
  await addKeys();
  return { tables, rows, takenAt: whole.takenAt };
}

/**
 * Drops the foreign keys, because checking them row by row takes twice as long as inserting the
 * rows. Returns a function that adds the keys again, so that `validateKeys` can check all of them
 * at once.
 */
async function dropKeys(client: pg.ClientBase): Promise<() => Promise<void>> {
  const { rows: keys } = await client.query<{ key: string; definition: string }>(`
    select format('alter table %s %%s constraint %I', conrelid::regclass, conname) as key,
      replace(pg_get_constraintdef(oid), ' NOT VALID', '') as definition
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`);
  for (const { key } of keys) await client.query(key.replace("%s", "drop"));
  return async () => {
    for (const { key, definition } of keys) {
      await client.query(`${key.replace("%s", "add")} ${definition} not valid`);
    }
  };
}

/**
 * Splits a file into lines at line feeds. COPY ends each row with a line feed and escapes all
 * others as `\n`. Node's readline would also split at U+2028 and U+2029, which people paste from
 * web pages.
 */
async function* linesOf(file: string): AsyncGenerator<string, void> {
  let rest = "";
  const text = createReadStream(file).pipe(createGunzip()).setEncoding("utf8");
  for await (const piece of text) {
    const lines = (rest + piece).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  if (rest) yield rest;
}

/** Lists the app's own tables. Generated columns are left out, because they are recomputed. */
async function listTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select c.relname as table,
      array(select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind = 'r'
      -- It is in the file's first line, to be compared before anything is restored.
      and c.relname <> 'secret_fingerprint'
    order by c.relname`);
  return rows;
}

async function listTableNames(client: pg.ClientBase): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string }>(`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r'`);
  return new Set(rows.map(({ name }) => name));
}

/**
 * Throws on a cluster (distribution.ts), where keys can't be dropped and added again in one
 * transaction.
 */
async function refuseSpreadDatabase(client: pg.ClientBase) {
  const known = await client.query("select to_regclass('pg_dist_partition') as spread");
  if (known.rows[0]?.spread === null) return;
  const { rowCount } = await client.query("select from pg_dist_partition where partmethod = 'h'");
  if (rowCount) {
    throw new BackupRefused(
      "This database is spread over a cluster. Restore into one that isn't yet, and spread it afterward with npm run admin -- distribute.",
    );
  }
}

async function refuseFullDatabase(client: pg.ClientBase) {
  for (const table of await listTables(client)) {
    const { rowCount } = await client.query(`select 1 from ${quoted(table.table)} limit 1`);
    if (rowCount) {
      throw new BackupRefused(
        `The database is not empty: ${table.table} has rows. Set DATA_DIR to a new folder and restore there.`,
      );
    }
  }
}

function read<Schema extends z.ZodType>(schema: Schema, line: string | undefined): z.infer<Schema> {
  try {
    return schema.parse(JSON.parse(line ?? ""));
  } catch {
    throw new BackupRefused("This file isn't a complete backup of this product.");
  }
}

function named({ table, columns }: Table): string {
  return `public.${quoted(table)} (${columns.map(quoted).join(", ")})`;
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
