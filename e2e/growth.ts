// What a request costs the product's process, compared with the same four times as large.
import { readFileSync } from "node:fs";

/** The larger input is so many times the smaller one. */
export const times = 4;
/** Reading an input once costs four times as much then; once for each of its parts, sixteen times. */
const mostTimes = 6;
/** What costs less is lost in what else a process does; the system counts in steps of 10 ms. */
const floorMs = 60;
const mostRuns = 4;

/** Null when the larger one costs at most six times as much, else both costs in words. */
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
  // The best of several runs: a busy machine only ever adds.
  for (let run = 0; run < mostRuns; run += 1) {
    small = Math.min(small, await costOf("small"));
    large = Math.min(large, await costOf("large"));
    if (large <= Math.max(small * mostTimes, floorMs)) return null;
  }
  return `${small} ms, and ${large} ms for ${times} times as much`;
}

/** What a process has had of the processor. Linux says it in /proc; elsewhere nothing is compared. */
function cpuMs(pid: number): number {
  if (process.platform !== "linux") return 0;
  // Behind the name in brackets, which may have any characters:
  // https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
  const ticks = Number(fields[11]) + Number(fields[12]);
  return ticks * 10;
}
