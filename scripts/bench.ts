// `npm run bench`: runs the benches, with a browser for those that need one.
import { spawnSync } from "node:child_process";
import path from "node:path";
import { projectRoot } from "#server/root.ts";
import { findBrowser } from "./browser.ts";

const wanted = process.argv.slice(2);
const names = wanted.filter((name) => !name.startsWith("--"));
const inBrowser = ["webhook-to-screen", "lighthouse", "dashboard", "live-demo"];
const isInBrowser = names.length === 0 || inBrowser.some((name) => names.includes(name));
const { status } = spawnSync(
  process.execPath,
  [path.join(projectRoot, "bench/run.ts"), ...wanted],
  {
    stdio: "inherit",
    env: { ...process.env, ...(isInBrowser && { BROWSER_PATH: findBrowser() }) },
  },
);
process.exit(status ?? 1);
