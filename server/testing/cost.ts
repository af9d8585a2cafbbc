// Compares the CPU cost of an input with the cost of an input four times as large. CPU time, not
// wall-clock time, which would measure how busy the machine is.

/** The size of the larger input divided by the size of the smaller one. */
export const sizeRatio = 4;
/**
 * A linear algorithm costs four times as much for four times the input; a quadratic one, sixteen
 * times.
 */
const maxCostRatio = 6;
/**
 * Costs below this don't block anyone and are lost in the noise of the process: bodies are as large
 * as an operation reads, and a megabyte may coincide with garbage collection for a whole test run.
 */
const negligibleMs = 50;
const maxRuns = 10;

/**
 * Returns null when the larger input costs at most six times as much, else both costs in
 * milliseconds.
 */
export async function findGrowth(
  costOf: (size: "small" | "large") => Promise<number>,
): Promise<string | null> {
  const [small, large]: [number[], number[]] = [[], []];
  // Takes the best or the middle run: a busy machine only adds cost, but a
  // collection of the memory meets the larger input more often than the best run of the smaller
  // one.
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

/** Takes the upper of two middle runs. */
function middle(costs: number[]): number {
  return costs.toSorted((one, other) => one - other)[Math.floor(costs.length / 2)] ?? 0;
}
