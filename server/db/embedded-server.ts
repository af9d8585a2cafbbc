// Connects to, launches and stops the process of a PostgreSQL server.
import { type ChildProcess, spawn } from "node:child_process";
import {
  closeSync,
  fstatSync,
  openSync,
  readFileSync,
  renameSync,
  rmdirSync,
  statSync,
} from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import {
  databaseName,
  errorCode,
  findPostgresProcess,
  findSocketProcess,
  type Place,
  secureSocketFolder,
} from "./embedded-cluster.ts";
import { commandLineOf, nameSession, type Purpose } from "./embedded-process.ts";

export type Log = (message: string) => void;

/** The port is only a part of the socket's name. Nothing listens on the network. */
export const port = 5432;

const pollMs = 20;
/** How long to keep launching servers that exit right away. */
const startTimeoutMs = 5_000;
/**
 * How long to keep launching servers that exit because processes of a killed server are still
 * alive. Those may take long to exit on a busy machine.
 */
const leftoversTimeoutMs = 60_000;
/**
 * How long to wait for a server that is alive but doesn't respond. A slow disk may need this long.
 */
const silenceTimeoutMs = 30_000;
const relaunchAfterMs = 300;
const logRecoveryAfterMs = 3_000;
const shutdownTimeoutMs = 30_000;
const maxLogBytes = 10 * 1024 * 1024;

/**
 * Opens a session on the folder's server, and launches the server if none is running. Only a
 * connection attempt can tell whether one is running. The session is for locks, so it's in the
 * database "postgres" and has no timeouts.
 */
export async function connectOrStart(
  place: Place,
  purpose: Purpose,
  log: Log,
  signal?: AbortSignal,
): Promise<{ session: pg.Client; isOurStart: boolean }> {
  const since = Date.now();
  let answeredAt = since;
  let launched: Launched | undefined;
  let isRecoveryLogged = false;
  let areLeftoversLogged = false;
  secureSocketFolder(place);
  await endAbandonedServer(place, log);
  for (;;) {
    secureSocketFolder(place); // repeated each time, because a stopping server removes it
    const answer = await connect(place, purpose);
    if (answer instanceof pg.Client) {
      const isOurStart = launched?.process.pid === findPostgresProcess(place.dataDir);
      return { session: answer, isOurStart };
    }
    if (signal?.aborted && !isStartingOrStopping(answer)) {
      await endLaunched(launched, place, "SIGINT");
      throw signal.reason;
    }
    if (isNotListening(answer) && !isUnderway(launched)) launched = launch(place);
    if (isStartingOrStopping(answer)) {
      answeredAt = Date.now(); // crash recovery takes time
      if (!isRecoveryLogged && Date.now() - since > logRecoveryAfterMs) {
        log("The database is still starting or stopping; waiting for it…");
        isRecoveryLogged = true;
      }
    }
    const waitedMs = Date.now() - answeredAt;
    let patienceMs = launched && isRunning(launched) ? silenceTimeoutMs : startTimeoutMs;
    if (launched && waitedMs > logRecoveryAfterMs && hasLeftovers(logOf(launched, place))) {
      patienceMs = leftoversTimeoutMs;
      if (!areLeftoversLogged)
        log("Waiting for the remaining processes of a killed database to exit…");
      areLeftoversLogged = true;
    }
    if (waitedMs > patienceMs) {
      await endLaunched(launched, place, "SIGQUIT");
      throw new Error(notStarted(place, launched, answer), { cause: answer });
    }
    await sleep(pollMs);
  }
}

/** Shuts down the folder's server and returns when its last process is gone. */
export async function stopServer(place: Place, log: Log) {
  const server = findPostgresProcess(place.dataDir);
  if (server !== null && isServing(server, place)) {
    send(server, "SIGINT"); // fast shutdown: ends sessions and writes everything
    if (!(await hasEnded(server, place))) {
      log(
        "The database isn't shutting down cleanly, so it's being stopped now. It will recover at the next start.",
      );
      send(server, "SIGQUIT");
      await hasEnded(server, place);
    }
  }
  removeSocketFolder(place);
}

function removeSocketFolder(place: Place) {
  try {
    rmdirSync(place.socketFolder);
  } catch {
    // The folder isn't empty, because another process has already started the next server.
  }
}

function send(server: number, signal: NodeJS.Signals) {
  try {
    process.kill(server, signal);
  } catch (error) {
    if (errorCode(error) !== "ESRCH") throw error; // it has just exited
  }
}

/**
 * Ends a server whose data folder was removed or moved. Such a server keeps running and still holds
 * the socket of the folder that is now in that place. `postmaster.pid` is written first, so it's
 * read last.
 */
async function endAbandonedServer(place: Place, log: Log) {
  const listening = findSocketProcess(place);
  const expected = findPostgresProcess(place.dataDir);
  if (listening === null || listening === expected || !isServing(listening, place)) return;
  log("Ending a database that still runs on a data folder that no longer exists.");
  send(listening, "SIGQUIT");
  await hasEnded(listening, place);
}

async function connect(place: Place, purpose: Purpose): Promise<pg.Client | Error> {
  const session = new pg.Client({
    host: place.socketFolder,
    port,
    user: databaseName,
    database: "postgres",
    ssl: false,
    application_name: nameSession(purpose),
    connectionTimeoutMillis: 5_000,
    // By default, PostgreSQL notices a lost client only between two queries. A client that was
    // killed while waiting for a lock would then keep its own locks until it got that lock.
    options: "-c client_connection_check_interval=1000",
  });
  session.on("error", () => {}); // the session's "end" event follows and is handled
  try {
    await session.connect();
    return session;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

const isNotListening = (refusal: Error) =>
  ["ENOENT", "ECONNREFUSED"].includes(errorCode(refusal) ?? "");

/**
 * Returns whether the server is starting, recovering or shutting down (SQLSTATE
 * cannot_connect_now).
 */
const isStartingOrStopping = (refusal: Error) => errorCode(refusal) === "57P03";

type Launched = { process: ChildProcess; launchedAt: number; logStart: number };

const isUnderway = (launched: Launched | undefined) =>
  launched !== undefined &&
  (isRunning(launched) || Date.now() - launched.launchedAt < relaunchAfterMs);

const isRunning = ({ process }: Launched) =>
  process.exitCode === null && process.signalCode === null;

async function endLaunched(launched: Launched | undefined, place: Place, signal: NodeJS.Signals) {
  launched?.process.kill(signal);
  while (launched && isRunning(launched)) await sleep(pollMs);
  removeSocketFolder(place);
}

function launch(place: Place): Launched {
  rotateLog(place.logFile);
  const logHandle = openSync(place.logFile, "a", 0o600);
  const { file, args, options } = place.user.command(path.join(place.programs, "postgres"), [
    ...["-D", place.cluster, "-k", place.socketFolder, "-p", String(port)],
    ...setting("listen_addresses", ""),
    ...setting("shared_buffers", "128MB"),
    ...setting("max_connections", "100"),
    ...setting("logging_collector", "off"),
    // The details of errors quote whole rows, including people's names and phone numbers.
    ...setting("log_error_verbosity", "terse"),
  ]);
  // The log's size is read before the launch, because a server that fails to start may log before
  // the next line runs.
  const logStart = fstatSync(logHandle).size;
  const launched = spawn(file, args, {
    ...options,
    env: { ...options.env, ...ignoreStaleProcess(place) },
    // The server has its own process group, because Ctrl-C in the terminal must reach only the app.
    detached: true,
    stdio: ["ignore", logHandle, logHandle],
  });
  launched.on("error", () => {}); // the caller's timeout reports the failure
  launched.unref();
  closeSync(logHandle);
  return { process: launched, launchedAt: Date.now(), logStart };
}

const setting = (name: string, value: string) => ["-c", `${name}=${value}`];

function rotateLog(logFile: string) {
  const size = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;
  if (size > maxLogBytes) renameSync(logFile, `${logFile}.1`);
}

/**
 * Makes PostgreSQL ignore a stale id in `postmaster.pid`. After a crash and a reboot, or any
 * restart of a container, the id may belong to another process, and PostgreSQL wouldn't start. The
 * variable is meant for the shell of pg_ctl.
 */
function ignoreStaleProcess(place: Place) {
  const named = findPostgresProcess(place.dataDir) ?? findSocketProcess(place);
  return named === null || isServing(named, place) ? {} : { PG_GRANDPARENT_PID: String(named) };
}

/**
 * Returns whether a process is the folder's server. Checks the command line, because ids are reused
 * and even a zombie has an id.
 */
function isServing(processId: number, place: Place): boolean {
  return commandLineOf(processId).includes(`-D ${place.cluster} `);
}

async function hasEnded(server: number, place: Place): Promise<boolean> {
  const deadlineOf = Date.now() + shutdownTimeoutMs;
  while (isServing(server, place)) {
    if (Date.now() > deadlineOf) return false;
    await sleep(pollMs);
  }
  return true;
}

const logOf = (launched: Launched, place: Place) =>
  readFileSync(place.logFile).subarray(launched.logStart).toString();

/**
 * Returns whether PostgreSQL's log says that processes of an earlier server still hold its shared
 * memory.
 */
const hasLeftovers = (log: string) => /pre-existing shared memory block/.test(log);

function notStarted(place: Place, launched: Launched | undefined, refusal: Error): string {
  const written = launched ? logOf(launched, place) : "";
  const lastLines = written.trim().split("\n").slice(-5).join("\n");
  return `PostgreSQL did not start on ${place.cluster} (${refusal.message}). ${place.logFile} ends:\n${lastLines}`;
}
