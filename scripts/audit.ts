// npm run audit: lists known vulnerabilities in the packages that the running product uses. If a
// registry fails or doesn't know a famous vulnerability, the audit reports no response instead of
// no vulnerabilities.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { auditWords } from "#content/command-line.ts";
import { projectRoot } from "#server/root.ts";

/**
 * A vulnerability from 2020 that is in every database:
 * https://github.com/advisories/GHSA-vh95-rmgr-6w4m
 */
const vulnerable = { name: "minimist", version: "0.0.8" };

const own = audit(projectRoot);
const probe = auditProbe();
if (own === null || probe === null || probe === 0) {
  console.error(auditWords.noAnswer);
  process.exit(2);
}
if (own > 0) {
  spawnSync("npm", ["audit", "--omit=dev"], { cwd: projectRoot, stdio: "inherit" });
  process.exit(1);
}
console.log(auditWords.none);

/** Returns how many vulnerabilities the registry knows, or null if it didn't respond. */
function audit(cwd: string): number | null {
  const { stdout } = spawnSync("npm", ["audit", "--omit=dev", "--package-lock-only", "--json"], {
    ...{ cwd, encoding: "utf8", maxBuffer: 100_000_000 },
    shell: process.platform === "win32",
  });
  try {
    return Number.isInteger(JSON.parse(stdout).metadata.vulnerabilities.total)
      ? JSON.parse(stdout).metadata.vulnerabilities.total
      : null;
  } catch {
    return null;
  }
}

/** Asks the registry about a package with a well-known vulnerability. */
function auditProbe(): number | null {
  const { name, version } = vulnerable;
  const folder = mkdtempSync(path.join(tmpdir(), "front-desk-audit-"));
  const root = { name: "probe", version: "1.0.0", dependencies: { [name]: version } };
  const packages = { "": root, [`node_modules/${name}`]: { version } };
  const lockfile = { ...root, lockfileVersion: 3, requires: true, packages };
  try {
    writeFileSync(path.join(folder, "package.json"), JSON.stringify(root));
    writeFileSync(path.join(folder, "package-lock.json"), JSON.stringify(lockfile));
    return audit(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
