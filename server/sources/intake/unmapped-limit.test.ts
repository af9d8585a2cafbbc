import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makeKeyedSource } from "#server/db/make.ts";
import { sourceDeliveries } from "#server/db/schema.ts";
import { signInClient } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";
import { unmappedLimit } from "./unmapped-limit.ts";

let testApp: TestApp;
let clientId: string;
let source: Awaited<ReturnType<typeof makeKeyedSource>>;
beforeAll(async () => {
  testApp = await openTestApp();
});
beforeEach(async () => {
  clientId = (await signInClient(testApp)).clientId;
  source = await makeKeyedSource(testApp.deps, clientId, "webhook");
});
afterAll(() => testApp.close());

test("the limit on unmapped bodies is exact even if many arrive at the same time", async () => {
  await fill(unmappedLimit.count - 3, "{}");
  const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => post({ index })));
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses).toEqual([202, 202, 202, 429, 429, 429, 429, 429]);
  const refused = answers.find(({ status }) => status === 429);
  expect(refused?.headers.get("Retry-After")).toBe("3600");
  expect(await count("unmapped")).toBe(unmappedLimit.count);
  expect(await reasons()).toEqual(new Set(["full"]));
});

test("a few large bodies reach the limit too", async () => {
  await fill(Math.floor(unmappedLimit.bytes / 60_000), "x".repeat(60_000));
  expect((await post({ text: "y".repeat(50_000) })).status).toBe(429);
  expect((await post({ text: "short" })).status).toBe(202);
});

test("a source at its limit still accepts a body with contact details, and another source isn't affected", async () => {
  await fill(unmappedLimit.count, "{}");
  expect((await post({ wish: "nobody" })).status).toBe(429);
  expect((await post({ name: "Ada King", phone: "8135550188" })).status).toBe(201);
  const other = await makeKeyedSource(testApp.deps, clientId, "webhook");
  expect((await post({ wish: "nobody" }, other.formKey)).status).toBe(202);
});

test.each([
  ["erased bodies", { body: "" }],
  ["bodies that became leads", { result: "lead" }],
] as const)("%s no longer count toward the limit", async (_, change) => {
  await fill(unmappedLimit.count, "{}");
  expect((await post({ wish: "nobody" })).status).toBe(429);
  await testApp.deps.db
    .update(sourceDeliveries)
    .set(change)
    .where(eq(sourceDeliveries.sourceId, source.sourceId));
  expect((await post({ wish: "nobody" })).status).toBe(202);
});

function post(json: object, key = source.formKey) {
  return testApp.request("POST", `/api/intake/webhook/${key}`, { json });
}

async function fill(rows: number, body: string) {
  const row = {
    ...{ clientId, sourceId: source.sourceId, body, isFormEncoded: false },
    ...{ result: "unmapped" as const, receivedAt: testApp.deps.now() },
  };
  await testApp.deps.db.insert(sourceDeliveries).values(Array.from({ length: rows }, () => row));
}

function count(result: "unmapped") {
  return testApp.deps.db.$count(sourceDeliveries, isOf(result));
}

async function reasons() {
  const rows = await testApp.deps.db.select().from(sourceDeliveries).where(isOf("refused"));
  return new Set(rows.map(({ reason }) => reason));
}

function isOf(result: "unmapped" | "refused") {
  const { sourceId } = source;
  return and(eq(sourceDeliveries.sourceId, sourceId), eq(sourceDeliveries.result, result));
}
