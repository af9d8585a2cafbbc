// The data folder as its first start leaves it: made once for a run, by the product itself, for the
// journeys to begin with a copy each.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { end, freePort, launch } from "./process.ts";

declare module "vitest" {
  export interface ProvidedContext {
    firstFolder: string;
  }
}

export default async function setUp(project: TestProject) {
  const dataDir = mkdtempSync(path.join(tmpdir(), "front-desk-first-"));
  const settings = { PORT: String(await freePort()), DATA_DIR: dataDir };
  const { child } = await launch({ ...process.env, ...settings }, "build/server/start.js");
  await end(child, "SIGTERM");
  project.provide("firstFolder", dataDir);
  return () => rmSync(dataDir, { recursive: true, force: true });
}
