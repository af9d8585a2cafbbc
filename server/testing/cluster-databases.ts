// The databases that were passed to `npm run test:cluster`. They are migrated and distributed over
// the workers of a Citus cluster. Tests empty them, so a database is accepted only if its name
// allows it.
import pg from "pg";
import { PgBoss } from "pg-boss";
import type { TestProject } from "vitest/node";
import { connect } from "#server/db/database.ts";
import { distribute, findTablesLeft } from "#server/db/distribute.ts";
import { migrateUpTo } from "./old-tables.ts";
import { emptyDatabase } from "./test-databases.ts";

/** `stopWorker` and `startWorker` are commands that stop a worker and start it again. */
export type TestCluster = { urls: string[]; stopWorker: string | null; startWorker: string | null };

declare module "vitest" {
  export interface ProvidedContext {
    /** Null when `npm test` runs. */
    cluster: TestCluster | null;
  }
}

export default async function setUp(project: TestProject) {
  const { urls }: TestCluster = JSON.parse(process.env.TEST_CLUSTER ?? '{"urls":[]}');
  for (const url of urls) await prepare(url);
  project.provide("testServer", { host: "", port: 0, user: "", ofCluster: urls });
}

/** A new database is distributed with these tables first, so that the rest is an upgrade. */
const upgradedFrom = "0067_accepted_alerts_and_confirmed_hours";

async function prepare(url: string) {
  if (!new URL(url).pathname.endsWith("_test")) {
    throw new Error(`The tests empty it, so its name has to end with _test: ${url}`);
  }
  const connection = { connectionString: url };
  const tell = (sentence: string) => void process.stdout.write(`${sentence}\n`);
  const isUpgrade = await makeOldTables(connection);
  if (isUpgrade) await distribute(connection, tell);
  const opened = await connect(connection, () => undefined);
  const left = isUpgrade ? await findTablesLeft(opened.pool) : [];
  await opened.close();
  if (left.length > 0) throw new Error(`The upgrade left tables unmoved: ${left.join(", ")}`);
  const boss = new PgBoss({ ...connection, supervise: false, schedule: false });
  await boss.start();
  await boss.stop({ graceful: false });
  await distribute(connection, tell);
  await emptyDatabase(connection);
}

/** Makes an earlier version's tables in a new database. Returns whether it's new. */
async function makeOldTables(connection: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client(connection);
  await client.connect();
  const { rows } = await client.query("select to_regclass('public.leads') is null as is_new");
  const isNew = rows[0]?.is_new === true;
  if (isNew) await migrateUpTo(client, upgradedFrom);
  await client.end();
  return isNew;
}
