// Provides a test's database. It's a copy of the template on this run's own server or, in `npm run
// test:cluster`, one of the cluster's databases, emptied.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { type TestServer, templateName } from "./database-server.ts";

export type TestDatabase = { connection: pg.ClientConfig; forget(): Promise<void> };

export async function takeDatabase(server: TestServer): Promise<TestDatabase> {
  return server.ofCluster ? takeOfCluster(server.ofCluster) : copyTemplate(server);
}

async function copyTemplate(server: TestServer): Promise<TestDatabase> {
  const database = `test_${randomUUID().replaceAll("-", "")}`;
  await administer(server, `create database ${database} template ${templateName}`);
  return { connection: { ...server, database }, forget: () => dropDatabase(server, database) };
}

const taken = new Set<string>();

async function takeOfCluster(urls: string[]): Promise<TestDatabase> {
  const url = urls.find((one) => !taken.has(one));
  if (!url) throw new Error("More databases at once than were given: name another --url");
  taken.add(url);
  const connection = { connectionString: url };
  await emptyDatabase(connection);
  return { connection, forget: async () => void taken.delete(url) };
}

/** Empties the app's tables and the job store, but not the table of migrations. */
export async function emptyDatabase(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  const { rows } = await client.query<{ tables: string }>(`
    select string_agg(oid::regclass::text, ', ') as tables from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r'`);
  await client.query("set citus.multi_shard_modify_mode = 'sequential'");
  await client.query(`truncate ${rows[0]?.tables}`);
  const { rowCount } = await client.query("select where to_regclass('pgboss.job') is not null");
  if (rowCount) await client.query("delete from pgboss.job");
  await client.end();
}

/**
 * Drops a database after its connections have closed, because dropping would terminate them and
 * cause errors in the code that uses them.
 */
export async function dropDatabase(server: TestServer, database: string) {
  const client = new pg.Client({ ...server, database: "postgres" });
  await client.connect();
  for (let looked = 0; looked < 40; looked += 1) {
    const using = "select 1 from pg_stat_activity where datname = $1";
    const { rowCount } = await client.query(using, [database]);
    if (rowCount === 0) break;
    await sleep(50);
  }
  await client.query(`drop database ${database} with (force)`);
  await client.end();
}

async function administer(server: TestServer, statement: string) {
  const client = new pg.Client({ ...server, database: "postgres" });
  await client.connect();
  await client.query(statement);
  await client.end();
}
