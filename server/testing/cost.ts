// Compares the CPU cost of an input with the cost of an input four times as large. CPU time, not
// wall-clock time, which would measure how busy the machine is.

/** The size of the larger input divided by the size of the smaller one. */
export const sizeRatio = 4;
/**
 * A linear algorithm costs four times as much for four times the input; a quadratic one, sixteen
 * times.
 */
const maxCostRatio = 6;
/** Costs below this block nobody and are lost in the noise of the process. */
const negligibleMs = 25;
const maxRuns = 4;

/**
 * Returns null when the larger input costs at most six times as much, else both costs in
 * milliseconds.
 */
export async function findGrowth(
  costOf: (size: "small" | "large") => Promise<number>,
): Promise<string | null> {
  let [small, large] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  // Takes the best of several runs: a busy machine only adds cost.
  for (let run = 0; run < maxRuns; run += 1) {
    small = Math.min(small, await costOf("small"));
    large = Math.min(large, await costOf("large"));
    if (large <= Math.max(small * maxCostRatio, negligibleMs)) return null;
  }
  return `${small.toFixed(1)} ms, and ${large.toFixed(1)} ms for ${sizeRatio} times as much`;
}
