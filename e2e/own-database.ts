// A PostgreSQL server that no process of the product owns, and its DATABASE_URL.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import { inject } from "vitest";
import { openTools } from "#server/db/make.ts";
import { skipFlushing } from "./product.ts";

export type OwnDatabase = Awaited<ReturnType<typeof openOwnDatabase>>;

/**
 * Starts a server that runs until `close`; no process of the product can stop it. `npm run
 * test:cluster` uses the cluster's server.
 */
export async function openOwnDatabase() {
  const url = inject("cluster")?.urls[0];
  return url ? joinDatabase(url) : startDatabase();
}

async function joinDatabase(url: string) {
  const tools = await openTools({ dataDir: "", databaseUrl: url });
  return { url, ...usable(tools), close: () => tools.close() };
}

async function startDatabase() {
  const dataDir = mkdtempSync(path.join(inject("runFolder"), "database-"));
  execFileSync("cp", ["-Rp", `${inject("firstFolder")}/.`, dataDir]);
  skipFlushing(dataDir);
  const tools = await openTools({ dataDir });
  const { host = "", port, user, database } = tools.pool.options;
  const query = new URLSearchParams({ host, port: String(port) });
  return {
    url: `postgres://${user}@localhost/${database}?${query}`,
    ...usable(tools),
    async close() {
      await tools.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

type Tools = Awaited<ReturnType<typeof openTools>>;

function usable(tools: Tools) {
  return {
    pool: tools.pool,
    withTools: <Made>(make: (of: Tools) => Promise<Made>): Promise<Made> => make(tools),
  };
}
