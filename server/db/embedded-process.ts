// Reads what the operating system knows about a process that uses a data folder: its identity and
// whether it's alive. Process ids are reused, so an id is combined with the start time.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { errorCode } from "./embedded-cluster.ts";

export type Purpose = "app" | "tool";

/**
 * `ending`: killed or shutting down, but not gone yet. `gone`: dead, or its id belongs to another
 * process now.
 */
export type ProcessState = "alive" | "ending" | "gone";

export type Holder = { purpose: Purpose; processId: number; state: ProcessState };

/**
 * Returns the `application_name` of a session, which identifies its process. PostgreSQL allows 63
 * bytes.
 */
export function nameSession(purpose: Purpose, processId = process.pid): string {
  return `front-desk ${purpose} ${processId} ${inspect(processId)?.startedAt}`;
}

/** Returns the session's name after its process has started to shut down. */
export const nameStopping = (purpose: Purpose) => `${nameSession(purpose)} stopping`;

export function readHolder(sessionName: string): Holder {
  const [, purpose, id, startedAt, stopping] = sessionName.split(" ");
  const processId = Number(id);
  const state = stateOf(processId, Number(startedAt));
  return {
    purpose: purpose === "tool" ? "tool" : "app",
    processId,
    state: state === "alive" && stopping ? "ending" : state,
  };
}

/** Describes a process to a person: "process 4711 (node build/server/start.js)". */
export function describeProcess(processId: number): string {
  const command = commandLineOf(processId).trim();
  if (!command) return `process ${processId}`;
  const short = command.length > 100 ? `${command.slice(0, 100)}…` : command;
  return `process ${processId} (${short})`;
}

/** Returns the command line, or an empty string if the process is gone or a zombie. */
export function commandLineOf(processId: number): string {
  if (process.platform !== "linux") return ps(processId, "command=");
  try {
    return readFileSync(`/proc/${processId}/cmdline`, "utf8").replaceAll("\0", " ");
  } catch {
    return "";
  }
}

function stateOf(processId: number, startedAt: number): ProcessState {
  const found = inspect(processId);
  // Another user's processes may be hidden, but a signal still shows whether the process exists.
  if (!found) return isSignalable(processId) ? "alive" : "gone";
  if (found.hasEnded || found.startedAt !== startedAt) return "gone";
  return found.isEnding ? "ending" : "alive";
}

type Snapshot = { startedAt: number; hasEnded: boolean; isEnding: boolean };

function inspect(processId: number): Snapshot | null {
  return process.platform === "linux" ? readProc(processId) : readPs(processId);
}

/**
 * Parses /proc/…/stat. See `man 5 proc_pid_stat`: field 3 is the state, 9 the kernel's flags, 22
 * the start time in ticks since boot.
 */
function readProc(processId: number): Snapshot | null {
  try {
    const stat = readFileSync(`/proc/${processId}/stat`, "utf8");
    // The process's name comes first and may contain spaces and parentheses.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const isExiting = (Number(fields[6]) & exitingFlag) !== 0;
    return {
      startedAt: Number(fields[19]),
      hasEnded: /[ZX]/.test(fields[0] ?? ""),
      isEnding: isExiting || isKillPending(processId),
    };
  } catch {
    return null;
  }
}

/** The flag PF_EXITING from Linux's include/linux/sched.h. */
const exitingFlag = 0x4;

/**
 * Returns whether a kill is pending, because a killed process may still run for a while on a busy
 * machine.
 */
function isKillPending(processId: number): boolean {
  const status = readFileSync(`/proc/${processId}/status`, "utf8");
  const pending = status.matchAll(/^(?:SigPnd|ShdPnd):\s*([0-9a-f]+)$/gm);
  return [...pending].some(([, mask]) => (BigInt(`0x${mask}`) & killMask) !== 0n);
}

/** The mask for signal 9, which is the ninth bit. */
const killMask = 1n << 8n;

function readPs(processId: number): Snapshot | null {
  const [state = "", ...startedAt] = ps(processId, "stat=,lstart=").trim().split(/\s+/);
  if (!state) return null;
  return {
    startedAt: Date.parse(startedAt.join(" ")) / 1000,
    hasEnded: state.startsWith("Z"),
    isEnding: state.includes("E"),
  };
}

function ps(processId: number, columns: string): string {
  const options = { encoding: "utf8", env: { PATH: "/bin:/usr/bin", LC_ALL: "C" } } as const;
  return spawnSync("ps", ["-ww", "-o", columns, "-p", String(processId)], options).stdout ?? "";
}

function isSignalable(processId: number): boolean {
  try {
    return process.kill(processId, 0);
  } catch (error) {
    return errorCode(error) === "EPERM";
  }
}
