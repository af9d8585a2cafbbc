// Compares the CPU time of a request in the product's process with that of a request four times as
// large.
import { readFileSync } from "node:fs";

/** The size of the larger input divided by the size of the smaller one. */
export const times = 4;
/**
 * For four times the input, a linear algorithm costs four times as much, and a quadratic one
 * sixteen times.
 */
const mostTimes = 6;
/** Lower costs are lost in the process's noise; the system counts CPU time in steps of 10 ms. */
const floorMs = 60;
const mostRuns = 4;

/**
 * Compares a small with a large request. Returns null if the large one costs at most six times as
 * much, otherwise both costs as text.
 */
export async function findGrowth(
  pid: number,
  ask: (size: "small" | "large") => Promise<unknown>,
): Promise<string | null> {
  const costOf = async (size: "small" | "large") => {
    const before = cpuMs(pid);
    await ask(size);
    return cpuMs(pid) - before;
  };
  let [small, large] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  // The lowest cost of several runs counts, because a busy machine only adds to it.
  for (let run = 0; run < mostRuns; run += 1) {
    small = Math.min(small, await costOf("small"));
    large = Math.min(large, await costOf("large"));
    if (large <= Math.max(small * mostTimes, floorMs)) return null;
  }
  return `${small} ms, and ${large} ms for ${times} times as much`;
}

/**
 * Returns the CPU time of a process. Linux lists it in /proc; on other systems nothing is compared.
 */
function cpuMs(pid: number): number {
  if (process.platform !== "linux") return 0;
  // The fields come after the name in parentheses, which may contain any characters:
  // https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
  const ticks = Number(fields[11]) + Number(fields[12]);
  return ticks * 10;
}
