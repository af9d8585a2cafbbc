import pg from "pg";
import { pino } from "pino";
import { afterAll, beforeEach, expect, inject, test } from "vitest";
import { makeMetrics } from "./metrics.ts";
import { watchStatements } from "./statements.ts";
import { noTraces } from "./traces.ts";

const logged: { statement: string; ms: number; level: number }[] = [];
const log = pino({}, { write: (line: string) => logged.push(JSON.parse(line)) });
const pools: pg.Pool[] = [];
beforeEach(() => {
  logged.length = 0;
});
afterAll(() => Promise.all(pools.map((pool) => pool.end())));

function openPool(limitMs: number) {
  const metrics = makeMetrics();
  const pool = new pg.Pool({ ...inject("testServer"), database: "postgres", max: 1 });
  watchStatements(pool, { limitMs, log, metrics, traces: noTraces });
  pools.push(pool);
  return { pool, metrics };
}

/** A limit that every statement exceeds. */
const always = 0.000_001;

test("a slow statement is logged with its text, but without its parameters", async () => {
  const { pool, metrics } = openPool(always);
  await pool.query("select $1::text\n  as name", ["Ada"]);
  const client = await pool.connect();
  await client.query({ text: "select $1::text", values: ["Grace"], name: "named" });
  client.release();
  const statements = logged.map(({ statement }) => statement);
  expect(statements).toEqual(["select $1::text as name", "select $1::text"]);
  expect(JSON.stringify(logged)).not.toMatch(/Ada|Grace/);
  expect(metrics.write()).toContain("frontdesk_database_slow_statements_total 2");
});

test("a slow statement that fails is logged, and the caller still gets its error", async () => {
  const { pool } = openPool(always);
  await expect(pool.query("select 1 / $1::int", [0])).rejects.toThrow("division by zero");
  const client = await pool.connect();
  await expect(client.query("select 1 / $1::int", [0])).rejects.toThrow("division by zero");
  client.release();
  expect(logged).toHaveLength(2);
});

test("a fast statement isn't logged, and a limit of 0 turns logging off", async () => {
  for (const limitMs of [60_000, 0]) await openPool(limitMs).pool.query("select pg_sleep(0.01)");
  expect(logged).toEqual([]);
});
