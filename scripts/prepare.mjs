// The first step of every command: brings a bare clone to where the command can run, and runs it.
// Plain JavaScript on Node's own modules, because nothing is installed yet and Node may be older
// than what the product runs under.
//
//   node scripts/prepare.mjs <command> [arguments …]
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const leastNode = [20, 19];
const productNode = 24;

// Many small objects live briefly here: with V8's own larger nursery the process grew to twice the size.
const product = ["--max-semi-space-size=2", "build/server/start.js"];

/** What each command runs, and whether it needs the built product. */
const commands = {
  start: { run: product, needsBuild: true },
  dev: { run: ["scripts/dev.ts"], needsBuild: false },
  demo: { run: ["scripts/demo.ts"], needsBuild: true },
  test: { run: ["scripts/test.ts"], needsBuild: true },
  check: { run: ["scripts/test.ts", "--fast"], needsBuild: false },
  shots: { run: ["scripts/shots.ts"], needsBuild: true },
  bench: { run: ["scripts/bench.ts"], needsBuild: true },
  admin: { run: ["scripts/admin.ts"], needsBuild: false },
  backup: { run: ["scripts/backup.ts"], needsBuild: false },
  restore: { run: ["scripts/restore.ts"], needsBuild: false },
  build: { run: null, needsBuild: true },
};

const [name = "", ...rest] = process.argv.slice(2);
const command = commands[name];
if (!command) stop(`Unknown command. One of: ${Object.keys(commands).join(", ")}.`);

refuseOldNode();
installWhatIsMissing();
const node = findNode();
if (command.needsBuild) buildWhatIsStale();
if (command.run) run(command.run);

function refuseOldNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  const isOld = major < leastNode[0] || (major === leastNode[0] && minor < leastNode[1]);
  if (isOld) stop(`Node.js ${leastNode.join(".")} or newer is needed; this is ${process.version}.`);
}

/** Installs from the lockfile, unless what is installed came from this very lockfile. */
function installWhatIsMissing() {
  const stamp = path.join(root, "node_modules/.installed");
  const wanted = hashOf([path.join(root, "package-lock.json"), path.join(root, "package.json")]);
  if (readIfThere(stamp) === wanted) return;
  tell("Installing the packages …");
  // Dev packages too: the build needs them, whatever NODE_ENV says.
  runNow("npm", ["ci", "--include=dev", "--include=optional", "--no-audit", "--no-fund"], {
    shell: process.platform === "win32",
  });
  writeFileSync(stamp, wanted);
}

/** The product runs under its own Node.js, installed as a package, whatever the machine has. */
function findNode() {
  const own = path.join(
    root,
    "node_modules/.bin",
    process.platform === "win32" ? "node.exe" : "node",
  );
  const isOwnThere = existsSync(own) && spawnSync(own, ["--version"]).status === 0;
  if (isOwnThere) return own;
  if (Number(process.versions.node.split(".")[0]) >= productNode) return process.execPath;
  stop(
    `There is no packaged Node.js ${productNode} for ${process.platform} ${process.arch}: please install Node.js ${productNode} yourself (nodejs.org) and try again.`,
  );
}

/** Builds when a source, a setting of the build or a package changed since the last build. */
function buildWhatIsStale() {
  const stamp = path.join(root, "build/.built");
  const sources = ["app", "content", "contract", "server", "public", "scripts"].flatMap((folder) =>
    filesBelow(path.join(root, folder)),
  );
  const settings = [
    "package-lock.json",
    "vite.config.ts",
    "react-router.config.ts",
    "tsconfig.json",
  ];
  const wanted = hashOf([...sources, ...settings.map((file) => path.join(root, file))]);
  if (readIfThere(stamp) === wanted) return;
  tell("Building …");
  rmSync(path.join(root, "build"), { recursive: true, force: true });
  runNow(node, ["scripts/build.ts"]);
  mkdirSync(path.dirname(stamp), { recursive: true });
  writeFileSync(stamp, wanted);
}

/** Hands over to the command under the product's Node.js, passing signals and the exit code on. */
function run(args) {
  const child = spawn(node, [...args, ...rest], {
    cwd: root,
    stdio: "inherit",
    env: environment(),
  });
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) {
    // Ctrl-C reaches the child by itself; here it only must not end us first.
    process.on(signal, () => signal !== "SIGINT" && child.kill(signal));
  }
  child.on("exit", (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}

function runNow(program, args, options = {}) {
  const result = spawnSync(program, args, {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
    env: environment(),
    ...options,
  });
  if (result.status !== 0) stop(`\`${path.basename(program)} ${args.join(" ")}\` failed.`);
}

/** Whatever a command starts in turn finds the product's Node.js first. */
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

function readIfThere(file) {
  return existsSync(file) ? readFileSync(file, "utf8") : null;
}

function tell(sentence) {
  process.stderr.write(`${sentence}\n`);
}

function stop(sentence) {
  tell(sentence);
  process.exit(1);
}
