import { defineConfig } from "vitest/config";
import { inlineScript } from "./scripts/inline-script.ts";

export default defineConfig({
  plugins: [inlineScript()],
  test: {
    // Silence is enforced: an unexpected word on the console fails the test that said it.
    setupFiles: ["./server/testing/silence.ts"],
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["{app,content,contract,server,scripts}/**/*.test.{ts,tsx}"],
          exclude: ["server/db/embedded.test.ts"],
          globalSetup: ["./server/testing/database-server.ts"],
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: {
          name: "journeys",
          include: ["e2e/**/*.spec.ts", "server/db/embedded.test.ts"],
          // Whole processes and a browser each: two at a time, as they mostly wait.
          maxWorkers: 2,
          testTimeout: 240_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
