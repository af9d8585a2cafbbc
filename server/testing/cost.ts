// What something costs the processor, compared with the same four times as large. A clock on the
// wall would measure how busy the machine is.

/** The larger input is so many times the smaller one. */
export const times = 4;
/** Reading an input once costs four times as much for four times the input; reading it again for each of its parts, sixteen times. */
const mostTimes = 6;
/** What costs less holds nobody up, and is lost in what else the process does. */
const floorMs = 25;
const mostRuns = 4;

/** Null when the larger one costs at most six times as much, else both costs in milliseconds. */
export async function findGrowth(
  costOf: (size: "small" | "large") => Promise<number>,
): Promise<string | null> {
  let [small, large] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  // The best of several runs: a busy machine only ever adds.
  for (let run = 0; run < mostRuns; run += 1) {
    small = Math.min(small, await costOf("small"));
    large = Math.min(large, await costOf("large"));
    if (large <= Math.max(small * mostTimes, floorMs)) return null;
  }
  return `${small.toFixed(1)} ms, and ${large.toFixed(1)} ms for ${times} times as much`;
}
