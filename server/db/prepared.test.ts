import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeInquiry } from "#server/db/make.ts";
import { signInClient } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";
import { cachedQuery } from "./prepared.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp.close());

test("the cache stores a limited number of query shapes and evicts the least recently used", () => {
  const built: number[] = [];
  const query = cachedQuery((_, shape: number) => {
    built.push(shape);
    return { shape };
  });
  const ask = (shape: number) => expect(query(testApp.deps.db, shape)).toEqual({ shape });
  for (let shape = 0; shape < 5000; shape += 1) {
    ask(shape);
    // Shape 0 is used throughout, so it stays in the cache.
    ask(0);
  }
  const newest = Array.from({ length: 60 }, (_, index) => 4999 - index);
  built.length = 0;
  for (const shape of [0, ...newest]) ask(shape);
  expect(built).toEqual([]);
  ask(1);
  expect(built).toEqual([1]);
});

test("each connection keeps a limited number of prepared statements, even after it has run thousands", async () => {
  const query = cachedQuery((db, shape: number) =>
    db
      .select({ shape: sql<number>`${sql.raw(String(shape))}` })
      .from(sql`(select 1) as one`)
      .prepare(`shape-${shape}`),
  );
  for (let shape = 0; shape < 3000; shape += 20) {
    await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const rows = await query(testApp.deps.db, shape + index).execute();
        expect(rows).toEqual([{ shape: shape + index }]);
      }),
    );
  }
  for (let shape = 0; shape < 3000; shape += 1) await query(testApp.deps.db, shape).execute();
  // Each connection reports only its own statements.
  const counts = await Promise.all(
    Array.from({ length: 20 }, () =>
      testApp.pool.query(
        "select count(*)::int as kept, pg_sleep(0.05) from pg_prepared_statements",
      ),
    ),
  );
  for (const { rows } of counts) expect(rows[0].kept).toBeLessThanOrEqual(201);
});

test("pages have the requested length and share a few prepared statements, whatever their length", async () => {
  const { clientId, token } = await signInClient(testApp);
  for (let index = 0; index < 30; index += 1) {
    await makeInquiry(testApp.deps, clientId, { firstName: `Name${index}` });
    testApp.clock.forward(1000);
  }
  for (let limit = 1; limit <= 50; limit += 1) {
    const path = `/api/leads/new?sort=newest&limit=${limit}`;
    const { body } = await testApp.request("GET", path, { token });
    expect(body.leads).toHaveLength(Math.min(limit, 30));
    expect(body.leads.at(-1).firstName).toBe(`Name${30 - Math.min(limit, 30)}`);
    expect(body.nextCursor === null).toBe(limit >= 30);
    await testApp.request("GET", `/api/leads/archive?list=leads&limit=${limit}`, { token });
  }
  const { rows } = await testApp.pool.query(
    "select name from pg_prepared_statements where name ~ '^(queue-newest|archive)' order by name",
  );
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.length).toBeLessThanOrEqual(4);
});
