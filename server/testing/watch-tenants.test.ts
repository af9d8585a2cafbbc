import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeInquiry, makePractice } from "#server/db/make.ts";
import { leads } from "#server/db/schema.ts";
import { projectRoot } from "#server/root.ts";
import { askedEverywhere, crossPractice } from "./cross-practice.ts";
import * as breaches from "./planted-breaches.ts";
import { practiceTables } from "./practice-tables.ts";
import { drainRejections } from "./rejections.ts";
import { openTestApp, type TestApp } from "./test-app.ts";
import { declarationOf } from "./watch-tenants.ts";

let testApp: TestApp;
let asked: { clientId: string; leadId: string };
beforeAll(async () => {
  testApp = await openTestApp();
  const { clientId } = await makePractice(testApp.deps);
  const { lead } = await makeInquiry(testApp.deps, clientId);
  asked = { clientId, leadId: lead._id };
});
afterAll(() => testApp.close());

test.each([
  { verb: breaches.selectsUnscoped, tables: "leads" },
  { verb: breaches.joinsUnscoped, tables: "calls" },
  { verb: breaches.countsUnscoped, tables: "notes" },
  { verb: breaches.findsUnscoped, tables: "leads" },
  { verb: breaches.runsUnscopedSql, tables: "leads" },
  { verb: breaches.updatesUnscoped, tables: "leads" },
  { verb: breaches.insertsUnscoped, tables: "leads, notes" },
  { verb: breaches.movesToAnotherPractice, tables: "leads" },
])(
  "$verb.name is rejected, and the error names the function and contains its statement",
  async ({ verb, tables }) => {
    const before = await rowsOf();
    await expect(async () => verb(testApp.deps, asked)).rejects.toThrow(
      `server/testing/planted-breaches.ts ${verb.name} touches ${tables} without binding client_id: `,
    );
    const [refusal] = drainRejections();
    expect(refusal?.message).toMatch(/: (with|select|insert|update) /);
    expect(refusal?.stack).toContain("planted-breaches.ts");
    expect(await rowsOf()).toEqual(before);
  },
);

test("the error for a statement in a transaction or a prepared query names the declaration that builds the query", async () => {
  const breach = (verb: string, table: string) =>
    `server/testing/planted-breaches.ts ${verb} touches ${table} without binding client_id: `;
  await expect(async () => breaches.deletesUnscoped(testApp.deps, asked)).rejects.toThrow(
    breach("deleteNotes", "notes"),
  );
  // The check's result isn't cached for prepared queries, so each call is rejected.
  for (const _ of [1, 2]) {
    await expect(async () => breaches.runsUnscopedPrepared(testApp.deps, asked)).rejects.toThrow(
      breach("kept", "leads"),
    );
  }
  expect(drainRejections()).toHaveLength(3);
});

test("a statement that a cluster would send to every worker is rejected", async () => {
  await expect(async () => breaches.asksEveryWorker(testApp.deps, asked)).rejects.toThrow(
    "asksEveryWorker reads leads on every worker: client_id is not bound by =: ",
  );
  expect(drainRejections()).toHaveLength(1);
});

test("a statement that the parser can't analyze is rejected", async () => {
  await expect(async () => breaches.runsUnsupportedStatement(testApp.deps)).rejects.toThrow(
    "cannot analyze (Error: Not supported: MergeStmt)",
  );
  expect(drainRejections()).toHaveLength(1);
});

test.fails("a rejected statement fails the test even if the app's code ignores the error", async () => {
  await Promise.allSettled([breaches.selectsUnscoped(testApp.deps, asked)]);
});

test("the tests' own statements aren't checked", async () => {
  const rows = await testApp.deps.db.select().from(leads).where(eq(leads.id, asked.leadId));
  expect(rows).toHaveLength(1);
  expect(await testApp.deps.db.$count(leads)).toBe(1);
  expect(drainRejections()).toEqual([]);
});

test("the app queries only through Drizzle, so every statement is checked", () => {
  const asking = sourceFiles().filter((file) =>
    /(?<!\breq)\.query\(|\$client/.test(readFileSync(path.join(projectRoot, file), "utf8")),
  );
  expect(asking.toSorted()).toEqual([
    // LISTEN needs its own connection, and a query that checks whether the connection is alive.
    "server/desk/live/notify.ts",
    // Checking a backup creates and drops a database. This doesn't read a table.
    "server/operations/backups/backups.ts",
    // The lock is released when its connection ends. It doesn't read a table.
    "server/operations/backups/upload-lock.ts",
    // The metrics count the pool's connections, but don't use them.
    "server/operations/system/metrics-page.ts",
  ]);
});

test("every listed declaration exists and has tables and a reason", () => {
  for (const { file, verb, tables, reason } of [...crossPractice, ...askedEverywhere]) {
    const lines = readFileSync(path.join(projectRoot, file), "utf8").split("\n");
    const listed = `${file} ${verb}`;
    expect.soft(lines.map(declarationOf), listed).toContain(verb);
    expect.soft(practiceTables, listed).toEqual(expect.arrayContaining(tables));
    expect.soft(tables, listed).not.toEqual([]);
    expect.soft(reason, listed).not.toBe("");
  }
});

/**
 * Returns all server files, except for tests and server/db, which copies, restores and distributes
 * whole databases.
 */
function sourceFiles(): string[] {
  return readdirSync(path.join(projectRoot, "server"), { recursive: true, encoding: "utf8" })
    .map((file) => `server/${file.replaceAll(path.sep, "/")}`)
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|^server\/(db|testing)\//.test(file));
}

async function rowsOf() {
  const { rows } = await testApp.pool.query("select * from leads order by id");
  return rows;
}
