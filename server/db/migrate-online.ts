// Upgrades a database while it's in use. Each migration is a transaction that never waits long for
// a lock, because requests would queue behind it. Slow steps on large tables follow without
// blocking: concurrent index builds, and `validateKeys` for new foreign keys.
import { setTimeout as pause } from "node:timers/promises";
import type { MigrationMeta } from "drizzle-orm/migrator";
import type pg from "pg";
import { isDistributed, runOnCluster } from "./cluster.ts";

/**
 * Smaller tables don't need special handling, because they are scanned in a fraction of a second.
 */
export const usualLargeBytes = 16_000_000;
/**
 * This is short, because the migration already holds locks that block others while it waits for the
 * next lock.
 */
const lockTimeout = "400ms";
const retryMs = 300;

/** Runs these migrations, after finishing an interrupted upgrade. */
export async function migrateOnline(
  client: pg.ClientBase,
  migrations: MigrationMeta[],
  largeBytes: number,
): Promise<void> {
  await client.query(`
    create table if not exists drizzle.pending_statements
      (id serial primary key, index_name text not null, statement text not null)`);
  await runPending(client);
  const isOnWorkers = migrations.length > 0 && (await isDistributed(client));
  for (const migration of migrations) {
    await retryWhenLocked(() => runInTransaction(client, migration, { largeBytes, isOnWorkers }));
    await runPending(client);
  }
}

async function runInTransaction(
  client: pg.ClientBase,
  migration: MigrationMeta,
  { largeBytes, isOnWorkers }: { largeBytes: number; isOnWorkers: boolean },
): Promise<void> {
  await client.query("begin");
  try {
    await client.query(`set local lock_timeout = '${lockTimeout}'`);
    // Otherwise, a table can't be moved or changed after another table with a key to it was.
    if (isOnWorkers) await client.query("set local citus.multi_shard_modify_mode = 'sequential'");
    const isLarge = async (table: string) => {
      const { rows } = await client.query(
        "select pg_relation_size($1::regclass) > $2 as is_large",
        [`"${table}"`, largeBytes],
      );
      return rows[0]?.is_large === true;
    };
    const pending: string[] = [];
    for (const statement of migration.sql) {
      const [, index, of] = /^CREATE (?:UNIQUE )?INDEX "(\w+)" ON "(\w+)"/m.exec(statement) ?? [];
      if (index && of && (await isLarge(of))) pending.push(index);
      const waitsFor = pending.find((name) => statement.includes(`"${name}"`));
      if (waitsFor) {
        await client.query(
          "insert into drizzle.pending_statements (index_name, statement) values ($1, $2)",
          [waitsFor, statement],
        );
        continue;
      }
      const [key, referring] =
        /^ALTER TABLE "(\w+)" ADD CONSTRAINT "\w+" FOREIGN KEY [^;]+/m.exec(statement) ?? [];
      const isUnchecked = key && referring && !key.includes("NOT VALID");
      const step = isUnchecked && (await isLarge(referring)) ? `${key} NOT VALID` : statement;
      if (isOnWorkers) await runOnCluster(client, step);
      else await client.query(step);
    }
    await recordMigration(client, migration);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
}

/** Records a migration in drizzle's own table. */
export async function recordMigration(
  client: pg.ClientBase,
  { hash, folderMillis }: MigrationMeta,
): Promise<void> {
  await client.query(
    "insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)",
    [hash, folderMillis],
  );
}

/**
 * Builds the pending indexes and runs the statements that refer to them. If an index's build was
 * interrupted, it's built again.
 */
async function runPending(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ id: number; index_name: string; statement: string }>(
    "select id, index_name, statement from drizzle.pending_statements order by id",
  );
  for (const { id, index_name, statement } of rows) {
    const isIndex = /^CREATE (?:UNIQUE )?INDEX "/m.test(statement);
    await retryWhenLocked(async () => {
      if (isIndex) await client.query(`drop index concurrently if exists "${index_name}"`);
      await client.query(statement.replace(/^(CREATE (?:UNIQUE )?INDEX) "/m, '$1 CONCURRENTLY "'));
    });
    await client.query("delete from drizzle.pending_statements where id = $1", [id]);
  }
}

/** PostgreSQL's error codes for a lock that wasn't available in time, and for a deadlock. */
const lockedCodes = ["55P03", "40P01"];

async function retryWhenLocked(run: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      await run();
      return;
    } catch (error) {
      const code = error instanceof Error && "code" in error ? String(error.code) : "";
      if (!lockedCodes.includes(code)) throw error;
      // The pause lets requests that queued behind this migration run first.
      await pause(retryMs);
    }
  }
}
