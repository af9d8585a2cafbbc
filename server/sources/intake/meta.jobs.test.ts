import { PgBoss } from "pg-boss";
import { afterAll, beforeAll, expect, test } from "vitest";
import { allJobs } from "#server/all-jobs.ts";
import { startJobs } from "#server/jobs/jobs.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";

const hour = 60 * 60;

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp.close());

test("fetching a lead is retried for over 36 hours, at first within seconds and later at least once an hour", async () => {
  const { host, port, user, database } = testApp.pool.options;
  const connection = { host, port, user, database };
  const jobs = await startJobs({ connection, log: testApp.deps.log, definitions: allJobs });
  await testApp.deps.db.transaction((tx) =>
    jobs.enqueue(tx, "fetch-announced-lead", { platformLeadId: "123" }),
  );
  const boss = new PgBoss({ ...connection, max: 1, supervise: false, schedule: false });
  await boss.start();
  const waits: number[] = [];
  for (let state = "retry"; state === "retry"; ) {
    const [job] = await boss.fetch("fetch-announced-lead");
    if (!job) throw new Error("No job was due");
    await boss.fail("fetch-announced-lead", job.id);
    const { rows } = await testApp.pool.query(
      `select state, extract(epoch from start_after - now())::float as wait from pgboss.job
       where name = 'fetch-announced-lead'`,
    );
    state = rows[0].state;
    if (state === "retry") waits.push(rows[0].wait);
    await testApp.pool.query("update pgboss.job set start_after = now() where state = 'retry'");
  }
  await boss.stop({ graceful: false });
  await jobs.stop(1);
  const whole = waits.reduce((sum, wait) => sum + wait, 0);
  expect(waits[0]).toBeLessThanOrEqual(4);
  expect(Math.max(...waits)).toBeLessThanOrEqual(hour);
  expect(whole).toBeGreaterThan(36 * hour);
  expect(whole).toBeLessThan(42 * hour);
});
