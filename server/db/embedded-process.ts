// What the operating system tells of a process that uses a data folder: who it is, and whether it is
// still alive. A process id alone proves nothing, because ids are used again: the start time goes with it.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { errorCode } from "./embedded-cluster.ts";

export type Purpose = "app" | "tool";

/** `ending`: killed and not gone yet, or stopping in order; `gone`: dead, or the id is another's by now. */
export type Life = "alive" | "ending" | "gone";

export type Holder = { purpose: Purpose; processId: number; life: Life };

/** How a session names its process in `application_name` (63 bytes at most). */
export function nameSession(purpose: Purpose, processId = process.pid): string {
  return `front-desk ${purpose} ${processId} ${look(processId)?.startedAt}`;
}

/** What a session is called from the moment at which its process begins to stop in order. */
export const nameStopping = (purpose: Purpose) => `${nameSession(purpose)} stopping`;

export function readHolder(sessionName: string): Holder {
  const [, purpose, id, startedAt, stopping] = sessionName.split(" ");
  const processId = Number(id);
  const life = lifeOf(processId, Number(startedAt));
  return {
    purpose: purpose === "tool" ? "tool" : "app",
    processId,
    life: life === "alive" && stopping ? "ending" : life,
  };
}

/** For a person: "process 4711 (node build/server/start.js)". */
export function describeProcess(processId: number): string {
  const command = commandLineOf(processId).trim();
  if (!command) return `process ${processId}`;
  const short = command.length > 100 ? `${command.slice(0, 100)}…` : command;
  return `process ${processId} (${short})`;
}

/** Empty when the process is gone, or ended and unreaped. */
export function commandLineOf(processId: number): string {
  if (process.platform !== "linux") return ps(processId, "command=");
  try {
    return readFileSync(`/proc/${processId}/cmdline`, "utf8").replaceAll("\0", " ");
  } catch {
    return "";
  }
}

function lifeOf(processId: number, startedAt: number): Life {
  const found = look(processId);
  // Another user's processes may be hidden from us: a signal still tells whether one is there.
  if (!found) return isSignalable(processId) ? "alive" : "gone";
  if (found.hasEnded || found.startedAt !== startedAt) return "gone";
  return found.isEnding ? "ending" : "alive";
}

type Look = { startedAt: number; hasEnded: boolean; isEnding: boolean };

function look(processId: number): Look | null {
  return process.platform === "linux" ? lookInProc(processId) : lookWithPs(processId);
}

/** Of `man 5 proc_pid_stat`: field 3 is the state, 9 the kernel's flags, 22 the start in ticks since boot. */
function lookInProc(processId: number): Look | null {
  try {
    const stat = readFileSync(`/proc/${processId}/stat`, "utf8");
    // The name before may hold spaces and parentheses.
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

/** PF_EXITING in Linux's include/linux/sched.h. */
const exitingFlag = 0x4;

/** On a busy machine a killed process may wait for its turn to die. */
function isKillPending(processId: number): boolean {
  const status = readFileSync(`/proc/${processId}/status`, "utf8");
  const pending = status.matchAll(/^(?:SigPnd|ShdPnd):\s*([0-9a-f]+)$/gm);
  return [...pending].some(([, mask]) => (BigInt(`0x${mask}`) & killMask) !== 0n);
}

/** Signal 9 is the ninth bit. */
const killMask = 1n << 8n;

function lookWithPs(processId: number): Look | null {
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
