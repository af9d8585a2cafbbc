// Runs the embedded PostgreSQL. Decides which process may use a data folder, and which process
// starts and stops the server.
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import {
  databaseName,
  findPlace,
  findPostgresProcess,
  makeCluster,
  type Place,
  removeDrafts,
  UnusableDataFolder,
} from "./embedded-cluster.ts";
import {
  describeProcess,
  type Holder,
  nameStopping,
  type Purpose,
  readHolder,
} from "./embedded-process.ts";
import { connectOrStart, type Log, port, stopServer } from "./embedded-server.ts";

export { findPostgresProcess, UnusableDataFolder };

export type EmbeddedPostgres = {
  /** What `pg` needs to connect: the socket's folder, the user and the database. */
  connection: { host: string; port: number; user: string; database: string };
  /**
   * Tells waiting processes that this app is about to stop, because finishing its work takes a
   * while.
   */
  announceStop(): Promise<void>;
  /**
   * Shuts down the server if this is an app or the tool that started the server. A tool that joined
   * only disconnects.
   */
  stop(): Promise<void>;
};

/**
 * The error for a data folder that another process is using. Its message is one sentence that names
 * the folder.
 */
export class DataFolderInUse extends UnusableDataFolder {}

/**
 * Starts PostgreSQL on `${dataDir}/postgres` or joins the running server. An app owns the folder
 * exclusively until `stop()`. A tool joins a running server, or starts and stops its own.
 */
export async function startEmbedded(options: {
  dataDir: string;
  log: Log;
  purpose: Purpose;
}): Promise<EmbeddedPostgres> {
  const place = findPlace(options.dataDir);
  await makeCluster(place, options.log);
  const serve = options.purpose === "app" ? serveApp : serveTool;
  const { announceStop, stop } = await serve(place, options.log);
  let stopped: Promise<void> | undefined;
  return {
    connection: { host: place.socketFolder, port, user: databaseName, database: databaseName },
    announceStop,
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };
}

// These are session-level advisory locks. They are held in the database "postgres", so that the
// database "app" can be copied.
const lockFamily = 7_210_002;
/** An exclusive lock. Its holder starts, supervises and stops the server. */
const servingLock = 1;
/**
 * A lock that the tools that joined share. A tool that started the server waits for them before it
 * stops the server.
 */
const joinedToolsLock = 2;

/** How long a start waits for a running lock holder. Tools finish soon, but an app may not. */
const patienceMs = { app: 5_000, tool: 20_000 };
/**
 * How long a start waits for a lock holder that is exiting or has exited. Its session ends soon,
 * but on a busy machine not immediately.
 */
const endingPatienceMs = 60_000;
const retryMs = 100;
const logWaitAfterMs = 300;
const joinedToolsTimeoutMs = 60_000;
const maxPauseMs = 5_000;
/** A server that ran for this long before it died isn't in a crash loop. */
const stableAfterMs = 60_000;

/** Owns the folder, and restarts the server whenever it dies. Resolves with the stop function. */
async function serveApp(place: Place, log: Log) {
  const stopping = new AbortController();
  let heldSince = 0;
  let pauseMs = 0;
  let recovery = Promise.resolve();
  let guard: pg.Client | null = hold(await takeFolder(place, log, stopping.signal));
  removeDrafts(place);

  // This connection stays open while the server lives, whether this process started the server or
  // took it over. If the connection ends, the server has died.
  function hold(session: pg.Client) {
    heldSince = Date.now();
    session.once("end", () => {
      guard = null;
      if (!stopping.signal.aborted) recovery = recover();
    });
    return session;
  }

  async function recover() {
    log("The database stopped unexpectedly; starting it again…");
    if (Date.now() - heldSince > stableAfterMs) pauseMs = 0;
    do {
      // When stopping, this checks once more without a pause, because this app must stop a server
      // that is running now.
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => {});
      pauseMs = Math.min(pauseMs * 2 + retryMs, maxPauseMs);
      try {
        guard = hold(await takeFolder(place, log, stopping.signal));
        log("The database is back.");
        return;
      } catch (error) {
        if (!stopping.signal.aborted) log(`The database isn't back yet: ${error}`);
      }
    } while (!stopping.signal.aborted);
  }

  return {
    async announceStop() {
      const naming = guard?.query("select set_config('application_name', $1, false)", [
        nameStopping("app"),
      ]);
      await naming?.catch(() => {}); // the server is gone, and so are its locks
    },
    async stop() {
      stopping.abort();
      await recovery;
      if (guard) await stopServer(place, log);
      await guard?.end();
    },
  };
}

/**
 * Joins the running server or starts one. A server that this tool started stays until this tool and
 * the tools that joined are done.
 */
async function serveTool(place: Place, log: Log) {
  const announceStop = async () => {}; // other processes expect a tool to end anyway
  for (;;) {
    const { session, isOurStart } = await connectOrStart(place, "tool", log);
    if (isOurStart && (await tryLock(session, servingLock))) {
      removeDrafts(place);
      let isHeld = true;
      session.once("end", () => {
        isHeld = false;
      });
      const stop = async () => {
        await waitForJoinedTools(session);
        if (isHeld) await stopServer(place, log);
        await session.end();
      };
      return { announceStop, stop };
    }
    if (await tryLock(session, joinedToolsLock, "_shared")) {
      return { announceStop, stop: () => session.end() };
    }
    // The tool that started this server is waiting to stop it, so this tool starts the next server.
    await session.end();
    await sleep(retryMs);
  }
}

/**
 * Takes the serving lock, and starts the server if none is running. Resolves with the connection
 * that holds the lock.
 */
async function takeFolder(place: Place, log: Log, signal: AbortSignal): Promise<pg.Client> {
  let waitingFor: (Holder & { since: number; isLogged: boolean }) | undefined;
  for (;;) {
    const { session } = await connectOrStart(place, "app", log, signal);
    if (await tryLock(session, servingLock)) return session;
    const holder = await findHolder(session);
    await session.end();
    if (holder) {
      const isSame =
        waitingFor?.processId === holder.processId && waitingFor.state === holder.state;
      if (!waitingFor || !isSame) waitingFor = { ...holder, since: Date.now(), isLogged: false };
      const waitedMs = Date.now() - waitingFor.since;
      const limitMs = holder.state === "alive" ? patienceMs[holder.purpose] : endingPatienceMs;
      if (waitedMs > limitMs) throw new DataFolderInUse(inUse(place, holder));
      if (waitedMs > logWaitAfterMs && !waitingFor.isLogged) {
        log(waiting(place, holder));
        waitingFor.isLogged = true;
      }
    }
    await sleep(retryMs, undefined, { signal });
  }
}

// Both queries return nothing if the server stops before they end, so the caller retries on a new
// session.

async function tryLock(session: pg.Client, lock: number, mode: "" | "_shared" = "") {
  const query = `select pg_try_advisory_lock${mode}($1, $2) as locked`;
  const answer = await session.query(query, [lockFamily, lock]).catch(() => null);
  return answer?.rows[0]?.locked === true;
}

async function findHolder(session: pg.Client): Promise<Holder | null> {
  const query = `select application_name from pg_stat_activity join pg_locks using (pid)
    where locktype = 'advisory' and granted and classid = $1 and objid = $2`;
  const answer = await session.query(query, [lockFamily, servingLock]).catch(() => null);
  return answer?.rows[0] ? readHolder(String(answer.rows[0].application_name)) : null;
}

const kinds = { app: "app", tool: "command" };

const inUse = ({ dataDir }: Place, { purpose, processId }: Holder) =>
  `The data folder ${dataDir} is in use by another ${kinds[purpose]}, ${describeProcess(processId)}. Stop that one first, or set DATA_DIR to another folder.`;

function waiting({ dataDir }: Place, { purpose, processId, state }: Holder): string {
  const doing = {
    alive: `which is using the data folder ${dataDir}`,
    ending: `which is stopping, to release the data folder ${dataDir}`,
    gone: `which has ended, to release the data folder ${dataDir}`,
  };
  return `Waiting for the ${kinds[purpose]}, ${describeProcess(processId)}, ${doing[state]}…`;
}

/**
 * Waits for the tools that joined. No other tool can join during the wait, because PostgreSQL
 * queues shared locks behind a waiting exclusive lock.
 */
async function waitForJoinedTools(session: pg.Client) {
  try {
    await session.query(`set statement_timeout = ${joinedToolsTimeoutMs}`);
    await session.query("select pg_advisory_lock($1, $2)", [lockFamily, joinedToolsLock]);
  } catch {
    // The clients had enough time, or the server has already stopped.
  }
}
