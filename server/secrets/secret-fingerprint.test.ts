import { afterAll, beforeAll, expect, test } from "vitest";
import { BadConfig } from "#server/config.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";
import { acceptSecret, refuseOtherSecret } from "./secret-fingerprint.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp.close());

const first = "the first machine's secret, long enough";
const other = "another machine's secret, long enough";

test("the first secret is recorded; a machine with a different one stops with a one-line error", async () => {
  const { db } = testApp.deps;
  await Promise.all([1, 2, 3].map(() => refuseOtherSecret(db, first)));
  await refuseOtherSecret(db, first);
  const refused = refuseOtherSecret(db, other);
  await expect(refused).rejects.toThrow(BadConfig);
  await expect(refused).rejects.toThrow(/^SECRET [^\n]+ npm run admin -- accept-secret$/);
});

test("an accepted secret replaces the first", async () => {
  const { db } = testApp.deps;
  await acceptSecret(db, other);
  await refuseOtherSecret(db, other);
  await expect(refuseOtherSecret(db, first)).rejects.toThrow(BadConfig);
});

test("the database doesn't contain the secret itself", async () => {
  const { rows } = await testApp.pool.query("select fingerprint from secret_fingerprint");
  expect(rows).toHaveLength(1);
  expect(rows[0].fingerprint).not.toContain(other);
});
