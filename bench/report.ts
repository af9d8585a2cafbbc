// Prints one line per figure: the measurement, its budget, and the bare server's result in the same
// run.

export type Figure = {
  name: string;
  measured: string;
  budget: string;
  /** The result of the same work without the product around it. */
  bare: string;
  /** Absent if the figure doesn't have a budget. */
  isWithin?: boolean;
};

export function printFigures(title: string, figures: Figure[]) {
  const rows = figures.map(({ name, measured, budget, bare, isWithin }) => [
    name,
    measured,
    budget,
    bare,
    isWithin === undefined ? "" : isWithin ? "within" : "OVER",
  ]);
  const table = [["", "measured", "budget", "bare", ""], ...rows];
  const widths = [0, 1, 2, 3, 4].map((column) =>
    Math.max(...table.map((row) => row[column]?.length ?? 0)),
  );
  console.log(`\n${title}`);
  for (const row of table) {
    const cells = row.map((cell, column) => cell.padEnd(widths[column] ?? 0));
    console.log(`  ${cells.join("  ").trimEnd()}`);
  }
}

/** Returns the value below which this share of the sample is. */
export function percentile(sample: number[], share: number): number {
  const sorted = sample.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (sample: number[]) => percentile(sample, 0.5);

export const inMs = (milliseconds: number) => `${milliseconds.toFixed(2)} ms`;
/** Formats a time that was measured in a browser, where hundredths mean nothing. */
export const inWholeMs = (milliseconds: number) => `${Math.round(milliseconds)} ms`;
export const inKb = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`;
/** Formats a memory size in powers of two. */
export const inMb = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(0)} MB`;
