// `npm test`: every check, one after the other, and one line at the end that counts them.
// `--fast` (npm run check): without the browser and without starting the product. `--long` (npm run
// test:long): the same checks, with more rounds of every drill and property.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { projectRoot } from "#server/root.ts";
import { findBrowser } from "./browser.ts";

type Result = { passed: number; failed: number; skipped: number; timed?: Timed[] };
type Timed = { name: string; seconds: number };

const isFast = process.argv.includes("--fast");
const isLong = process.argv.includes("--long");
const slowestShown = 20;
const bin = (name: string) => path.join(projectRoot, "node_modules", name);

const results: Result[] = [
  check("types", bin("@react-router/dev/bin.cjs"), ["typegen"]),
  check("types", bin("typescript/bin/tsc"), ["--noEmit"]),
  check("format and lint", bin("@biomejs/biome/bin/biome"), ["ci", "--error-on-warnings", "."]),
  check("import rules", bin("dependency-cruiser/bin/dependency-cruiser.mjs"), [
    ...["--config", ".dependency-cruiser.mjs"],
    "{app,bench,content,contract,e2e,scripts,server}/**/*.{ts,tsx,mjs}",
  ]),
  check("words", path.join(projectRoot, "scripts/words.ts"), []),
  check("unused code", bin("knip/bin/knip.js"), ["--no-progress"]),
  vitest("unit"),
  ...(isFast ? [] : [vitest("journeys", { BROWSER_PATH: findBrowser() })]),
];

const slowest = results
  .flatMap((result) => result.timed ?? [])
  .toSorted((one, other) => other.seconds - one.seconds)
  .slice(0, slowestShown);
console.log(`\nThe slowest ${slowest.length} tests, in seconds:`);
for (const { name, seconds } of slowest) console.log(`${seconds.toFixed(1).padStart(7)}  ${name}`);
const total = results.reduce((sum, one) => ({
  passed: sum.passed + one.passed,
  failed: sum.failed + one.failed,
  skipped: sum.skipped + one.skipped,
}));
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exit(total.failed > 0 ? 1 : 0);

/** A tool that reports by its exit code counts as one test. */
function check(name: string, program: string, args: string[]): Result {
  console.log(`\n── ${name}`);
  const { status } = runNode([program, ...args]);
  return status === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 };
}

function vitest(project: string, environment: Record<string, string> = {}): Result {
  console.log(`\n── ${project}`);
  const folder = mkdtempSync(path.join(tmpdir(), "front-desk-results-"));
  const file = path.join(folder, "results.json");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const { status } = runNode(
    [bin("vitest/vitest.mjs"), "run", "--project", project, ...reporters],
    environment,
  );
  const counted = readCounts(file);
  rmSync(folder, { recursive: true, force: true });
  // A run that fails outside any test (setup, an unhandled error) is a failure too.
  const hasBroken = status !== 0 && counted.failed === 0;
  return hasBroken ? { ...counted, failed: 1 } : counted;
}

function readCounts(file: string): Result {
  try {
    const json = JSON.parse(readFileSync(file, "utf8"));
    return {
      passed: json.numPassedTests,
      failed: json.numFailedTests,
      skipped: json.numPendingTests + json.numTodoTests,
      timed: json.testResults.flatMap(timesOf),
    };
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

type TestFile = { name: string; assertionResults: { fullName: string; duration?: number }[] };

function timesOf({ name, assertionResults }: TestFile): Timed[] {
  const file = path.relative(projectRoot, name);
  return assertionResults.map(({ fullName, duration = 0 }) => ({
    name: `${file}: ${fullName}`,
    seconds: duration / 1000,
  }));
}

function runNode(args: string[], environment: Record<string, string> = {}) {
  return spawnSync(process.execPath, args, {
    cwd: projectRoot,
    stdio: "inherit",
    env: { ...withoutSettings(process.env), ...(isLong && { TEST_LONG: "1" }), ...environment },
  });
}

/** Settings of the product that are set in your shell must not affect the tests. */
function withoutSettings(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const settings =
    /^(PORT|HOST|ORIGIN|DATA_DIR|DATABASE_URL|BACKUP|SECRET|SMTP_URL|MAIL_FROM|CAPTCHA_|RATE_LIMIT_|TRUSTED_|META_|PUSH_|SMS_|DRAIN_|METRICS_|OTEL_|SLOW_QUERY_MS|SPLASH_MS|LOG_LEVEL|NODE_ENV)/;
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !settings.test(name)));
}
