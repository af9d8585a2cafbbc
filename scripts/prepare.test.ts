// Tests what a command does before it runs, in a clone where npm and the build are stubs that
// record their calls.
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, expect, test } from "vitest";
import { projectRoot } from "#server/root.ts";

const clones: string[] = [];
afterEach(() => {
  for (const clone of clones.splice(0)) rmSync(clone, { recursive: true, force: true });
});

test("a first start prints one line per step and hides the output of its tools", async () => {
  const { status, told, printed } = await run(makeClone(), "start");
  expect(status).toBe(0);
  expect(told).toMatch(/^Installing packages \(about \d+ MB\)… \d+ s\nBuilding… \d+ s\n$/);
  expect(printed).toBe("Ready\n");
});

test("a start installs only what the product needs and doesn't run install scripts", async () => {
  const clone = makeClone();
  await run(clone, "start");
  const [npm = "", ...others] = callsOf(clone);
  expect(npm).toMatch(/^npm ci .*--omit=dev/);
  expect(npm).toContain("--ignore-scripts");
  expect(others).toEqual(["build"]);
  expect(existsSync(path.join(clone, nodePackage, "include"))).toBe(false);
});

test("a start on a warm install doesn't install, build or print anything", async () => {
  const clone = makeClone();
  await run(clone, "start");
  const calls = callsOf(clone);
  expect(await run(clone, "start")).toEqual({ status: 0, told: "", printed: "Ready\n" });
  expect(callsOf(clone)).toEqual(calls);
});

test("a check also installs its tools, and a later start doesn't remove them", async () => {
  const clone = makeClone();
  await run(clone, "start");
  await run(clone, "check");
  await run(clone, "start");
  const [first, , second, ...others] = callsOf(clone);
  expect(first).toMatch(/^npm ci /);
  expect(second).toMatch(/^npm install --no-save --include=dev .*--ignore-scripts/);
  expect(others).toEqual([]);
});

test("the packaged Node.js is linked into .bin even if npm didn't create the link", async () => {
  const clone = makeClone();
  await run(clone, "start");
  const inode = (file: string) => statSync(path.join(clone, file)).ino;
  expect(inode("node_modules/.bin/node")).toBe(inode(`${nodePackage}/bin/node`));
});

test("a start after a change of the lockfile installs the same set of packages again", async () => {
  const clone = makeClone();
  await run(clone, "check");
  writeFileSync(path.join(clone, "package-lock.json"), "another");
  await run(clone, "start");
  const npm = callsOf(clone).filter((call) => call.startsWith("npm"));
  expect(npm).toHaveLength(2);
  for (const call of npm) expect(call).toMatch(/^npm ci --include=dev/);
});

test("the output of a failing tool is printed in full, and the next start retries the step", async () => {
  const clone = makeClone();
  writeFileSync(path.join(clone, "fail"), "");
  const { status, told } = await run(clone, "start");
  expect(status).toBe(1);
  expect(told).toContain("failed after");
  expect(told).toContain("npm warn about many things");
  expect(told).toContain("npm error no network");
  rmSync(path.join(clone, "fail"));
  expect((await run(clone, "start")).status).toBe(0);
});

test("the first of two concurrent commands installs and builds while the other waits", async () => {
  const clone = makeClone();
  const both = await Promise.all([run(clone, "start"), run(clone, "start")]);
  expect(both.map(({ printed }) => printed)).toEqual(["Ready\n", "Ready\n"]);
  expect(callsOf(clone)).toHaveLength(2);
  expect(existsSync(path.join(clone, ".preparing"))).toBe(false);
});

test("a command doesn't wait for another command that was killed during its install", async () => {
  const clone = makeClone();
  const killed = spawn(process.execPath, ["--version"], { stdio: "ignore" });
  await once(killed, "exit");
  writeFileSync(path.join(clone, ".preparing"), String(killed.pid));
  expect((await run(clone, "start")).status).toBe(0);
});

const nodePackage = `node_modules/node-${process.platform}-${process.arch}`;

/**
 * A stub of npm that records its arguments, creates a few packages, and prints as much as the real
 * npm.
 */
const npm = `#!/usr/bin/env node
import { appendFileSync, existsSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
const folder = "${nodePackage}";
const args = process.argv.slice(2);
appendFileSync("calls", "npm " + args.join(" ") + "\\n");
console.error("npm warn about many things");
if (existsSync("fail")) {
  console.error("npm error no network");
  process.exit(1);
}
if (args[0] === "ci") rmSync("node_modules", { recursive: true, force: true });
mkdirSync(folder + "/include", { recursive: true });
mkdirSync(folder + "/bin", { recursive: true });
if (!existsSync(folder + "/bin/node")) symlinkSync(process.execPath, folder + "/bin/node");
`;

const build = `import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
appendFileSync("calls", "build\\n");
console.log("PLUGIN_TIMINGS");
mkdirSync("build/server", { recursive: true });
writeFileSync("build/server/start.js", "console.log('Ready')");
`;

function makeClone(): string {
  const clone = mkdtempSync(path.join(tmpdir(), "front-desk-clone-"));
  clones.push(clone);
  mkdirSync(path.join(clone, "scripts"));
  mkdirSync(path.join(clone, "tools"));
  copyFileSync(
    path.join(projectRoot, "scripts/prepare.mjs"),
    path.join(clone, "scripts/prepare.mjs"),
  );
  writeFileSync(path.join(clone, "tools/npm"), npm);
  chmodSync(path.join(clone, "tools/npm"), 0o755);
  writeFileSync(path.join(clone, "scripts/build.ts"), build);
  writeFileSync(path.join(clone, "scripts/test.ts"), "");
  writeFileSync(path.join(clone, "package.json"), '{ "type": "module" }');
  for (const file of [
    "package-lock.json",
    "vite.config.ts",
    "react-router.config.ts",
    "tsconfig.json",
  ]) {
    writeFileSync(path.join(clone, file), "");
  }
  return clone;
}

async function run(clone: string, command: string) {
  const folders = [path.join(clone, "tools"), path.dirname(process.execPath), process.env.PATH];
  const child = spawn(process.execPath, ["scripts/prepare.mjs", command], {
    cwd: clone,
    env: { ...process.env, PATH: folders.join(path.delimiter) },
  });
  const [told, printed, [status]] = await Promise.all([
    text(child.stderr),
    text(child.stdout),
    once(child, "exit"),
  ]);
  return { status, told, printed };
}

function callsOf(clone: string): string[] {
  return readFileSync(path.join(clone, "calls"), "utf8").trim().split("\n");
}
