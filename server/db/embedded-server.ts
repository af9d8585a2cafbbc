// One PostgreSQL server process: connecting to it, launching it, ending it.
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

/** Only a part of the socket's name: nothing listens on the network. */
export const port = 5432;

const pollMs = 20;
/** While servers that we launch keep ending. */
const startTimeoutMs = 5_000;
/** While they end because processes of a killed server still live: on a busy machine they notice late. */
const leftOversTimeoutMs = 60_000;
/** While the one that we launched lives and says nothing: a cold, slow disk may need it. */
const silenceTimeoutMs = 30_000;
const relaunchAfterMs = 300;
const tellRecoveryAfterMs = 3_000;
const shutdownTimeoutMs = 30_000;
const largestLogBytes = 10 * 1024 * 1024;

/**
 * A session on the folder's server, which is launched when none runs. Whether one runs is decided by
 * connecting and by nothing else. Meant for locks: in the database "postgres", without time limits.
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
  let isRecoveryTold = false;
  let areLeftOversTold = false;
  secureSocketFolder(place);
  await endAbandonedServer(place, log);
  for (;;) {
    secureSocketFolder(place); // once more each time: a server that stops takes it away
    const answer = await connect(place, purpose);
    if (answer instanceof pg.Client) {
      const isOurStart = launched?.process.pid === findPostgresProcess(place.dataDir);
      return { session: answer, isOurStart };
    }
    if (signal?.aborted && !isStartingOrStopping(answer)) {
      await endLaunched(launched, place, "SIGINT");
      throw signal.reason;
    }
    if (isNobodyThere(answer) && !isUnderway(launched)) launched = launch(place);
    if (isStartingOrStopping(answer)) {
      answeredAt = Date.now(); // replaying the log of a crash takes its time
      if (!isRecoveryTold && Date.now() - since > tellRecoveryAfterMs) {
        log("The database is still starting or stopping; waiting for it…");
        isRecoveryTold = true;
      }
    }
    const waitedMs = Date.now() - answeredAt;
    let patienceMs = launched && isRunning(launched) ? silenceTimeoutMs : startTimeoutMs;
    if (launched && waitedMs > tellRecoveryAfterMs && areLeftOversIn(logOf(launched, place))) {
      patienceMs = leftOversTimeoutMs;
      if (!areLeftOversTold) log("Waiting for what is left of a killed database to exit…");
      areLeftOversTold = true;
    }
    if (waitedMs > patienceMs) {
      await endLaunched(launched, place, "SIGQUIT");
      throw new Error(notStarted(place, launched, answer), { cause: answer });
    }
    await sleep(pollMs);
  }
}

/** Ends the folder's server in order, and returns when the last of its processes is gone. */
export async function stopServer(place: Place, log: Log) {
  const server = findPostgresProcess(place.dataDir);
  if (server !== null && isServing(server, place)) {
    send(server, "SIGINT"); // fast shutdown: sessions are ended, everything is written
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
    // Not empty: another process has already started the next server.
  }
}

function send(server: number, signal: NodeJS.Signals) {
  try {
    process.kill(server, signal);
  } catch (error) {
    if (errorCode(error) !== "ESRCH") throw error; // it ended by itself meanwhile
  }
}

/**
 * A server lives on when its data folder is removed or moved away, and still has the socket of the
 * folder that is now in its place. Its files are written `postmaster.pid` first, so they are read last.
 */
async function endAbandonedServer(place: Place, log: Log) {
  const listening = findSocketProcess(place);
  const expected = findPostgresProcess(place.dataDir);
  if (listening === null || listening === expected || !isServing(listening, place)) return;
  log("Ending a database that still runs on a data folder which is no longer there.");
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
    // PostgreSQL otherwise notices only between two queries that its client is gone: one that was
    // killed while it waited for a lock kept its own locks until that wait was over.
    options: "-c client_connection_check_interval=1000",
  });
  session.on("error", () => {}); // its "end" follows, and that is what counts
  try {
    await session.connect();
    return session;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

const isNobodyThere = (refusal: Error) =>
  ["ENOENT", "ECONNREFUSED"].includes(errorCode(refusal) ?? "");

/** SQLSTATE cannot_connect_now: starting, recovering or shutting down. */
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
    // The details of an error quote whole rows, and with them people's names and numbers.
    ...setting("log_error_verbosity", "terse"),
  ]);
  // Measured first: a server that cannot start may have said so before this goes on.
  const logStart = fstatSync(logHandle).size;
  const launched = spawn(file, args, {
    ...options,
    env: { ...options.env, ...forgetStaleProcess(place) },
    // A process group of its own: Ctrl-C in the terminal must reach the app alone.
    detached: true,
    stdio: ["ignore", logHandle, logHandle],
  });
  launched.on("error", () => {}); // the caller's time limit tells
  launched.unref();
  closeSync(logHandle);
  return { process: launched, launchedAt: Date.now(), logStart };
}

const setting = (name: string, value: string) => ["-c", `${name}=${value}`];

function rotateLog(logFile: string) {
  const size = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;
  if (size > largestLogBytes) renameSync(logFile, `${logFile}.1`);
}

/**
 * After a crash and a reboot (in a container: always) `postmaster.pid` may name a process id that
 * belongs to somebody else by now, and PostgreSQL would refuse to start. This variable, meant for
 * pg_ctl's shell, makes it take that one id for nobody's.
 */
function forgetStaleProcess(place: Place) {
  const named = findPostgresProcess(place.dataDir) ?? findSocketProcess(place);
  return named === null || isServing(named, place) ? {} : { PG_GRANDPARENT_PID: String(named) };
}

/** By its command line: ids are used again, and an unreaped process still has one. */
function isServing(processId: number, place: Place): boolean {
  return commandLineOf(processId).includes(`-D ${place.cluster} `);
}

async function hasEnded(server: number, place: Place): Promise<boolean> {
  const giveUpAt = Date.now() + shutdownTimeoutMs;
  while (isServing(server, place)) {
    if (Date.now() > giveUpAt) return false;
    await sleep(pollMs);
  }
  return true;
}

const logOf = (launched: Launched, place: Place) =>
  readFileSync(place.logFile).subarray(launched.logStart).toString();

/** PostgreSQL's words when processes of an earlier server still have its memory. */
const areLeftOversIn = (log: string) => /pre-existing shared memory block/.test(log);

function notStarted(place: Place, launched: Launched | undefined, refusal: Error): string {
  const written = launched ? logOf(launched, place) : "";
  const lastLines = written.trim().split("\n").slice(-5).join("\n");
  return `PostgreSQL did not start on ${place.cluster} (${refusal.message}). ${place.logFile} ends:\n${lastLines}`;
}
