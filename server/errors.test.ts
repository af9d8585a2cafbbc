// What a request is answered that the database could not serve.
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";
import { answerError } from "./errors.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp.close());

test("of two who wait for each other one is told to try again", async () => {
  const lockBoth = (first: number, second: number) =>
    testApp.deps.db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${first}::bigint)`);
      await bothHoldTheirFirst();
      await tx.execute(sql`select pg_advisory_xact_lock(${second}::bigint)`);
    });
  const fates = await Promise.allSettled([lockBoth(1, 2), lockBoth(2, 1)]);
  const refused = fates.filter((fate) => fate.status === "rejected");
  expect(refused.map(({ reason }) => answerError(reason))).toMatchObject([
    { body: { code: "unavailable", status: 503 }, headers: { "Retry-After": "5" } },
  ]);
});

test("what nobody foresaw stays an error of ours", () => {
  expect(answerError(new Error("a bug")).body.status).toBe(500);
});

let holding = 0;

async function bothHoldTheirFirst() {
  holding += 1;
  await expect.poll(() => holding).toBe(2);
}
