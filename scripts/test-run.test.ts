import { expect, test } from "vitest";
import { type Failure, failuresOf, filesToRetry, summaryOf, type TestRun } from "./test-run.ts";

function runWith(failed: string[], errors: Failure[] = []): TestRun {
  const tests = failed.map((file) => ({
    ...{ file, name: "a lead is called", state: "failed" as const },
    ...{ seconds: 1, error: "It did not become so in time" },
  }));
  return { tests, files: [], errors };
}

test("the summary of a failed run has each failure's name and first error", () => {
  const failures = failuresOf(runWith(["e2e/queue.spec.ts"], [{ name: "types", error: "TS2345" }]));
  expect(summaryOf(failures)).toEqual([
    "2 failed:",
    "✗ e2e/queue.spec.ts: a lead is called",
    "    It did not become so in time",
    "✗ types",
    "    TS2345",
  ]);
});

test.each([1, 7, 58, 59, 2000])("the summary of %i failures has at most 60 lines", (count) => {
  const error = Array.from({ length: 40 }, (_, line) => `${line} `.repeat(300)).join("\n");
  const lines = summaryOf(Array.from({ length: count }, () => ({ name: "a test", error })));
  expect(lines.length).toBeLessThanOrEqual(60);
  expect(lines.filter((line) => line.startsWith("✗"))).toHaveLength(Math.min(count, 58));
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(200);
});

test("up to three failed journeys are run once more", () => {
  const files = ["e2e/queue.spec.ts", "e2e/queue.spec.ts", "e2e/archive.spec.ts"];
  expect(filesToRetry(runWith(files), [])).toEqual(["e2e/queue.spec.ts", "e2e/archive.spec.ts"]);
  expect(filesToRetry(runWith([...files, "e2e/proof.spec.ts"]), [])).toEqual([]);
});

test("a journey isn't run again if it's already known to be flaky", () => {
  const name = "e2e/queue.spec.ts: a lead is called";
  const known = [{ name, day: "2026-03-09", error: "It did not become so in time" }];
  expect(filesToRetry(runWith(["e2e/queue.spec.ts"]), known)).toEqual([]);
  expect(filesToRetry(runWith(["e2e/archive.spec.ts"]), known)).toEqual(["e2e/archive.spec.ts"]);
});

test.each([
  "e2e/nothing-acknowledged-is-lost.spec.ts",
  "e2e/no-call-is-lost.spec.ts",
  "server/db/embedded.test.ts",
])("a failed test of stored data isn't run again: %s", (file) => {
  expect(filesToRetry(runWith([file, "e2e/queue.spec.ts"]), [])).toEqual([]);
});

test("journeys aren't run again after an error outside any test", () => {
  const errors = [{ name: "e2e/queue.spec.ts", error: "The product did not start" }];
  expect(filesToRetry(runWith(["e2e/archive.spec.ts"], errors), [])).toEqual([]);
});
