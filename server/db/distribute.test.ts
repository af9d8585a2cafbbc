// Compares the list of places with PostgreSQL's tables and with what a Citus cluster can store.
// `npm run test:cluster` applies the list to a real cluster.
import { readFileSync } from "node:fs";
import path from "node:path";
import { readMigrationFiles } from "drizzle-orm/migrator";
import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { clusterWords } from "#content/command-line.ts";
import { droppedKeys, places } from "#server/db/distribution.ts";
import { projectRoot } from "#server/root.ts";
import { practiceTables, tables } from "#server/testing/practice-tables.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";
import { distribute, findTablesLeft } from "./distribute.ts";
import { migrateOnline } from "./migrate-online.ts";

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

/** From this migration on, an upgrade of a distributed cluster moves its new tables itself. */
const firstOnWorkers = "0066_";

test("an upgrade of a distributed cluster moves each new table before its foreign keys, and leaves no table behind", async () => {
  const folder = path.join(projectRoot, "server/db/migrations");
  const { entries } = JSON.parse(readFileSync(path.join(folder, "meta/_journal.json"), "utf8"));
  const first = entries.findIndex(({ tag }: { tag: string }) => tag.startsWith(firstOnWorkers));
  const migrations = readMigrationFiles({ migrationsFolder: folder }).slice(first);
  const created = migrations.flatMap(({ sql }) =>
    sql.flatMap((statement) => /^CREATE TABLE "(\w+)"/m.exec(statement)?.[1] ?? []),
  );
  expect(created.length).toBeGreaterThan(5);
  const cluster = pretendCluster(places.filter(({ table }) => !created.includes(table)));
  await migrateOnline(cluster.client, migrations, 1);
  expect(cluster.impossible).toEqual([]);
  expect(cluster.sequential).toBe(migrations.length);
  expect(cluster.on).toEqual(on);
});

test("an upgrade of a distributed cluster skips a foreign key that the cluster can't have", async () => {
  const [{ table, to } = { table: "", to: "" }] = droppedKeys;
  const key = (from: string) =>
    `ALTER TABLE "${from}" ADD CONSTRAINT "key" FOREIGN KEY ("client_id","id") REFERENCES "public"."${to}"("client_id","id");`;
  const cluster = pretendCluster(places);
  const migration = { sql: [key(table), key("calls")], folderMillis: 1, hash: "", bps: true };
  await migrateOnline(cluster.client, [migration], 1);
  expect(cluster.impossible).toEqual([]);
  expect(cluster.sent.filter((text) => text.includes("FOREIGN KEY"))).toEqual([key("calls")]);
});

test("a start finds a table of a cluster that is still on the coordinator", async () => {
  const cluster = pretendCluster(places);
  expect(await findTablesLeft(cluster.client)).toEqual([]);
  cluster.on.set("texts", "coordinator");
  expect(await findTablesLeft(cluster.client)).toEqual(["texts"]);
});

/** Pretends to be a cluster with these tables, and records what its upgrade does. */
function pretendCluster(tables: { table: string; on: string }[]) {
  const cluster = {
    on: new Map(tables.map((one) => [one.table, one.on])),
    sent: [] as string[],
    impossible: [] as string[],
    sequential: 0,
  };
  const query = async (text: string, [table = ""]: string[] = []) => {
    cluster.sent.push(text);
    const [, created] = /^CREATE TABLE "(\w+)"/m.exec(text) ?? [];
    if (created) cluster.on.set(created, "coordinator");
    if (text.includes("create_distributed_table")) cluster.on.set(table, "practice");
    if (text.includes("create_reference_table")) cluster.on.set(table, "everywhere");
    if (text.includes("multi_shard_modify_mode = 'sequential'")) cluster.sequential += 1;
    const [, from = "", to = ""] =
      /^ALTER TABLE "(\w+)" .*FOREIGN KEY .*REFERENCES "public"\."(\w+)"/m.exec(text) ?? [];
    const fromPlace = cluster.on.get(from) ?? "";
    if (from && !mayReferTo[fromPlace]?.includes(cluster.on.get(to) ?? "")) {
      cluster.impossible.push(`${from} to ${to}`);
    }
    if (text.includes("pg_extension")) return { rows: [{}], rowCount: 1 };
    if (text.includes("to_regclass")) return { rows: [{ dropped: null }], rowCount: 1 };
    if (!text.includes("pg_dist_partition")) return { rows: [], rowCount: 0 };
    const listed = [...cluster.on].map(([name, place]) => ({ table: name, on: place }));
    return { rows: listed, rowCount: listed.length };
  };
  return Object.assign(cluster, { client: { query } as unknown as pg.ClientBase });
}

test("plain PostgreSQL has no tables to distribute, so the command fails with an error", async () => {
  expect(await findTablesLeft(testApp.pool)).toEqual([]);
  const told: string[] = [];
  const connection = testApp.pool.options;
  await expect(distribute(connection, (sentence) => told.push(sentence))).rejects.toMatchObject({
    ...{ code: "conflict", sentence: clusterWords.isPlain },
  });
  expect(told).toEqual([]);
});
