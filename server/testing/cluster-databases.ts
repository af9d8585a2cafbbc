// The databases that were passed to `npm run test:cluster`. They are migrated and distributed over
// the workers of a Citus cluster. Tests empty them, so a database is accepted only if its name
// allows it.
import { PgBoss } from "pg-boss";
import type { TestProject } from "vitest/node";
import { connect } from "#server/db/database.ts";
import { distribute } from "#server/db/distribute.ts";
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

async function prepare(url: string) {
  if (!new URL(url).pathname.endsWith("_test")) {
    throw new Error(`The tests empty it, so its name has to end with _test: ${url}`);
  }
  const connection = { connectionString: url };
  const opened = await connect(connection, () => undefined);
  await opened.close();
  const boss = new PgBoss({ ...connection, supervise: false, schedule: false });
  await boss.start();
  await boss.stop({ graceful: false });
  await distribute(connection, (sentence) => process.stdout.write(`${sentence}\n`));
  await emptyDatabase(connection);
}
