// Starts a process of the product, and has helpers for its ports, its database and waiting.
import { type ChildProcess, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { closeSync, openSync, readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import path from "node:path";

/** Starts the product and waits until it is ready. Its output goes to a file. */
export async function launch(environment: NodeJS.ProcessEnv, entry: string, logFile: string) {
  const log = openSync(logFile, "w");
  const child = spawn(process.execPath, [entry], {
    env: environment,
    stdio: ["ignore", log, log],
  });
  closeSync(log);
  const output = () => readFileSync(logFile, "utf8");
  await until(() => output().includes("Ready at") || child.exitCode !== null, 150_000);
  if (child.exitCode !== null) throw new Error(`The product did not start:\n${output()}`);
  return { child: child as ChildProcess, output };
}

export async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill(signal);
  await ended;
}

type Listening = {
  listen(port: number, host: string, done: () => void): unknown;
  address(): unknown;
};

export async function listenOnLoopback(server: Listening): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

export function closed(server: { close(done: () => void): unknown }): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}

/**
 * Returns a free port outside the system's ephemeral range, so that no other process takes it
 * before the product does, or between two of its starts.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(12_000, 32_000);
  const server = createServer();
  const isFree = await new Promise<boolean>((resolve) => {
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => resolve(true));
  });
  if (!isFree) return freePort();
  await closed(server);
  return port;
}

/**
 * Returns the process id of the PostgreSQL server that runs on the data folder; null after a clean
 * shutdown.
 */
export function findDatabase(dataDir: string): number | null {
  try {
    const [pid] = readFileSync(path.join(dataDir, "postgres/postmaster.pid"), "utf8").split("\n");
    return Number(pid);
  } catch {
    // A server that is stopping may remove the file at any moment.
    return null;
  }
}

/** Polls until the condition is true; fails after `limitMs`. */
export async function until(
  isSo: () => boolean | Promise<boolean>,
  limitMs = 90_000,
): Promise<void> {
  const end = Date.now() + limitMs;
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error("It did not become so in time");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
