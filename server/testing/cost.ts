// Compares the CPU cost of an input with the cost of an input four times as large. Wall-clock time
// would measure how busy the machine is.

/** The larger input's size divided by the smaller one's. */
export const sizeRatio = 4;
/** A linear algorithm costs 4 times as much for 4 times the input, and a quadratic one 16 times. */
const maxCostRatio = 6;
/**
 * Costs below this don't block anyone and can't be measured: bodies are as large as an operation
 * reads, and a megabyte may coincide with garbage collection for the whole test run.
 */
const negligibleMs = 50;
const maxRuns = 10;

/**
 * Returns null if the larger input costs at most six times as much. Otherwise, returns both costs
 * in milliseconds.
 */
export async function findGrowth(
  costOf: (size: "small" | "large") => Promise<number>,
): Promise<string | null> {
  const [small, large]: [number[], number[]] = [[], []];
  // It's enough if either the best runs or the medians are in proportion. A busy machine only adds
  // cost, but garbage collection affects the larger input more often than the smaller input's best
  // run.
  for (let run = 0; run < maxRuns; run += 1) {
    small.push(await costOf("small"));
    large.push(await costOf("large"));
    if (isInProportion(best(small), best(large)) || isInProportion(middle(small), middle(large)))
      return null;
  }
  return `${best(small).toFixed(1)} ms, and ${best(large).toFixed(1)} ms for ${sizeRatio} times as much`;
}

function isInProportion(small: number, large: number): boolean {
  return large <= Math.max(small * maxCostRatio, negligibleMs);
}

function best(costs: number[]): number {
  return Math.min(...costs);
}

/** Returns the median. If there are two middle values, it's the higher one. */
function middle(costs: number[]): number {
  return costs.toSorted((one, other) => one - other)[Math.floor(costs.length / 2)] ?? 0;
}
