// `npm test`: runs every check. A failed run lists its failures at the end, and the very last line
// has the counts. `--fast` (npm run check) skips the browser and doesn't start the product.
// `--long` (npm run test:long) runs more rounds of every drill and property, in random order, and
// the tests of the owner's content once more with another owner's.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { settingNames } from "#server/config.ts";
import { projectRoot } from "#server/root.ts";
import { contentJourneys, contentUnitTests, copyForAnotherOwner } from "./another-owner.ts";
import { browserSettings } from "./browser.ts";
import { clockAt, oddMoments, timedJourneys, timedUnitTests } from "./odd-moments.ts";
import {
  type Failure,
  type FlakyJourney,
  failuresOf,
  filesToRetry,
  summaryOf,
  type TestRun,
} from "./test-run.ts";

const isFast = process.argv.includes("--fast");
const isLong = process.argv.includes("--long");
const slowestShown = 20;
const reporter = path.join(projectRoot, "scripts/test-reporter.ts");
const bin = (name: string) => path.join(projectRoot, "node_modules", name);
/**
 * The file of journeys that failed once and then passed. Each is an open defect, and its fix
 * deletes the entry.
 */
const flakyFile = path.join(projectRoot, "e2e/flaky-journeys.json");

// The app and its command line start dozens of times. What Node.js has compiled once is reused.
process.env.NODE_COMPILE_CACHE ??= path.join(tmpdir(), "front-desk-compiled");

const noTests: TestRun = { tests: [], files: [], errors: [] };
const minutes: string[] = [];

// The checks and tests run in parallel, because the tests mostly wait for the database.
const [failedChecks, unit] = await Promise.all([
  timed("static checks", staticChecks),
  timed("unit tests", () => vitest(["--project", "unit"])),
]);
// The journeys take twice as long as the rest, so they are skipped if the run has already failed.
const isRed = failedChecks.failed.length > 0 || failuresOf(unit).length > 0;
const isCut = isRed && !isFast && !isLong;
const journeys = isFast || isCut ? noTests : await timed("journeys", runJourneys);

const atOddMoments = isLong ? await timed("odd moments", runAtOddMoments) : [];

const ofAnotherOwner = isLong ? await timed("another owner's content", runForAnotherOwner) : [];

const runs = [unit, journeys, ...atOddMoments, ...ofAnotherOwner];
printSlowest(runs.flatMap(({ tests }) => tests));
const known = readFlaky();
const flaky = await retryJourneys();
const repaired = new Set(flaky.map(({ name }) => name));
const failures = [...failedChecks.failed, ...runs.flatMap(failuresOf)].filter(
  ({ name }) => !repaired.has(name),
);
console.log(`\n${minutes.join(", ")}${isCut ? ", no journeys: it is red already" : ""}`);
for (const { name, error } of flaky) {
  console.log(
    `Passed only on a second run, now in ${path.relative(projectRoot, flakyFile)}: ${name}`,
  );
  for (const line of summaryOf([{ name, error }]).slice(2)) console.log(line);
}
for (const line of summaryOf(failures)) console.log(line);
const count = (state: string) =>
  runs.flatMap(({ tests }) => tests).filter((test) => test.state === state).length;
console.log(
  `${failedChecks.passed + count("passed") + flaky.length} passed, ${failures.length} failed, ${count("skipped")} skipped`,
);
process.exit(failures.length > 0 ? 1 : 0);

/** Runs the tools that report by their exit code. Each counts as one test. */
async function staticChecks(): Promise<{ passed: number; failed: Failure[] }> {
  const failed: Failure[] = [];
  const checks: [name: string, program: string, args: string[]][] = [
    ["types of routes", bin("@react-router/dev/bin.cjs"), ["typegen"]],
    ["types", bin("typescript/bin/tsc"), ["--noEmit"]],
    ["format and lint", bin("@biomejs/biome/bin/biome"), ["ci", "--error-on-warnings", "."]],
    [
      "import rules",
      bin("dependency-cruiser/bin/dependency-cruiser.mjs"),
      [
        ...["--config", ".dependency-cruiser.mjs"],
        "{app,bench,content,contract,e2e,scripts,server}/**/*.{ts,tsx,mjs}",
      ],
    ],
    ["words", path.join(projectRoot, "scripts/words.ts"), []],
    ["unused code", bin("knip/bin/knip.js"), ["--no-progress"]],
  ];
  for (const [name, program, args] of checks) {
    const { isPassed, output } = await runNode([program, ...args], { isCollected: true });
    console.log(`\n── ${name}\n${output}`);
    if (!isPassed) failed.push({ name, error: output });
  }
  return { passed: checks.length - failed.length, failed };
}

function runJourneys(): Promise<TestRun> {
  return vitest(["--project", "journeys"], browserSettings());
}

async function runAtOddMoments(): Promise<TestRun[]> {
  const runs: TestRun[] = [];
  for (const [name, moment] of oddMoments) {
    console.log(`\n── ${name}`);
    for (const [project, files] of [
      ["unit", timedUnitTests],
      ["journeys", timedJourneys],
    ] as const) {
      const environment = { ...clockAt(moment), ...browserSettings() };
      runs.push(marked(await vitest(["--project", project, ...files], environment), name));
    }
  }
  return runs;
}

async function runForAnotherOwner(): Promise<TestRun[]> {
  console.log("\n── another owner's content");
  const { folder, error } = copyForAnotherOwner();
  const runs: TestRun[] = error ? [{ ...noTests, errors: [{ name: "the build", error }] }] : [];
  // One round is enough.
  const environment = { ...browserSettings(), TEST_LONG: "" };
  for (const [project, files] of [
    ["unit", contentUnitTests],
    ["journeys", contentJourneys],
  ] as const) {
    if (error) break;
    runs.push(await vitest(["--project", project, ...files], environment, folder));
  }
  rmSync(folder, { recursive: true, force: true });
  return runs.map((run) => marked(run, "another owner's content"));
}

/** Returns the run with this text after the name of each test and error. */
function marked({ tests, errors }: TestRun, text: string): TestRun {
  const named = <Named extends { name: string }>(one: Named) => ({
    ...one,
    name: `${one.name} (${text})`,
  });
  return { tests: tests.map(named), files: [], errors: errors.map(named) };
}

/** Runs the files of failed journeys once more, alone. The journeys that pass now are flaky. */
async function retryJourneys(): Promise<FlakyJourney[]> {
  const files = filesToRetry(journeys, known);
  if (files.length === 0) return [];
  console.log(`\n── once more, alone: ${files.join(", ")}`);
  const again = await timed("second runs", () =>
    vitest(["--project", "journeys", "--maxWorkers=1", ...files], browserSettings()),
  );
  if (again.tests.length === 0 || failuresOf(again).length > 0) return [];
  const day = new Date().toISOString().slice(0, 10);
  const flakyNow = failuresOf(journeys).map((failure) => ({ ...failure, day }));
  writeFileSync(flakyFile, `${JSON.stringify([...known, ...flakyNow], null, 2)}\n`);
  return flakyNow;
}

function readFlaky(): FlakyJourney[] {
  return JSON.parse(readFileSync(flakyFile, "utf8"));
}

async function vitest(
  args: string[],
  environment: Record<string, string> = {},
  cwd = projectRoot,
): Promise<TestRun> {
  const folder = mkdtempSync(path.join(tmpdir(), "front-desk-results-"));
  const file = path.join(folder, "results.json");
  const { isPassed } = await runNode(
    [bin("vitest/vitest.mjs"), "run", ...args, "--reporter=default", `--reporter=${reporter}`],
    { environment: { ...environment, TEST_RESULTS: file }, cwd },
  );
  const run = readRun(file) ?? noTests;
  rmSync(folder, { recursive: true, force: true });
  // A run that fails outside any test counts as a failure too.
  const hasBroken = !isPassed && failuresOf(run).length === 0;
  const broken = { name: args.join(" "), error: "Vitest failed outside its tests; see above" };
  return hasBroken ? { ...run, errors: [broken] } : run;
}

function readRun(file: string): TestRun | null {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null;
  }
}

function printSlowest(tests: TestRun["tests"]) {
  const slowest = tests
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, slowestShown);
  console.log(`\nThe slowest ${slowest.length} tests, in seconds:`);
  for (const { file, name, seconds } of slowest)
    console.log(`${seconds.toFixed(1).padStart(7)}  ${file}: ${name}`);
}

async function timed<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const startedAt = Date.now();
  const result = await work();
  minutes.push(`${name} ${Math.round((Date.now() - startedAt) / 1000)} s`);
  return result;
}

type RunOptions = { environment?: object; isCollected?: boolean; cwd?: string };

function runNode(
  args: string[],
  { environment = {}, isCollected = false, cwd = projectRoot }: RunOptions = {},
): Promise<{ isPassed: boolean; output: string }> {
  const child = spawn(process.execPath, args, {
    cwd,
    stdio: [
      "ignore",
      ...(isCollected ? (["pipe", "pipe"] as const) : (["inherit", "inherit"] as const)),
    ],
    env: { ...withoutSettings(process.env), ...(isLong && { TEST_LONG: "1" }), ...environment },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (bytes) => {
      output += bytes;
    });
  return new Promise((resolve) =>
    child.on("close", (code) => resolve({ isPassed: code === 0, output: output.trim() })),
  );
}

/**
 * Returns the environment without the product's settings, because those of your shell must not
 * affect the tests.
 */
function withoutSettings(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const isSetting = (name: string) => name === "NODE_ENV" || settingNames.includes(name);
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !isSetting(name)));
}
