// Makes a backup of a million leads and checks it, like the nightly job, while a practice's list is
// read. Verifies that every row is restored.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, statSync } from "node:fs";
import { setPriority, tmpdir } from "node:os";
import path from "node:path";
import { openTools } from "#server/db/make.ts";
import { listsDataDir, openSeededLists } from "./lists.ts";
import { largePractice } from "./lists-seed.ts";
import { type Target, timeAlone, timeUntil } from "./load.ts";
import { forget, launchProduct, signIn } from "./product.ts";
import { type Figure, inMs, median, percentile, printFigures } from "./report.ts";
import type { BenchOptions } from "./run.ts";

const requestsAlone = 1000;
/**
 * The limit for a backup and its check, which takes longer than the backup. Both end well before a
 * day begins in Tampa.
 */
const backupSeconds = 120;
const checkSeconds = 15 * 60;
/**
 * A backup's size as a share of the database's. A backup is smaller, because rows repeat names and
 * ids and indexes aren't included, so it rarely fills the disk.
 */
const shareOfDatabase = 0.25;
/** People don't notice when a list takes this long. A burst of webhooks has the same budget. */
const p99Ms = 100;

export async function backup(options: BenchOptions): Promise<Figure[]> {
  const dataDir = listsDataDir();
  await openSeededLists(dataDir);
  const folder = mkdtempSync(path.join(tmpdir(), "front-desk-bench-backup-"));
  const file = path.join(folder, "bench.backup");
  const databaseBytes = await sizeOfDatabase(dataDir);
  const product = await launchProduct(dataDir, { BACKUPS: "off" });
  try {
    const token = await signIn(product.origin, largePractice.email);
    const list: Target = {
      url: `${product.origin}/api/leads/new?sort=next`,
      headers: { Authorization: `Bearer ${token}` },
    };
    const alone = await timeAlone(list, requestsAlone);
    const taking = await timeBeside(list, () => runBackup(dataDir, [file]));
    const { size } = statSync(file);
    // The check takes minutes, and this machine may be needed before the check is done.
    const before = [
      takes("a backup", taking.seconds, backupSeconds),
      {
        name: "its file",
        measured: `${megabytes(size)} of ${megabytes(databaseBytes)}`,
        budget: `${shareOfDatabase * 100}% of the database`,
        bare: "",
        isWithin: size < shareOfDatabase * databaseBytes,
      },
      list99("the list alone", alone),
      list99("the list during a backup", taking.times),
    ];
    printFigures("backup, before its check", before);
    const checking = await timeBeside(list, () => runBackup(dataDir, ["--verify", file]));
    return [
      ...before,
      takes("its check, which restores it", checking.seconds, checkSeconds),
      list99("the list during a check", checking.times),
    ];
  } finally {
    await product.stop();
    forget(folder);
    if (!options.isKept) forget(dataDir);
  }
}

function takes(name: string, seconds: number, budget: number): Figure {
  const measured = `${seconds.toFixed(1)} s`;
  return { name, measured, budget: `${budget} s`, bare: "", isWithin: seconds < budget };
}

function list99(name: string, times: number[]): Figure {
  const p99 = percentile(times, 0.99);
  return {
    name,
    measured: `${inMs(median(times))}, p99 ${inMs(p99)}, ${times.length} requests`,
    budget: `p99 ${p99Ms} ms`,
    bare: "",
    isWithin: p99 < p99Ms,
  };
}

const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;

async function sizeOfDatabase(dataDir: string): Promise<number> {
  const tools = await openTools({ dataDir });
  const { rows } = await tools.pool.query("select pg_database_size(current_database()) as bytes");
  await tools.close();
  return Number(rows[0].bytes);
}

/** Reads the list with one request after the other until the action is done. */
async function timeBeside(list: Target, act: () => Promise<void>) {
  const begun = performance.now();
  let isOver = false;
  const acting = act().finally(() => {
    isOver = true;
  });
  const times = await timeUntil(list, () => isOver);
  await acting;
  return { seconds: (performance.now() - begun) / 1000, times };
}

/** Runs the backup in a process of low priority, like the nightly backup. */
async function runBackup(dataDir: string, words: string[]): Promise<void> {
  const script = path.join(import.meta.dirname, "../scripts/backup.ts");
  const child = spawn(process.execPath, [script, ...words], {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, DATA_DIR: dataDir },
  });
  if (child.pid) setPriority(child.pid, 10);
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`The backup's process ended with ${code}`);
}
