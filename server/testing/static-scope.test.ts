// Tests that every SQL statement in the source binds the practice, even if no test runs the
// statement.
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "#server/root.ts";
import { crossPractice } from "./cross-practice.ts";
import { findUnbound } from "./static-scope.ts";

/**
 * Statements that bind the practice in a way that the source alone doesn't show. Statements that
 * really span practices are in cross-practice.ts.
 */
const boundOtherwise: { file: string; verb: string; table: string; reason: string }[] = [
  {
    ...{ file: "server/records/retention/kept-longer.ts", verb: "isDeliveryKept" },
    table: "announced_leads",
    reason: "A condition of deleteInBatches, which is listed with this table.",
  },
  {
    ...{ file: "server/records/retention/kept-longer.ts", verb: "isKept", table: "clients" },
    reason: "A condition of deleteInBatches, which is listed with this table.",
  },
  {
    ...{ file: "server/messages/mail/mail.ts", verb: "requeue", table: "mails" },
    reason: "Its callers pass the email's whole primary key.",
  },
  {
    ...{ file: "server/operations/system/job-log.ts", verb: "isAbout", table: "clients" },
    reason: "A condition of listJobs, which is listed with this table.",
  },
  ...["inquiries", "leads"].map((table) => ({
    ...{ file: "server/desk/reports/facts-from-rows.ts", verb: "tables", table },
    reason: "The callers of factsFromRows pass the practice in `where`.",
  })),
];

/**
 * The app's own source. It excludes server/db, which copies whole databases and seeds them for
 * tests.
 */
const sources = new Map(
  globSync("server/**/*.ts", { cwd: projectRoot })
    .map((file) => file.replaceAll(path.sep, "/"))
    .filter((file) => !/\.test\.ts$|^server\/(db|testing|whole-api)\//.test(file))
    .map((file) => [file, readFileSync(path.join(projectRoot, file), "utf8")]),
);

const found = findUnbound(sources).filter(
  ({ file, verb, table }) =>
    !crossPractice.some(
      (one) => one.file === file && one.verb === verb && one.tables.includes(table),
    ),
);

test("every statement in the source either binds client_id with an equality or is listed with a reason", () => {
  const isListed = ({ file, verb, table }: (typeof found)[number]) =>
    boundOtherwise.some(
      (one) => one.file === file && one.verb === verb && one.table === table && one.reason !== "",
    );
  const left = found
    .filter((one) => !isListed(one))
    .map(({ file, line, verb, table }) => `${file}:${line} ${verb}: ${table}`);
  expect(left).toEqual([]);
});

test("every listed statement still exists and still needs its entry", () => {
  const gone = boundOtherwise.filter(
    ({ file, verb, table }) =>
      !found.some((one) => one.file === file && one.verb === verb && one.table === table),
  );
  expect(gone).toEqual([]);
});

const imports = `
import { and, eq, sql, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { accounts, calls, clients, leads } from "#server/db/schema.ts";
import { ofPractice } from "./conditions.ts";
`;
const conditions = `
import { eq } from "drizzle-orm";
import { leads } from "#server/db/schema.ts";
export function ofPractice(clientId: string) {
  return eq(leads.clientId, clientId);
}
`;

/**
 * Returns the tables found in a fixture, in which `@{` stands for the start of an expression in a
 * template literal.
 */
function tablesFound(body: string): string[] {
  const fixture = new Map([
    ["server/fixture/verb.ts", imports + body.replaceAll("@{", "${")],
    ["server/fixture/conditions.ts", conditions],
  ]);
  return findUnbound(fixture).map(({ verb, table }) => `${verb} ${table}`);
}

test.each<[string, string, string?]>([
  [
    "a select",
    "const verb = (db, id) => db.select().from(leads).where(eq(leads.id, id));",
    "leads",
  ],
  ["an update", "function verb(db) { return db.update(leads).set({ state: 'new' }); }", "leads"],
  ["a delete", "async function verb(db, id) { await db.delete(calls).where(eq(calls.id, id)); }"],
  ["a count", "const verb = (db, id) => db.$count(calls, eq(calls.leadId, id));"],
  [
    "a join",
    "const verb = (db, c) => db.select().from(leads).innerJoin(calls, eq(calls.leadId, leads.id)).where(eq(leads.clientId, c));",
  ],
  [
    "a find",
    "const verb = (db, id) => db.query.leads.findFirst({ where: (one) => eq(one.id, id) });",
    "leads",
  ],
  ["SQL", "const verb = (id) => sql`select 1 from leads where id = @{id}`;", "leads"],
  ["a join in SQL", "const verb = (id) => sql`select 1 from @{calls} where @{calls.id} = @{id}`;"],
  [
    "a subquery",
    "const verb = (db, c) => db.select().from(leads).where(and(eq(leads.clientId, c), sql`exists (select from @{calls} where @{calls.leadId} = @{leads.id})`));",
  ],
  ["the practice's own row", "const verb = (db) => db.select().from(clients).limit(1);", "clients"],
  [
    "an alias",
    "const other = alias(leads, 'other');\nconst verb = (db) => db.select().from(other).limit(1);",
    "leads",
  ],
  [
    "a condition that one caller doesn't bind",
    "const verb = (db, where: SQL) => db.select().from(leads).where(where);\nconst a = (db, c) => verb(db, eq(leads.clientId, c));\nconst b = (db, id) => verb(db, eq(leads.id, id));",
    "leads",
  ],
])("%s is reported if the practice isn't bound", (_, body, table = "calls") => {
  expect(tablesFound(body)).toEqual([`verb ${table}`]);
});

test.each([
  ["an equality", "const verb = (db, c) => db.select().from(leads).where(eq(leads.clientId, c));"],
  ["a helper", "const verb = (db, c) => db.delete(leads).where(ofPractice(c));"],
  [
    "a variable",
    "function verb(db, c) { const mine = and(eq(leads.clientId, c)); return db.update(leads).set({}).where(mine); }",
  ],
  [
    "a join with a bound table",
    "const verb = (db, c) => db.select().from(leads).innerJoin(calls, eq(calls.clientId, leads.clientId)).where(eq(leads.clientId, c));",
  ],
  [
    "a row of columns in SQL",
    "const verb = (c, id) => sql`delete from @{calls} where (@{calls.clientId}, @{calls.id}) = (@{c}, @{id})`;",
  ],
  ["plain SQL", "const verb = (c) => sql`select 1 from leads where client_id = @{c}`;"],
  [
    "the practice's own row",
    "const verb = (db, c) => db.select().from(clients).where(eq(clients.id, c));",
  ],
  [
    "a condition that every caller binds",
    "const verb = (db, where: SQL) => db.select().from(leads).where(where);\nconst a = (db, c) => verb(db, eq(leads.clientId, c));",
  ],
  [
    "a table that doesn't belong to practices",
    "const verb = (db, id) => db.select().from(accounts).where(eq(accounts.id, id));",
  ],
  ["the delete method of something else", "const verb = (map, key) => map.delete(key);"],
])("nothing is reported for %s", (_, body) => {
  expect(tablesFound(body)).toEqual([]);
});
