// Runs the database migrations.
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { readMigrationFiles } from "drizzle-orm/migrator";
import pg from "pg";
import { projectRoot } from "#server/root.ts";
import { migrateOnline, recordMigration, usualLargeBytes } from "./migrate-online.ts";

const migrationsFolder = path.join(projectRoot, "server/db/migrations");
// This can be any number, as long as every process uses the same one.
const migrationLock = 7_210_001;

/**
 * Runs the missing migrations. Runs one process at a time, because simultaneous first starts would
 * otherwise both create the tables. Tables of at least `largeBytes` are changed without blocking
 * the requests that use them.
 */
export async function migrateUnderLock(
  connection: pg.ClientConfig,
  largeBytes = usualLargeBytes,
): Promise<void> {
  const client = new pg.Client({ ...connection, application_name: "front-desk migration" });
  await client.connect();
  try {
    await holdMigrationLock(client);
    const all = readMigrationFiles({ migrationsFolder });
    const last = await findLast(client);
    if (last) {
      const missing = all.filter(({ folderMillis }) => folderMillis > Number(last.created_at));
      await migrateOnline(client, missing, largeBytes);
    } else {
      await client.query("begin");
      await runAll(client, all);
      await client.query("commit");
    }
    await validateKeys(client);
  } finally {
    await client.end();
  }
}

const lockPauseMs = 50;

/**
 * Takes the lock until the connection ends, so nothing else changes tables until then. Polls
 * instead of waiting, because a waiting statement would block a concurrent index build.
 */
export async function holdMigrationLock(client: pg.ClientBase): Promise<void> {
  const take = async () => {
    const { rows } = await client.query("select pg_try_advisory_lock($1) as is_taken", [
      migrationLock,
    ]);
    return rows[0]?.is_taken === true;
  };
  while (!(await take())) await pause(lockPauseMs);
}

/** Runs the migrations and records them in drizzle's own table. */
async function runAll(client: pg.ClientBase, migrations: ReturnType<typeof readMigrationFiles>) {
  await client.query(`
    create schema if not exists drizzle;
    create table if not exists drizzle.__drizzle_migrations
      (id serial primary key, hash text not null, created_at bigint)`);
  for (const migration of migrations) {
    for (const statement of migration.sql) await client.query(statement);
    await recordMigration(client, migration);
  }
}

async function findLast(client: pg.ClientBase) {
  const known = await client.query("select to_regclass('drizzle.__drizzle_migrations') as found");
  if (known.rows[0]?.found === null) return null;
  const { rows } = await client.query<{ hash: string; created_at: string }>(
    "select hash, created_at from drizzle.__drizzle_migrations order by created_at desc limit 1",
  );
  return rows[0] ?? null;
}

/**
 * Validates foreign keys that a migration added as `not valid`, by checking their existing rows.
 * This isn't part of the migration's transaction, so that the checks don't block writes.
 */
export async function validateKeys(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(
    `select format('alter table %s validate constraint %I', conrelid::regclass, conname) as statement
     from pg_constraint
     where contype = 'f' and not convalidated and connamespace = 'public'::regnamespace
     order by conname`,
  );
  for (const { statement } of rows) await client.query(statement);
}

/**
 * Returns the hash of the last applied migration, or null if there is none. The hash identifies the
 * version of the schema.
 */
export async function findLastMigration(client: pg.ClientBase): Promise<string | null> {
  return (await findLast(client))?.hash ?? null;
}

/**
 * Runs the missing migrations in the caller's transaction, up to the migration with this hash, or
 * all if no hash is given. Returns false without running any if this version doesn't know the hash
 * or the database is newer.
 */
export async function migrateInTransaction(
  client: pg.ClientBase,
  lastHash?: string,
): Promise<boolean> {
  await client.query("select pg_advisory_xact_lock($1)", [migrationLock]);
  const all = readMigrationFiles({ migrationsFolder });
  const placeOf = (wanted: string) => all.findIndex(({ hash }) => hash === wanted);
  const current = await findLastMigration(client);
  const last = lastHash === undefined ? all.length - 1 : placeOf(lastHash);
  if (last < 0 || (current !== null && (placeOf(current) < 0 || placeOf(current) > last))) {
    return false;
  }
  await runAll(client, all.slice(current === null ? 0 : placeOf(current) + 1, last + 1));
  return true;
}
