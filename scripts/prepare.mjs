// The first step of every command. Installs and builds what the command needs, and then runs the
// command. It's plain JavaScript with Node's own modules, because nothing is installed yet, and
// Node may be older than the version that the product uses.
//
//   node scripts/prepare.mjs <command> [arguments …]
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const minNode = [20, 19];
const productNode = 24;

// Most objects here are short-lived. With V8's larger default nursery, the process became twice as
// large.
const product = ["--max-semi-space-size=2", "build/server/start.js"];

/** For each command, the program to run, and whether it needs the built product. */
const commands = {
  start: { run: product, needsBuild: true },
  dev: { run: ["scripts/dev.ts"], needsBuild: false },
  demo: { run: ["scripts/demo.ts"], needsBuild: true },
  test: { run: ["scripts/test.ts"], needsBuild: true },
  "test:deploy": { run: ["scripts/test-deploy.ts"], needsBuild: true },
  "test:cluster": { run: ["scripts/test-cluster.ts"], needsBuild: true },
  "test:full-disk": { run: ["scripts/test-full-disk.ts"], needsBuild: true },
  soak: { run: ["scripts/soak.ts"], needsBuild: true },
  check: { run: ["scripts/test.ts", "--fast"], needsBuild: false },
  setup: { run: ["scripts/setup.ts"], needsBuild: false },
  shots: { run: ["scripts/shots.ts"], needsBuild: true },
  bench: { run: ["scripts/bench.ts"], needsBuild: true },
  admin: { run: ["scripts/admin.ts"], needsBuild: false },
  audit: { run: ["scripts/audit.ts"], needsBuild: false },
  backup: { run: ["scripts/backup.ts"], needsBuild: false },
  restore: { run: ["scripts/restore.ts"], needsBuild: false },
  build: { run: null, needsBuild: true },
};

/**
 * Commands that need only the packages for running and building. Other commands also need the
 * development tools.
 */
const productCommands = ["start", "setup", "demo", "admin", "audit", "backup", "restore", "build"];

const ownNode = path.join(
  root,
  "node_modules/.bin",
  process.platform === "win32" ? "node.exe" : "node",
);
const installedStamp = path.join(root, "node_modules/.installed");

const [name = "", ...rest] = process.argv.slice(2);
const command = commands[name];
if (!command) stop(`Unknown command. One of: ${Object.keys(commands).join(", ")}.`);

const wantedSet = productCommands.includes(name) ? "product" : "all";

refuseOldNode();
installIfMissing();
const node = findNode();
if (command.needsBuild) buildIfStale();
if (command.run) run(command.run);

function refuseOldNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  const isOld = major < minNode[0] || (major === minNode[0] && minor < minNode[1]);
  if (isOld) stop(`This needs Node.js ${minNode.join(".")} or newer; you have ${process.version}.`);
}

/** Installs from the lockfile, unless this command's packages are already installed from it. */
function installIfMissing() {
  const lockfile = hashOf([path.join(root, "package-lock.json"), path.join(root, "package.json")]);
  const isThere = () => {
    const [from, set] = installed();
    return from === lockfile && (set === "all" || set === wantedSet);
  };
  if (isThere()) return;
  withLock(() => {
    if (isThere()) return;
    const [from, set] = installed();
    // This never removes packages, because the next `npm test` would install them again.
    const isAll = wantedSet === "all" || set === "all";
    const isAddition = from === lockfile;
    const title = isAddition
      ? "Installing the tools for this command (about 370 MB)"
      : `Installing packages (about ${isAll ? 840 : 470} MB)`;
    step(title, "npm", [
      // Adding packages doesn't change the files that a running product uses.
      ...(isAddition ? ["install", "--no-save"] : ["ci"]),
      ...(isAll ? ["--include=dev"] : ["--omit=dev", "--legacy-peer-deps"]),
      // No package needs its install script, and npm 10 ignores package.json's `allowScripts`.
      ...["--include=optional", "--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund"],
    ]);
    suitableNode();
    writeFileSync(installedStamp, `${lockfile} ${isAll ? "all" : "product"}`);
  });
}

/**
 * Returns which lockfile the installed packages are from, and whether the set is `product` or
 * `all`.
 */
function installed() {
  return (readIfExists(installedStamp) ?? "").split(" ");
}

/**
 * Deletes the C headers of the packaged Node.js, which are a third of its size, because nothing
 * here compiles C.
 */
function suitableNode() {
  const system = process.platform === "win32" ? "win" : process.platform;
  const folder = path.join(root, `node_modules/node-${system}-${process.arch}`);
  rmSync(path.join(folder, "include"), { recursive: true, force: true });
  const program = path.join(folder, "bin", path.basename(ownNode));
  // npm 10 doesn't link a program if packages for other platforms contain it too.
  if (existsSync(ownNode) || !existsSync(program)) return;
  mkdirSync(path.dirname(ownNode), { recursive: true });
  linkSync(program, ownNode);
}

/**
 * Returns the Node.js that is installed as a package. The product always runs on it, not on the
 * machine's own.
 */
function findNode() {
  const isOwnThere = existsSync(ownNode) && spawnSync(ownNode, ["--version"]).status === 0;
  if (isOwnThere) return ownNode;
  if (Number(process.versions.node.split(".")[0]) >= productNode) return process.execPath;
  stop(
    `There's no packaged Node.js ${productNode} for ${process.platform} ${process.arch}. Install Node.js ${productNode} from nodejs.org and try again.`,
  );
}

/** Builds if a source file, a build setting or a package changed since the last build. */
function buildIfStale() {
  const stamp = path.join(root, "build/.built");
  const isBuilt = () => readIfExists(stamp) === hashOfSources();
  if (isBuilt()) return;
  withLock(() => {
    if (isBuilt()) return;
    const wanted = hashOfSources();
    rmSync(path.join(root, "build"), { recursive: true, force: true });
    step("Building", node, ["scripts/build.ts"]);
    mkdirSync(path.dirname(stamp), { recursive: true });
    writeFileSync(stamp, wanted);
  });
}

function hashOfSources() {
  const sources = ["app", "content", "contract", "server", "public", "scripts"].flatMap((folder) =>
    filesBelow(path.join(root, folder)),
  );
  const settings = [
    "package-lock.json",
    "vite.config.ts",
    "react-router.config.ts",
    "tsconfig.json",
  ];
  return hashOf([...sources, ...settings.map((file) => path.join(root, file))]);
}

/**
 * Runs the work while holding a lock. If several commands run in one clone, one of them installs or
 * builds while the others wait.
 */
function withLock(work) {
  const lock = path.join(root, ".preparing");
  let isTold = false;
  while (!takeLock(lock)) {
    const holder = Number(readIfExists(lock));
    if ((holder && !isAlive(holder)) || isOld(lock)) {
      rmSync(lock, { force: true });
      continue;
    }
    if (!isTold) tell(`Another command (process ${holder}) is installing or building; waiting…`);
    isTold = true;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
  }
  const release = () => rmSync(lock, { force: true });
  process.on("exit", release);
  work();
  release();
  process.off("exit", release);
}

function takeLock(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw error;
  }
}

/**
 * Returns whether a lock is stale. Its process id may belong to another process by now, for example
 * after a power failure.
 */
function isOld(lock) {
  const hourMs = 3_600_000;
  const madeMs = statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
  return Date.now() - madeMs > hourMs;
}

function isAlive(processId) {
  try {
    return process.kill(processId, 0);
  } catch (error) {
    return error.code === "EPERM";
  }
}

/** Runs the command on the product's Node.js, and passes on signals and the exit code. */
function run(args) {
  const child = spawn(node, [...args, ...rest], {
    cwd: root,
    stdio: "inherit",
    env: environment(),
  });
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) {
    // Ctrl-C also reaches the child directly, so this process must not exit before the child does.
    process.on(signal, () => signal !== "SIGINT" && child.kill(signal));
  }
  child.on("exit", (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}

/**
 * Runs a tool and prints one line with the seconds that it took. Prints the tool's whole output
 * only if it fails.
 */
function step(title, program, args) {
  const startedAt = Date.now();
  process.stderr.write(`${title}… `);
  const result = spawnSync(program, args, {
    cwd: root,
    encoding: "utf8",
    maxBuffer: Number.POSITIVE_INFINITY,
    stdio: ["ignore", "pipe", "pipe"],
    env: environment(),
    shell: process.platform === "win32" && program === "npm",
  });
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  if (result.status === 0) return tell(`${seconds} s`);
  tell(`failed after ${seconds} s`);
  const told = [result.stdout, result.stderr, result.error?.message].filter(Boolean).join("\n");
  stop(`${told.trim()}\n\n\`${path.basename(program)} ${args.join(" ")}\` failed.`);
}

/**
 * Returns an environment in which the product's Node.js comes first for everything that a command
 * starts.
 */
function environment() {
  const bin = path.join(root, "node_modules/.bin");
  return { ...process.env, PATH: `${bin}${path.delimiter}${process.env.PATH ?? ""}` };
}

function filesBelow(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(test|spec)\.tsx?$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}

function hashOf(files) {
  const hash = createHash("sha256");
  for (const file of files) hash.update(path.relative(root, file)).update(readFileSync(file));
  return hash.digest("hex");
}

function readIfExists(file) {
  return existsSync(file) ? readFileSync(file, "utf8") : null;
}

function tell(sentence) {
  process.stderr.write(`${sentence}\n`);
}

function stop(sentence) {
  tell(sentence);
  process.exit(1);
}
