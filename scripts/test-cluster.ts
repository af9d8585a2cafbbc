// npm run test:cluster -- --url postgres://…/one_test [--url …]: runs the server's tests, and then
// whole processes, on an existing Citus cluster. It empties the given databases; a new one is first
// upgraded from an earlier version's tables. A third part needs the commands --stop-worker and
// --start-worker. File names limit the run to those files.
import { spawnSync } from "node:child_process";
import path from "node:path";
import { parseArgs } from "node:util";
import { projectRoot } from "#server/root.ts";

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    url: { type: "string", multiple: true, default: [] },
    "stop-worker": { type: "string" },
    "start-worker": { type: "string" },
  },
});
if (values.url.length === 0) {
  console.error("Which cluster? npm run test:cluster -- --url postgres://…/one_test");
  process.exit(1);
}
const vitest = path.join(projectRoot, "node_modules/vitest/vitest.mjs");
const { status } = spawnSync(
  process.execPath,
  [vitest, "run", "--project", "cluster", "--project", "cluster-processes", ...positionals],
  {
    stdio: "inherit",
    cwd: projectRoot,
    env: {
      ...process.env,
      TEST_CLUSTER: JSON.stringify({
        urls: values.url,
        stopWorker: values["stop-worker"] ?? null,
        startWorker: values["start-worker"] ?? null,
      }),
    },
  },
);
process.exit(status ?? 1);
