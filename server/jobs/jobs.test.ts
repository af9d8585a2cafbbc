import { expect, inject, onTestFinished, test } from "vitest";
import { z } from "zod";
import { allJobs } from "#server/all-jobs.ts";
import { openTestApp } from "#server/testing/test-app.ts";
import { type JobDefinition, jobHistoryDays, startJobs } from "./jobs.ts";

test("finished jobs are retained for seven days, even in a queue from an earlier version", async () => {
  const testApp = await openTestApp();
  onTestFinished(() => testApp.close());
  const { rows } = await testApp.pool.query("select current_database() as database");
  await testApp.pool.query("update pgboss.queue set deletion_seconds = 60");
  const connection = { ...inject("testServer"), database: rows[0].database };
  const jobs = await startJobs({ connection, log: testApp.deps.log, definitions: allJobs });
  await jobs.stop(1);
  const kept = await testApp.pool.query(
    "select distinct deletion_seconds from pgboss.queue where name not like '\\_\\_pgboss%'",
  );
  expect(jobHistoryDays).toBe(7);
  expect(kept.rows).toEqual([{ deletion_seconds: 7 * 24 * 60 * 60 }]);
});

test("a practice with many imports doesn't block other practices' imports", async () => {
  const testApp = await openTestApp();
  onTestFinished(() => testApp.close());
  const { rows } = await testApp.pool.query("select current_database() as database");
  const connection = { ...inject("testServer"), database: rows[0].database };
  const held = Promise.withResolvers<void>();
  const started: string[] = [];
  const definition: JobDefinition<{ clientId: string; importId: string }> = {
    name: "run-lead-import",
    payload: z.object({ clientId: z.string(), importId: z.string() }),
    ...{ retryLimit: 0, retryDelaySeconds: 1, expireInSeconds: 60 },
    ...{ concurrency: 3, isFetchedSingly: true },
    run: async (_deps, { clientId }) => {
      started.push(clientId);
      await held.promise;
    },
  };
  const { log } = testApp.deps;
  const jobs = await startJobs({ connection, log, definitions: [definition as JobDefinition] });
  const enqueue = (clientId: string) =>
    testApp.deps.db.transaction((tx) =>
      jobs.enqueue(tx, "run-lead-import", { clientId, importId: "one" }),
    );
  await jobs.work(testApp.deps);
  // Enqueues one job at a time, because workers that fetch at the same moment don't see each
  // other's jobs.
  for (let file = 1; file <= 2; file += 1) {
    await enqueue("large");
    await expect.poll(() => started.length).toBe(file);
  }
  for (let file = 3; file <= 5; file += 1) await enqueue("large");
  await enqueue("small");
  await expect.poll(() => started).toEqual(["large", "large", "small"]);
  held.resolve();
  await expect.poll(() => started.length).toBe(6);
  await jobs.stop(1);
});
