import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeInquiry, makePractice } from "#server/db/make.ts";
import { leads } from "#server/db/schema.ts";
import { projectRoot } from "#server/root.ts";
import { crossPractice } from "./cross-practice.ts";
import * as breaches from "./planted-breaches.ts";
import { takeRefusals } from "./refusals.ts";
import { practiceTables } from "./tenant-scope.ts";
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
  { verb: breaches.readsAnothers, tables: "leads" },
  { verb: breaches.joinsAnothers, tables: "calls" },
  { verb: breaches.countsAnothers, tables: "notes" },
  { verb: breaches.findsAnothers, tables: "leads" },
  { verb: breaches.asksInSql, tables: "leads" },
  { verb: breaches.changesAnothers, tables: "leads" },
  { verb: breaches.writesIntoAnothers, tables: "leads, notes" },
  { verb: breaches.movesToAnothers, tables: "leads" },
])("$verb.name is refused by name, with what it asked", async ({ verb, tables }) => {
  const before = await rowsOf();
  await expect(async () => verb(testApp.deps, asked)).rejects.toThrow(
    `server/testing/planted-breaches.ts ${verb.name} touches ${tables} without binding client_id: `,
  );
  const [refusal] = takeRefusals();
  expect(refusal?.message).toMatch(/: (with|select|insert|update) /);
  expect(refusal?.stack).toContain("planted-breaches.ts");
  expect(await rowsOf()).toEqual(before);
});

test("a breach is named by the declaration that builds it, in a transaction and where it is kept", async () => {
  const breach = (verb: string, table: string) =>
    `server/testing/planted-breaches.ts ${verb} touches ${table} without binding client_id: `;
  await expect(async () => breaches.deletesAnothers(testApp.deps, asked)).rejects.toThrow(
    breach("deleteNotes", "notes"),
  );
  // It is not kept, so it is refused each time.
  for (const _ of [1, 2]) {
    await expect(async () => breaches.keepsAQuery(testApp.deps, asked)).rejects.toThrow(
      breach("kept", "leads"),
    );
  }
  expect(takeRefusals()).toHaveLength(3);
});

test("what cannot be judged is refused", async () => {
  await expect(async () => breaches.asksWhatNobodyJudges(testApp.deps)).rejects.toThrow(
    "cannot judge (Error: Not understood: MergeStmt)",
  );
  expect(takeRefusals()).toHaveLength(1);
});

test.fails("a refusal that the product swallows fails its test", async () => {
  await Promise.allSettled([breaches.readsAnothers(testApp.deps, asked)]);
});

test("what a test itself plants and looks at is not the product's", async () => {
  const rows = await testApp.deps.db.select().from(leads).where(eq(leads.id, asked.leadId));
  expect(rows).toHaveLength(1);
  expect(await testApp.deps.db.$count(leads)).toBe(1);
  expect(takeRefusals()).toEqual([]);
});

test("verbs ask through Drizzle alone, where every statement is read", () => {
  const asking = sourceFiles().filter((file) =>
    /(?<!\breq)\.query\(|\$client/.test(readFileSync(path.join(projectRoot, file), "utf8")),
  );
  // A connection of its own that listens, and asks whether it is still there.
  expect(asking).toEqual(["server/live/desk-events.ts"]);
});

test.each(crossPractice)("$file $verb is there, and says which tables and why", (listed) => {
  const lines = readFileSync(path.join(projectRoot, listed.file), "utf8").split("\n");
  expect(lines.map(declarationOf)).toContain(listed.verb);
  expect(practiceTables).toEqual(expect.arrayContaining(listed.tables));
  expect(listed.tables).not.toEqual([]);
  expect(listed.reason).not.toBe("");
});

/** All of the server but its tests, and the database's own folder, which copies and restores it whole. */
function sourceFiles(): string[] {
  return readdirSync(path.join(projectRoot, "server"), { recursive: true, encoding: "utf8" })
    .map((file) => `server/${file.replaceAll(path.sep, "/")}`)
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|^server\/(db|testing)\//.test(file));
}

async function rowsOf() {
  const { rows } = await testApp.pool.query("select * from leads order by id");
  return rows;
}
