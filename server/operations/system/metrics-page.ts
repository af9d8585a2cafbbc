// The text of `/metrics`: this process's counters, and figures from the database and the machine.
// The metrics don't name practices or people.
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import type { SystemState } from "#contract/system.ts";
import type { Deps } from "#server/deps.ts";
import { problemOf } from "#server/log.ts";
import { type Gauge, type Labels, writeGauges } from "#server/observe/metrics.ts";
import { readMeasures } from "./measures.ts";
import { productVersion, readBackups, readDisk } from "./system-state.ts";

/** The database is read at most once in this time, regardless of the number of clients. */
const keptMs = 5000;
/** An unresponsive database must not delay the process's own metrics. */
const patienceMs = 2000;

type Delays = ReturnType<typeof startMeasuring>;

/** Returns a function that writes the page. */
export function openMetricsPage(deps: Deps): () => Promise<string> {
  const readShared = sharedFor(deps, () => readProduct(deps));
  let delays: Delays | undefined;
  return async () => {
    // Measuring starts with the first reader, because it wakes the process fifty times a second.
    delays ??= startMeasuring();
    const product = await readShared();
    const text = [deps.metrics.write(), writeGauges([...product, ...readProcess(deps, delays)])];
    delays.reset();
    return `${text.join("\n")}\n`;
  };
}

function startMeasuring() {
  const delays = monitorEventLoopDelay({ resolution: 20 });
  delays.enable();
  return delays;
}

/** Concurrent readers share one read, and so do readers soon afterward. */
function sharedFor(
  { now }: Pick<Deps, "now">,
  read: () => Promise<Gauge[]>,
): () => Promise<Gauge[]> {
  let last: { at: number; reading: Promise<Gauge[]>; isOver: boolean } | undefined;
  return () => {
    const at = now().getTime();
    if (last && (!last.isOver || at - last.at < keptMs)) return last.reading;
    const started = { at, reading: read(), isOver: false };
    void started.reading.finally(() => {
      started.isOver = true;
    });
    last = started;
    return started.reading;
  };
}

async function readProduct(deps: Deps): Promise<Gauge[]> {
  const [measures, backups, disk] = await Promise.all([
    Promise.race([readOrWarn(deps), sleep(patienceMs, null, { ref: false })]),
    readBackups(deps),
    readDisk(deps),
  ]);
  return [
    one("frontdesk_database_up", "Whether the database answered.", measures ? 1 : 0),
    ...(measures ?? []),
    ...backupGauges(deps, backups),
    ...(disk
      ? [
          one("frontdesk_disk_free_bytes", "Free disk space for the data folder.", disk.freeBytes),
          one("frontdesk_disk_size_bytes", "Size of the data folder's disk.", disk.totalBytes),
        ]
      : []),
  ];
}

async function readOrWarn(deps: Deps): Promise<Gauge[] | null> {
  try {
    return await readMeasures(deps);
  } catch (error) {
    deps.log.warn({ problem: problemOf(error) }, "not measured");
    return null;
  }
}

/** Returns nothing if the product doesn't take backups, so that no alarm expects them. */
function backupGauges({ now }: Pick<Deps, "now">, backups: SystemState["backups"]): Gauge[] {
  if (backups.schedule !== "daily") return [];
  const { last, bucket } = backups;
  const ageOf = (takenAt: string | undefined) =>
    takenAt ? (now().getTime() - Date.parse(takenAt)) / 1000 : Infinity;
  const age = one(
    "frontdesk_backup_age_seconds",
    "Age of the newest verified backup; +Inf if there is none.",
    ageOf(last?.takenAt),
  );
  if (!bucket) return [age];
  return [
    age,
    one(
      "frontdesk_backup_upload_age_seconds",
      "Age of the newest backup in the bucket; +Inf if there is none.",
      ageOf(bucket.last?.takenAt),
    ),
  ];
}

function readProcess({ db, deskEvents }: Deps, delays: Delays): Gauge[] {
  const { totalCount, idleCount, waitingCount, options } = db.$client;
  const memory = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  const seconds = (nanoseconds: number) => (delays.count === 0 ? 0 : nanoseconds / 1e9);
  const version: Labels = { version: productVersion, node: process.versions.node };
  return [
    { name: "frontdesk_build_info", help: "The running version.", values: [[version, 1]] },
    one(
      "frontdesk_live_updates_up",
      "Whether this process receives live updates.",
      deskEvents.isListening() ? 1 : 0,
    ),
    {
      name: "frontdesk_database_pool_connections",
      help: "This process's database connections for requests and jobs.",
      values: [
        [{ state: "busy" }, totalCount - idleCount],
        [{ state: "idle" }, idleCount],
      ],
    },
    one("frontdesk_database_pool_max", "The most connections the pool can have.", options.max),
    one("frontdesk_database_pool_waiting", "Statements waiting for a connection.", waitingCount),
    one("process_start_time_seconds", "When the process started.", performance.timeOrigin / 1000),
    one("process_cpu_seconds_total", "CPU time used.", (user + system) / 1e6),
    one("process_resident_memory_bytes", "Resident memory.", memory.rss),
    one("nodejs_heap_size_used_bytes", "Memory used by the JavaScript heap.", memory.heapUsed),
    one(
      "nodejs_eventloop_lag_p99_seconds",
      "99th percentile of timer delays since the last scrape.",
      seconds(delays.percentile(99)),
    ),
    one(
      "nodejs_eventloop_lag_max_seconds",
      "The longest timer delay since the last scrape.",
      seconds(delays.max),
    ),
  ];
}

function one(name: string, help: string, value: number): Gauge {
  return { name, help, values: [[{}, value]] };
}
