// Makes the summary that `npm test` prints at its end, and decides which journeys are retried once.

/** One run of Vitest, as `test-reporter.ts` writes it. */
export type TestRun = {
  tests: {
    /** The file's path, relative to the project. */
    file: string;
    name: string;
    state: "passed" | "failed" | "skipped";
    seconds: number;
    error?: string;
  }[];
  files: { file: string; seconds: number }[];
  /**
   * Errors outside tests, such as a file that can't be loaded, a failed setup, or an unhandled
   * rejection.
   */
  errors: Failure[];
};

export type Failure = { name: string; error: string };

/**
 * A journey that failed and then passed, which is an open defect of the journey or of the product.
 */
export type FlakyJourney = Failure & {
  /** The day of the run, such as 2026-03-09. */
  day: string;
};

/** If more journeys fail than this, the change is broken, and it isn't chance. */
const maxRetried = 3;
const maxSummaryLines = 60;
const maxLineLength = 200;

/**
 * Journeys about stored data and killed processes. They run only once, like rule and API tests,
 * because a row that is lost once is a lost row, even if a second attempt keeps it.
 */
export const runOnce = [
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
  "phone-killed-at-every-step",
  "restart-without-downtime",
  "source-health",
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
 * Returns the files of failed journeys to retry once, alone. Returns none if the failures can't be
 * chance: an error outside a test, a test of stored data, a journey already known to be flaky, or
 * more than three failures.
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

/** Returns the lines before the final count, with the name and first error of each failure. */
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

/** Some tools color their messages because they assume that they write to a terminal. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the escape character that begins a color.
const ansiColors = /\u001b\[[\d;]*m/g;

function cut(line: string): string {
  return line.length > maxLineLength ? `${line.slice(0, maxLineLength - 1)}…` : line;
}
