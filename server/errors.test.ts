// The API's responses when the database can't serve a request.
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";
import { answerError } from "./errors.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp.close());

test("the error of a deadlock's victim becomes a 503 with Retry-After", async () => {
  const lockBoth = (first: number, second: number) =>
    testApp.deps.db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${first}::bigint)`);
      await bothHoldFirstLock();
      await tx.execute(sql`select pg_advisory_xact_lock(${second}::bigint)`);
    });
  const outcomes = await Promise.allSettled([lockBoth(1, 2), lockBoth(2, 1)]);
  const refused = outcomes.filter((outcome) => outcome.status === "rejected");
  expect(refused.map(({ reason }) => answerError(reason))).toMatchObject([
    { body: { code: "unavailable", status: 503 }, headers: { "Retry-After": "5" } },
  ]);
});

test.each([
  ["53100", "the disk is full"],
  ["53200", "out of memory"],
  ["58030", "the disk cannot be read or written"],
])("PostgreSQL error %s (%s) becomes a 503 with Retry-After", (code) => {
  const failed = new Error("Failed query", { cause: Object.assign(new Error("PANIC"), { code }) });
  expect(answerError(failed)).toMatchObject({
    ...{ body: { code: "unavailable", status: 503 }, headers: { "Retry-After": "5" } },
  });
});

test("an unexpected error becomes a 500", () => {
  expect(answerError(new Error("unexpected error")).body.status).toBe(500);
});

let holding = 0;

async function bothHoldFirstLock() {
  holding += 1;
  await expect.poll(() => holding).toBe(2);
}
