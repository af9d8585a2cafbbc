import { PgBoss } from "pg-boss";
import { afterAll, beforeAll, expect, test } from "vitest";
import { allJobs } from "#server/all-jobs.ts";
import { startJobs } from "#server/jobs.ts";
import { type House, openHouse } from "#server/testing/house.ts";

const hour = 60 * 60;

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

test("a lead that Graph does not hand over is tried for 36 hours, soon at first and hourly later", async () => {
  const { host, port, user, database } = house.pool.options;
  const connection = { host, port, user, database };
  const jobs = await startJobs({ connection, log: house.deps.log, definitions: allJobs });
  await house.deps.db.transaction((tx) =>
    jobs.enqueue(tx, "fetch-announced-lead", { platformLeadId: "123" }),
  );
  const boss = new PgBoss({ ...connection, max: 1, supervise: false, schedule: false });
  await boss.start();
  const waits: number[] = [];
  for (let state = "retry"; state === "retry"; ) {
    const [job] = await boss.fetch("fetch-announced-lead");
    if (!job) throw new Error("No job was due");
    await boss.fail("fetch-announced-lead", job.id);
    const { rows } = await house.pool.query(
      `select state, extract(epoch from start_after - now())::float as wait from pgboss.job
       where name = 'fetch-announced-lead'`,
    );
    state = rows[0].state;
    if (state === "retry") waits.push(rows[0].wait);
    await house.pool.query("update pgboss.job set start_after = now() where state = 'retry'");
  }
  await boss.stop({ graceful: false });
  await jobs.stop(1);
  const whole = waits.reduce((sum, wait) => sum + wait, 0);
  expect(waits[0]).toBeLessThanOrEqual(4);
  expect(Math.max(...waits)).toBeLessThanOrEqual(hour);
  expect(whole).toBeGreaterThan(36 * hour);
  expect(whole).toBeLessThan(42 * hour);
});
