// The tables of a Citus cluster: where each one is, and how one is moved to where distribution.ts
// puts it. `npm run admin -- distribute` moves a database's tables, and a migration its new ones.
import type pg from "pg";
import { droppedKeys, type Place, places } from "./distribution.ts";

type Client = Pick<pg.ClientBase, "query">;

/** Checks whether the database is a Citus cluster. */
export async function isCluster(client: Client): Promise<boolean> {
  const { rowCount } = await client.query("select from pg_extension where extname = 'citus'");
  return rowCount === 1;
}

/** Checks whether the database is a cluster whose practices are already on its workers. */
export async function isDistributed(client: Client): Promise<boolean> {
  if (!(await isCluster(client))) return false;
  return (await findPlaces(client)).get("leads") === "practice";
}

/** Finds the tables of a cluster that aren't yet where `places` puts them. */
export async function findTablesToMove(client: Client): Promise<Place[]> {
  const on = await findPlaces(client);
  return places.filter(({ table, on: wanted }) => on.has(table) && on.get(table) !== wanted);
}

/**
 * Finds where each existing table is. Citus lists its tables in `pg_dist_partition`: `h` is
 * distributed by the hash of a column, and `t` is a reference table.
 */
export async function findPlaces(client: Client): Promise<Map<string, Place["on"]>> {
  const { rows } = await client.query<{ table: string; on: Place["on"] }>(`
    select pg_class.oid::regclass::text as table,
      case when partmethod = 'h' then 'practice' when repmodel = 't' then 'everywhere'
        else 'coordinator' end as on
    from pg_class left join pg_dist_partition on logicalrelid = pg_class.oid
    where relkind = 'r' and relnamespace = 'public'::regnamespace`);
  return new Map(rows.map((row) => [row.table, row.on]));
}

/** Moves a table's rows to the workers. */
export async function moveTable(client: Client, { table, on }: Place): Promise<void> {
  if (on === "everywhere") await client.query("select create_reference_table($1)", [table]);
  if (on === "practice")
    await client.query("select create_distributed_table($1, 'client_id', colocate_with => $2)", [
      table,
      table === "leads" ? "default" : "leads",
    ]);
}

const foreignKey = /^ALTER TABLE "(\w+)" ADD CONSTRAINT .*REFERENCES "public"\."(\w+)"/m;

/**
 * Runs a migration's statement on a distributed cluster. A new table is moved before anything else
 * is done with it, while it's empty and has no foreign keys, and a key that the cluster can't have
 * isn't added.
 */
export async function runOnCluster(client: Client, statement: string): Promise<void> {
  const [, from, to] = foreignKey.exec(statement) ?? [];
  if (droppedKeys.some((key) => key.table === from && key.to === to)) return;
  await client.query(statement);
  const [, created] = /^CREATE TABLE "(\w+)"/m.exec(statement) ?? [];
  const place = places.find(({ table }) => table === created);
  if (place) await moveTable(client, place);
}
