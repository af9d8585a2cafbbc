import { defineConfig } from "vitest/config";
import { inlineScript } from "./scripts/inline-script.ts";
import { LongestFirst } from "./scripts/longest-first.ts";

export default defineConfig({
  plugins: [inlineScript()],
  test: {
    // Silence is enforced: an unexpected word on the console fails the test that said it.
    setupFiles: ["./server/testing/fail-on-console.ts"],
    // `npm run test:long`: drills and properties ask `inject("isLong")` how many rounds they run.
    provide: { isLong: process.env.TEST_LONG === "1" },
    // What the files share is read once by each worker: none changes it, and each begins with a
    // database or a product of its own.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["{app,content,contract,server,scripts}/**/*.test.{ts,tsx}"],
          exclude: ["server/db/embedded.test.ts"],
          setupFiles: ["./server/testing/fail-on-rejections.ts"],
          globalSetup: ["./server/testing/database-server.ts"],
          // Vitest keeps one core free unless told; on two cores that is half of them.
          maxWorkers: "100%",
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: "journeys",
          include: ["e2e/**/*.spec.ts", "server/db/embedded.test.ts"],
          globalSetup: ["./e2e/data-folder-template.ts"],
          // Whole processes and a browser each: two at a time, as they mostly wait.
          maxWorkers: 2,
          // What a person waits for may take long there; a second, as Vitest has it, is too little.
          expect: { poll: { timeout: 30_000 } },
          testTimeout: 240_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
