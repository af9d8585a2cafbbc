// Runs the database migrations.
import path from "node:path";
import { sql } from "drizzle-orm";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import { projectRoot } from "#server/root.ts";

const migrationsFolder = path.join(projectRoot, "server/db/migrations");
// Any constant works as long as every process agrees on it.
const migrationLock = 7_210_001;

/** Serializes simultaneous first starts; otherwise both would create the tables. */
export async function migrateUnderLock(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client({ ...connection, application_name: "front-desk migration" });
  await client.connect();
  try {
    const db = drizzle({ client, casing: "snake_case" });
    await db.execute(sql`select pg_advisory_lock(${migrationLock})`);
    await migrate(db, { migrationsFolder });
    await validateKeys(client);
  } finally {
    await client.end();
  }
}

/**
 * Checks the existing rows of foreign keys that a migration added as `not valid`. Outside of the
 * migration's transaction, each check runs without blocking writes.
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

/** The hash of the last applied migration, which identifies the schema version; null: none. */
export async function findLastMigration(client: pg.ClientBase): Promise<string | null> {
  const known = await client.query("select to_regclass('drizzle.__drizzle_migrations') as found");
  if (known.rows[0]?.found === null) return null;
  const { rows } = await client.query<{ hash: string }>(
    "select hash from drizzle.__drizzle_migrations order by created_at desc limit 1",
  );
  return rows[0]?.hash ?? null;
}

/**
 * Runs the missing migrations up to the one with this hash (omitted: all of them) in the caller's
 * transaction, which drizzle's own `migrate` would commit. Returns false, without running any, if
 * this version does not know the hash, or the database is newer.
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
  // The same table as drizzle's: the next start reads it.
  await client.query(`
    create schema if not exists drizzle;
    create table if not exists drizzle.__drizzle_migrations
      (id serial primary key, hash text not null, created_at bigint)`);
  const missing = all.slice(current === null ? 0 : placeOf(current) + 1, last + 1);
  for (const { sql: statements, hash, folderMillis } of missing) {
    for (const statement of statements) await client.query(statement);
    await client.query(
      "insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)",
      [hash, folderMillis],
    );
  }
  return true;
}
