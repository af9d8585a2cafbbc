// `npm test`: every check there is, one after the other, and one line at the end that counts them.
// `--fast` (npm run check): without the browser and without whole processes.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { projectRoot } from "#server/root.ts";
import { findBrowser } from "./browser.ts";

type Result = { passed: number; failed: number; skipped: number; secondTries?: string[] };

const isFast = process.argv.includes("--fast");
const bin = (name: string) => path.join(projectRoot, "node_modules", name);

const results: Result[] = [
  check("types", bin("@react-router/dev/bin.cjs"), ["typegen"]),
  check("types", bin("typescript/bin/tsc"), ["--noEmit"]),
  check("format and lint", bin("@biomejs/biome/bin/biome"), ["ci", "--error-on-warnings", "."]),
  check("borders", bin("oxlint/bin/oxlint"), ["--deny-warnings"]),
  check("unused code", bin("knip/bin/knip.js"), ["--no-progress"]),
  vitest("unit"),
  ...(isFast ? [] : [vitest("journeys", { BROWSER_PATH: findBrowser() })]),
];

const secondTries = results.flatMap((result) => result.secondTries ?? []);
if (secondTries.length > 0) {
  console.log(
    `\nPassed only when tried again, which wants mending:\n  ${secondTries.join("\n  ")}`,
  );
}
const total = results.reduce((sum, one) => ({
  passed: sum.passed + one.passed,
  failed: sum.failed + one.failed,
  skipped: sum.skipped + one.skipped,
}));
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exit(total.failed > 0 ? 1 : 0);

/** A tool that says by its exit code whether all is well counts as one test. */
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
  // A run that broke outside of any test (a set-up, an unhandled error) is a failure too.
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
      secondTries: json.testResults.flatMap((file: TestFile) =>
        file.assertionResults.filter(hasFailedFirst).map(whatFailedFirst),
      ),
    };
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

type TestFile = { assertionResults: Tried[] };
type Tried = { fullName: string; status: string; failureMessages: string[] };

/** What went wrong at the first try stays with a test that passed at the next. */
function hasFailedFirst(test: Tried): boolean {
  return test.status === "passed" && test.failureMessages.length > 0;
}

function whatFailedFirst({ fullName, failureMessages }: Tried): string {
  const reason = failureMessages.join("\n").split("\n").slice(0, 8);
  return [fullName, ...reason].join("\n    ");
}

function runNode(args: string[], environment: Record<string, string> = {}) {
  return spawnSync(process.execPath, args, {
    cwd: projectRoot,
    stdio: "inherit",
    env: { ...withoutSettings(process.env), ...environment },
  });
}

/** The product's own settings, if somebody has them set, are none of the tests' business. */
function withoutSettings(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const settings =
    /^(PORT|HOST|ORIGIN|DATA_DIR|DATABASE_URL|SECRET|SMTP_URL|MAIL_FROM|CAPTCHA_|RATE_LIMIT_|TRUSTED_|META_|SPLASH_MS|LOG_LEVEL|NODE_ENV)/;
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !settings.test(name)));
}
