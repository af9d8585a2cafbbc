import { defineConfig } from "vitest/config";
import { costComparisons } from "./scripts/cost-comparisons.ts";
import { inlineScript } from "./scripts/inline-script.ts";
import { LongestFirst } from "./scripts/longest-first.ts";
import { usualOfficeHours } from "./scripts/usual-office-hours.ts";

const isLong = process.env.TEST_LONG === "1";

const longOnly = isLong ? [] : costComparisons;

export default defineConfig({
  plugins: [inlineScript()],
  test: {
    // Silence is enforced: an unexpected word on the console fails the test that said it.
    setupFiles: ["./server/testing/fail-on-console.ts"],
    // `npm run test:long`: drills and properties ask `inject("isLong")` how many rounds they run.
    // `KEEP_DATABASE=1`: server/db/released-database.test.ts leaves a fixture of this version.
    provide: {
      isLong,
      keepsDatabase: process.env.KEEP_DATABASE === "1",
      // `npm run test:cluster`.
      cluster: JSON.parse(process.env.TEST_CLUSTER ?? "null"),
      // `npm run soak`.
      soak: JSON.parse(process.env.TEST_SOAK ?? "null"),
    },
    // A journey that failed has closed its page, and what it would have waited for next rejects. Its
    // own failure is reported; this one isn't a second.
    onUnhandledError: ({ message }) =>
      !message.includes("Target page, context or browser has been closed"),
    // What the files share is read once by each worker: none changes it, and each begins with a
    // database or a product of its own.
    isolate: false,
    // Files that share a worker must pass in any order.
    sequence: isLong ? { shuffle: { files: true } } : { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        plugins: [usualOfficeHours()],
        test: {
          name: "unit",
          include: ["{app,content,contract,server,scripts}/**/*.test.{ts,tsx}"],
          exclude: ["server/db/embedded.test.ts", ...longOnly],
          setupFiles: ["./server/testing/fail-on-rejections.ts", "./server/testing/fixed-seed.ts"],
          globalSetup: ["./server/testing/database-server.ts"],
          // Vitest keeps one core free unless told; on two cores that is half of them.
          maxWorkers: "100%",
          // On a busy machine an event may take long; a second, as Vitest has it, is too little.
          expect: { poll: { timeout: 30_000 } },
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: "journeys",
          include: ["e2e/**/*.spec.ts", "server/db/embedded.test.ts"],
          exclude: longOnly,
          setupFiles: ["./e2e/print-histories.ts"],
          globalSetup: ["./e2e/data-folder-template.ts"],
          // Whole processes and a browser each: two at a time, as they mostly wait.
          maxWorkers: 2,
          // What a person waits for may take long there; a second, as Vitest has it, is too little.
          expect: { poll: { timeout: 90_000 } },
          testTimeout: 240_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          // Outside `npm test`: they need a machine of their own.
          name: "drills",
          include: ["e2e/**/*.drill.ts"],
          globalSetup: ["./e2e/data-folder-template.ts"],
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: "soak",
          include: ["e2e/**/*.soak.ts"],
          globalSetup: ["./e2e/data-folder-template.ts"],
          hookTimeout: 600_000,
        },
      },
      {
        extends: true,
        test: {
          // `npm run test:cluster`: the server's tests on a cluster, one file at a time.
          name: "cluster",
          include: ["server/**/*.test.ts"],
          // They make, restore or look into whole databases of one server.
          exclude: [
            "server/{db,operations/backups}/**",
            "server/{jobs/jobs,observe/statements}.test.ts",
          ],
          setupFiles: ["./server/testing/fail-on-rejections.ts", "./server/testing/fixed-seed.ts"],
          globalSetup: ["./server/testing/cluster-databases.ts"],
          maxWorkers: 1,
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        extends: true,
        test: {
          // The same: whole processes on a cluster.
          name: "cluster-processes",
          include: ["e2e/**/*.cluster.ts", "e2e/three-processes.spec.ts"],
          globalSetup: ["./e2e/data-folder-template.ts", "./server/testing/cluster-databases.ts"],
          maxWorkers: 1,
          testTimeout: 600_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
