// Runs the built product as a process with its own data folder.
import { type ChildProcess, fork, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { madePassword } from "#server/db/make.ts";

export function makeDataDir(): string {
  return mkdtempSync(path.join(tmpdir(), "front-desk-bench-"));
}

/**
 * Resolves when the product prints that it's ready. The result includes how many milliseconds the
 * start took.
 */
export async function launchProduct(dataDir: string, settings: Record<string, string> = {}) {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const startedAt = performance.now();
  // These are the arguments that `npm start` uses.
  const child = spawn(process.execPath, ["--max-semi-space-size=2", "build/server/start.js"], {
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      SPLASH_MS: "0",
      CAPTCHA_PROVIDER: "off",
      RATE_LIMIT_FACTOR: "1000000",
      LOG_LEVEL: "silent",
      // If demos were on, the demo's template would be made after startup, during the measurement.
      DEMO: "off",
      ...settings,
    },
  });
  await said(child, "Ready at");
  return {
    origin,
    pid: child.pid ?? 0,
    readyMs: performance.now() - startedAt,
    stop: () => end(child),
  };
}

/**
 * Logs in to an account that `make.ts` created, with the password that all its accounts share.
 * Returns the token.
 */
export async function signIn(origin: string, email: string): Promise<string> {
  const answer = await fetch(`${origin}/api/credentials`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ email, password: madePassword }),
  });
  if (!answer.ok) throw new Error(`${email} could not sign in: ${answer.status}`);
  return ((await answer.json()) as { token: string }).token;
}

/**
 * Returns a process's resident memory. Linux has it in /proc. On other systems it isn't measured.
 */
export function residentBytes(pid: number): number | null {
  if (process.platform !== "linux") return null;
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024;
}

/** Starts a file in this folder as a process with arguments. Resolves with its URL. */
export async function launchScript(file: string, told: object) {
  const child = fork(path.join(import.meta.dirname, file));
  const port = await new Promise<number>((resolve, reject) => {
    child.once("message", (message) => resolve(Number(message)));
    child.once("exit", (code) => reject(new Error(`${file} ended with ${code}`)));
    child.send(told);
  });
  return { origin: `http://127.0.0.1:${port}`, stop: () => end(child) };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  await ended;
}

export function forget(dataDir: string) {
  rmSync(dataDir, { recursive: true, force: true });
}

function said(child: ChildProcess, words: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let text = "";
    child.stdout?.on("data", (chunk) => {
      text += chunk;
      if (text.includes(words)) resolve();
    });
    child.once("exit", () => reject(new Error(`The product did not start:\n${text}`)));
  });
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address ? address.port : 0;
}
