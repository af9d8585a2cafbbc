import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp.close());

test("losing a connection during a transaction fails the transaction, but the process continues", async () => {
  const { db } = testApp.deps;
  const isCut = Promise.withResolvers<void>();
  testApp.pool.once("acquire", (client) => client.once("end", isCut.resolve));
  const died = db.transaction(async (tx) => {
    const { rows } = await tx.execute(sql`select pg_backend_pid() as pid`);
    await db.execute(sql`select pg_terminate_backend(${rows[0]?.pid})`);
    // The disconnect must arrive while the transaction's connection is idle.
    await isCut.promise;
    await tx.execute(sql`select 1`);
  });
  await expect(died).rejects.toThrow();
  const { rows } = await db.execute(sql`select 'still here' as answer`);
  expect(rows).toEqual([{ answer: "still here" }]);
});
