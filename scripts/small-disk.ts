// Runs tests on their own small file system, so that filling the disk doesn't affect anything else.
// This requires Linux and root, because it mounts a file system that no other process sees.
// cspell:ignore tmpfs
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmdirSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { projectRoot } from "#server/root.ts";

/** Exits with the tests' exit code. `size` is in the format of `mount`. */
export function testOnSmallDisk(
  project: string,
  size: string,
  environment: Record<string, string> = {},
): never {
  const folder = mkdtempSync(path.join(tmpdir(), "front-desk-full-"));
  const inside = ["-m", "sh", "-c", `mount -t tmpfs -o size=${size} tmpfs "$0" && exec "$@"`];
  const canMount = spawnSync("unshare", [...inside, folder, "true"]).status === 0;
  if (!canMount) {
    console.error("This drill mounts a file system of its own: run it as root, on Linux.");
    rmdirSync(folder);
    process.exit(1);
  }
  const vitest = path.join(projectRoot, "node_modules/vitest/vitest.mjs");
  const { status } = spawnSync(
    "unshare",
    [...inside, folder, process.execPath, vitest, "run", "--project", project],
    {
      stdio: "inherit",
      cwd: projectRoot,
      env: { ...process.env, ...environment, TMPDIR: folder },
    },
  );
  rmdirSync(folder);
  process.exit(status ?? 1);
}
