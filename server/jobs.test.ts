import { expect, inject, onTestFinished, test } from "vitest";
import { allJobs } from "./all-jobs.ts";
import { jobHistoryDays, startJobs } from "./jobs.ts";
import { openTestApp } from "./testing/test-app.ts";

test("a queue keeps its jobs that are over for seven days, also one of an earlier version", async () => {
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
