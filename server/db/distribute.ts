// Distributes a database's tables over the workers of its Citus cluster, as db/distribution.ts
// specifies. `npm run admin -- distribute` runs this.
import pg from "pg";
import { clusterWords } from "#content/command-line.ts";
import { AppError } from "#server/errors.ts";
import { findPlaces, findTablesToMove, isCluster, moveTable } from "./cluster.ts";
import { shortQuerySettings } from "./database.ts";
import { droppedKeys, type Place, places } from "./distribution.ts";
import { holdMigrationLock } from "./migrate.ts";

/** This table is next to the table of migrations, so it isn't one of the app's tables. */
const droppedTable = "drizzle.dropped_keys";

type Tell = (sentence: string) => void;

/**
 * Moves one table at a time, each in its own transaction. After an interruption, the next run
 * continues. Throws `conflict` on plain PostgreSQL, if the cluster isn't ready, or while the app is
 * connected. Returns how many tables were moved.
 */
export async function distribute(connection: pg.ClientConfig, tell: Tell): Promise<number> {
  const client = new pg.Client({ ...connection, application_name: "front-desk distribute" });
  await client.connect();
  try {
    await holdMigrationLock(client);
    await refuseUnready(client);
    const left = await findTablesToMove(client);
    await dropKeys(client, left);
    for (const [index, place] of left.entries()) {
      const rows = await countRows(client, place.table);
      tell(clusterWords.moving(place.table, rows, index + 1, left.length));
      await moveTable(client, place);
    }
    await addKeys(client);
    await forgetLocalRows(client);
    await setOnAllNodes(client);
    return left.length;
  } finally {
    await client.end();
  }
}

/**
 * Finds the tables of a cluster that aren't yet where `places` puts them, and the keys that are
 * still missing. Returns nothing on plain PostgreSQL.
 */
export async function findTablesLeft(client: Pick<pg.ClientBase, "query">): Promise<string[]> {
  if (!(await isCluster(client))) return [];
  const { rows } = await client.query("select to_regclass($1)::text as dropped", [droppedTable]);
  const left = (await findTablesToMove(client)).map(({ table }) => table);
  return [...left, ...(rows[0].dropped ? [droppedTable] : [])];
}

async function refuseUnready(client: pg.ClientBase): Promise<void> {
  const refuse = (sentence: string) => new AppError("conflict", { sentence });
  if (!(await isCluster(client))) throw refuse(clusterWords.isPlain);
  const nodes = await client.query<{ is_coordinator: boolean }>(
    "select groupid = 0 as is_coordinator from pg_dist_node where isactive",
  );
  if (nodes.rows.every((node) => node.is_coordinator)) throw refuse(clusterWords.noWorker);
  if (!nodes.rows.some((node) => node.is_coordinator)) throw refuse(clusterWords.noCoordinator);
  const { rowCount } = await client.query(`
    select from pg_stat_activity where datname = current_database()
      and application_name in ('front-desk jobs', 'front-desk events')`);
  if (rowCount) throw refuse(clusterWords.isRunning);
}

async function countRows(client: pg.ClientBase, table: string): Promise<number> {
  const { rows } = await client.query(`select count(*)::int as count from ${table}`);
  return rows[0].count;
}

/**
 * Drops all remaining keys, because a table can't be moved while a key connects it with a table
 * that hasn't been moved. The keys are recorded in a table until they are added again, so the next
 * run can continue after an interruption.
 */
async function dropKeys(client: pg.ClientBase, left: Place[]): Promise<void> {
  const tables = left.flatMap(({ on, table }) => (on === "practice" ? [table] : []));
  await client.query(`create table if not exists ${droppedTable} (statement text primary key)`);
  const { rows } = await client.query<{ table: string; name: string; to: string }>(
    `select conrelid::regclass::text as table, confrelid::regclass::text as to,
       quote_ident(conname) as name
     from pg_constraint
     where contype = 'f' and connamespace = 'public'::regnamespace
       and (conrelid::regclass::text = any($1) or confrelid::regclass::text = any($1))`,
    [tables],
  );
  for (const { table, name, to } of rows) {
    const isForGood = droppedKeys.some((key) => key.table === table && key.to === to);
    await client.query("begin");
    if (!isForGood) {
      await client.query(
        `insert into ${droppedTable}
         select format('alter table %s add constraint %I ', conrelid::regclass, conname)
           || pg_get_constraintdef(oid)
         from pg_constraint where conrelid = $1::regclass and quote_ident(conname) = $2`,
        [table, name],
      );
    }
    await client.query(`alter table ${table} drop constraint ${name}`);
    await client.query("commit");
  }
}

async function addKeys(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(`select * from ${droppedTable}`);
  for (const { statement } of rows) {
    await client.query("begin");
    await client.query(statement);
    await client.query(`delete from ${droppedTable} where statement = $1`, [statement]);
    await client.query("commit");
  }
  await client.query(`drop table ${droppedTable}`);
}

/**
 * Deletes the coordinator's hidden copy of the rows, which only takes up space now that the rows
 * are on the workers.
 */
async function forgetLocalRows(client: pg.ClientBase): Promise<void> {
  const on = await findPlaces(client);
  for (const { table } of places) {
    if (on.get(table) !== "practice") continue;
    await client.query("select truncate_local_data_after_distributing_table($1)", [table]);
  }
}

/**
 * Applies the settings to all nodes, because a connection's settings don't reach the workers, which
 * run most of its statements.
 */
async function setOnAllNodes(client: pg.ClientBase): Promise<void> {
  for (const [name, value] of Object.entries(shortQuerySettings)) {
    await client.query(
      "select run_command_on_all_nodes(format('alter database %I set %I = %L', current_database(), $1::text, $2::text))",
      [name, value],
    );
  }
}
