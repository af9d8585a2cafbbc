// A data folder as the first start leaves it. It is created once per run, and each test's product
// starts with a copy. Also creates the folder where the run's products live.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { end, freePort, launch, until } from "./process.ts";

declare module "vitest" {
  export interface ProvidedContext {
    runFolder: string;
    firstFolder: string;
  }
}

export default async function setUp(project: TestProject) {
  const runFolder = mkdtempSync(path.join(tmpdir(), "front-desk-journeys-"));
  const dataDir = path.join(runFolder, "first");
  mkdirSync(dataDir);
  const settings = { PORT: String(await freePort()), DATA_DIR: dataDir };
  const environment = { ...process.env, ...settings };
  const { child } = await launch(environment, "build/server/start.js", `${dataDir}.log`);
  await end(child, "SIGTERM");
  project.provide("runFolder", runFolder);
  project.provide("firstFolder", dataDir);
  return async () => {
    await stopSharedProducts(runFolder);
    rmSync(runFolder, { recursive: true, force: true });
  };
}

/**
 * Stops the shared products. The workers that started them have exited, and left the process ids in
 * files.
 */
async function stopSharedProducts(runFolder: string) {
  const files = readdirSync(runFolder).filter((name) => name.endsWith(".pid"));
  const pids = files.map((name) => Number(readFileSync(path.join(runFolder, name), "utf8")));
  for (const pid of pids.filter(isAlive)) process.kill(pid, "SIGTERM");
  await until(() => !pids.some(isAlive), 30_000);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
