// Writes what `scripts/test.ts` reads after a Vitest run: the result of each test, and the errors
// outside tests.
import { writeFileSync } from "node:fs";
import type { Reporter, SerializedError, TestCase, TestModule } from "vitest/node";
import type { Failure, TestRun } from "./test-run.ts";

/** Writes a `TestRun` as JSON to the file named by `TEST_RESULTS`. */
export default class ResultsFile implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    const run: TestRun = {
      tests: modules.flatMap((module) => [...module.children.allTests()].map(resultOf)),
      files: modules.map((module) => ({
        file: module.relativeModuleId,
        seconds: module.diagnostic().duration / 1000,
      })),
      errors: [
        ...modules.flatMap(errorsOutsideTests),
        ...unhandledErrors.map(({ message }) => ({ name: "outside any test", error: message })),
      ],
    };
    writeFileSync(process.env.TEST_RESULTS ?? "", JSON.stringify(run));
  }
}

function resultOf(test: TestCase): TestRun["tests"][number] {
  const { state, errors } = test.result();
  return {
    file: test.module.relativeModuleId,
    name: test.fullName,
    state: state === "passed" || state === "failed" ? state : "skipped",
    seconds: (test.diagnostic()?.duration ?? 0) / 1000,
    ...(errors?.[0] && { error: errors[0].message }),
  };
}

/** Returns the errors of a file that can't be loaded, or whose setup or teardown fails. */
function errorsOutsideTests(module: TestModule): Failure[] {
  const suites = [...module.children.allSuites()].flatMap((suite) => suite.errors());
  const errors = [...module.errors(), ...suites];
  return errors.map(({ message }) => ({ name: module.relativeModuleId, error: message }));
}
