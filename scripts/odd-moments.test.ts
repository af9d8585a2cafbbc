// The lists of tests by name: a name without a file would silently select nothing.
import { existsSync, globSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "#server/root.ts";
import { contentJourneys, contentUnitTests } from "./another-owner.ts";
import { costComparisons } from "./cost-comparisons.ts";
import { timedJourneys, timedUnitTests } from "./odd-moments.ts";
import { runOnce } from "./test-run.ts";

test("each listed test exists", () => {
  const files = [
    ...[...costComparisons, ...timedJourneys, ...timedUnitTests],
    ...[...contentJourneys, ...contentUnitTests],
  ];
  expect(files.filter((file) => !existsSync(path.join(projectRoot, file)))).toEqual([]);
  const all = globSync(["e2e/*.spec.ts", "server/**/*.test.ts"], { cwd: projectRoot }).join("\n");
  expect(runOnce.filter((name) => !all.includes(`/${name}.`))).toEqual([]);
});
