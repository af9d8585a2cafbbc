// Starts one PostgreSQL server for a test run, with a migrated template database that every worker
// clones.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { PgBoss } from "pg-boss";
import type { TestProject } from "vitest/node";
import { allJobs } from "#server/all-jobs.ts";
import { connect } from "#server/db/database.ts";
import { startEmbedded } from "#server/db/embedded.ts";

export type TestServer = {
  host: string;
  port: number;
  user: string;
  /**
   * The databases of a cluster. One test app uses each at a time. If it isn't set, this test run
   * has its own server.
   */
  ofCluster?: string[];
};

declare module "vitest" {
  export interface ProvidedContext {
    testServer: TestServer;
  }
}

export const templateName = "template_of_tests";

export default async function setUp(project: TestProject) {
  const dataDir = mkdtempSync(path.join(tmpdir(), "front-desk-test-"));
  const quiet = () => undefined;
  const server = await startEmbedded({ dataDir, log: quiet, purpose: "app" });
  const { host, port, user } = server.connection;
  await skipFlushing({ host, port, user });
  await makeTemplate({ host, port, user });
  project.provide("testServer", { host, port, user });
  return async () => {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}

/**
 * Turns off fsync, so tests don't wait for the disk. The data is only for this run, so it needn't
 * survive a power failure.
 */
async function skipFlushing(server: TestServer) {
  const admin = new pg.Client({ ...server, database: "postgres" });
  await admin.connect();
  for (const setting of ["fsync", "full_page_writes", "synchronous_commit"]) {
    await admin.query(`alter system set ${setting} = off`);
  }
  await admin.query("select pg_reload_conf()");
  await admin.end();
}

async function makeTemplate(server: TestServer) {
  const admin = new pg.Client({ ...server, database: "postgres" });
  await admin.connect();
  await admin.query(`create database ${templateName}`);
  const connection = { ...server, database: templateName };
  const opened = await connect(connection, () => undefined);
  await opened.close();
  const boss = new PgBoss({ ...connection, supervise: false, schedule: false });
  await boss.start();
  for (const { name } of allJobs) await boss.createQueue(name);
  await boss.stop({ graceful: false });
  await admin.end();
}
