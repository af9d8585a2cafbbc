// Compares the list of places with PostgreSQL's tables and with what a Citus cluster can store.
// `npm run test:cluster` applies the list to a real cluster.
import { afterAll, beforeAll, expect, test } from "vitest";
import { clusterWords } from "#content/command-line.ts";
import { droppedKeys, places } from "#server/db/distribution.ts";
import { practiceTables, tables } from "#server/testing/practice-tables.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";
import { distribute, findTablesLeft } from "./distribute.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp.close());

const on = new Map(places.map((place) => [place.table, place.on]));

test("every table has exactly one place in the cluster", () => {
  expect(places.map(({ table }) => table).toSorted()).toEqual([...tables.keys()].toSorted());
});

test("only tables with client_id are distributed by practice, and every other table's place has a reason", () => {
  for (const place of places) {
    if (place.on === "practice") expect(practiceTables).toContain(place.table);
    else expect(place.reason).toMatch(/\.$/);
  }
});

test("every unique index of a distributed table begins with client_id", async () => {
  const { rows } = await testApp.pool.query<{ table: string; index: string; first: string }>(`
    select indrelid::regclass::text as table, indexrelid::regclass::text as index,
      pg_get_indexdef(indexrelid, 1, true) as first
    from pg_index join pg_class on pg_class.oid = indrelid
    where (indisunique or indisexclusion) and relnamespace = 'public'::regnamespace`);
  const spread = rows.filter(({ table }) => on.get(table) === "practice");
  expect(spread.filter(({ first }) => first !== "client_id")).toEqual([]);
  expect(spread.length).toBeGreaterThan(20);
});

/**
 * For each place of a table, where the tables that its foreign keys refer to may be in a cluster.
 */
const mayReferTo: Record<string, string[]> = {
  practice: ["practice", "everywhere"],
  everywhere: ["everywhere", "coordinator"],
  coordinator: ["everywhere", "coordinator"],
};

test("the listed foreign keys that a cluster drops are exactly those that it can't have", async () => {
  const { rows } = await testApp.pool.query<{ table: string; to: string; columns: string[] }>(`
    select conrelid::regclass::text as table, confrelid::regclass::text as to,
      array(select attname::text from unnest(conkey) with ordinality as key (number, place)
        join pg_attribute on attrelid = conrelid and attnum = number order by place) as columns
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`);
  const between = ({ table = "", to = "" }) => [on.get(table) ?? "", on.get(to) ?? ""] as const;
  const impossible = rows.filter((key) => {
    const [from, to] = between(key);
    const isTogether = from !== "practice" || to !== "practice" || key.columns[0] === "client_id";
    return !mayReferTo[from]?.includes(to) || !isTogether;
  });
  const name = ({ table, to }: { table: string; to: string }) => `${table} to ${to}`;
  expect(impossible.map(name).toSorted()).toEqual(droppedKeys.map(name).toSorted());
});

test("every table is listed after the tables that it refers to", async () => {
  const { rows } = await testApp.pool.query<{ table: string; to: string }>(`
    select conrelid::regclass::text as table, confrelid::regclass::text as to
    from pg_constraint
    where contype = 'f' and connamespace = 'public'::regnamespace and conrelid <> confrelid`);
  const placeOf = (table: string) => places.findIndex((place) => place.table === table);
  const moved = rows.filter(({ table, to }) =>
    [table, to].every((one) => on.get(one) !== "coordinator"),
  );
  expect(moved.filter(({ table, to }) => placeOf(table) < placeOf(to))).toEqual([]);
  expect(moved.length).toBeGreaterThan(20);
});

test("plain PostgreSQL has no tables to distribute, so the command fails with an error", async () => {
  expect(await findTablesLeft(testApp.pool)).toEqual([]);
  const told: string[] = [];
  const connection = testApp.pool.options;
  await expect(distribute(connection, (sentence) => told.push(sentence))).rejects.toMatchObject({
    ...{ code: "conflict", sentence: clusterWords.isPlain },
  });
  expect(told).toEqual([]);
});
