// What `npm test` says at its end, and which journeys it runs once more.

/** One run of Vitest, as `test-reporter.ts` writes it. */
export type TestRun = {
  tests: {
    /** Relative to the project. */
    file: string;
    name: string;
    state: "passed" | "failed" | "skipped";
    seconds: number;
    error?: string;
  }[];
  files: { file: string; seconds: number }[];
  /** Errors outside tests: a file that can't be loaded, a failed setup, an unhandled rejection. */
  errors: Failure[];
};

export type Failure = { name: string; error: string };

/** A journey that failed and then passed: an open defect of the journey or of the product. */
export type FlakyJourney = Failure & {
  /** The day of the run, such as 2026-03-09. */
  day: string;
};

/** More failed journeys than these are a broken change, not chance. */
const maxRetried = 3;
const maxSummaryLines = 60;
const maxLineLength = 200;

/**
 * Journeys about stored data and killed processes. A lost row that isn't lost on a second try is
 * still a lost row, so these run once, as rules and API tests do.
 */
const runOnce = [
  "alerts-killed-at-every-step",
  "backups",
  "database-stopped",
  "embedded",
  "import-killed",
  "logs-hold-no-personal-data",
  "mail-killed-at-every-step",
  "makeover-is-mailed-once",
  "no-call-is-lost",
  "nothing-acknowledged-is-lost",
  "three-processes",
  "two-processes",
];

export function failuresOf({ tests, errors }: TestRun): Failure[] {
  const failed = tests.filter(({ state }) => state === "failed");
  return [
    ...failed.map((test) => ({ name: nameOf(test), error: test.error ?? "no error was reported" })),
    ...errors,
  ];
}

/**
 * Returns the files of failed journeys that run once more, alone. Empty if a failure counts as it
 * is: one outside a test or about stored data, one that is already a known flaky journey, or more
 * than three of them.
 */
export function filesToRetry(run: TestRun, known: FlakyJourney[]): string[] {
  const failed = run.tests.filter(({ state }) => state === "failed");
  const mayPassLater =
    run.errors.length === 0 &&
    failed.length <= maxRetried &&
    failed.every(
      (test) => !isRunOnce(test.file) && !known.some(({ name }) => name === nameOf(test)),
    );
  return mayPassLater ? [...new Set(failed.map(({ file }) => file))] : [];
}

/** Returns the last lines before the count: each failure by name with its first error. */
export function summaryOf(failures: Failure[]): string[] {
  if (failures.length === 0) return [];
  const shown = failures.slice(0, maxSummaryLines - 2);
  const errorLines = Math.min(6, Math.floor((maxSummaryLines - 2) / shown.length) - 1);
  const hidden = failures.length - shown.length;
  return [
    `${failures.length} failed:`,
    ...shown.flatMap(({ name, error }) => [
      cut(`✗ ${name}`),
      ...linesOf(error)
        .slice(0, errorLines)
        .map((line) => cut(`    ${line}`)),
    ]),
    ...(hidden > 0 ? [`and ${hidden} more, above`] : []),
  ];
}

export function nameOf({ file, name }: { file: string; name: string }): string {
  return `${file}: ${name}`;
}

function isRunOnce(file: string): boolean {
  return runOnce.some((name) => file.includes(`/${name}.`));
}

function linesOf(error: string): string[] {
  return error
    .replace(ansiColors, "")
    .split("\n")
    .filter((line) => line.trim() !== "");
}

/** A tool that thinks it writes to a terminal colors its messages. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the escape character that begins a color.
const ansiColors = /\u001b\[[\d;]*m/g;

function cut(line: string): string {
  return line.length > maxLineLength ? `${line.slice(0, maxLineLength - 1)}…` : line;
}
