// A lead shows the campaign and source of its own practice, and reading their names doesn't read
// other practices' rows.
import { randomUUID } from "node:crypto";
import { loadModule, parse } from "libpg-query";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeInquiry } from "#server/db/make.ts";
import { campaigns, sources } from "#server/db/schema.ts";
import { signInAdmin, signInClient } from "#server/testing/people.ts";
import { rowsRead, type Statement, statementsDuring } from "#server/testing/statements.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";
import { getLead } from "./lead-detail.ts";

const many = 500;

let testApp: TestApp;
let owner: Awaited<ReturnType<typeof signInAdmin>>;
let own: Awaited<ReturnType<typeof signInClient>>;
let leadId: string;
/**
 * Both practices use the same campaign and source ids, because an id is unique only within its
 * practice.
 */
const campaignId = randomUUID();
const sourceId = randomUUID();
beforeAll(async () => {
  await loadModule();
  testApp = await openTestApp();
  own = await signInClient(testApp);
  owner = await signInAdmin(testApp);
  const other = await signInClient(testApp);
  for (const [{ clientId }, whose] of [
    [own, "Own"],
    [other, "Other"],
  ] as const) {
    const campaign = { clientId, id: campaignId, name: `${whose} campaign`, platform: "meta" };
    await testApp.deps.db.insert(campaigns).values({ ...campaign, platform: "meta" });
    const source = { clientId, id: sourceId, name: `${whose} source` };
    await testApp.deps.db.insert(sources).values({ ...source, kind: "form" });
  }
  await testApp.pool.query(
    `insert into campaigns (client_id, name, platform)
     select $1, 'Campaign ' || n, 'web' from generate_series(1, ${many}) as n`,
    [other.clientId],
  );
  await testApp.pool.query(
    `insert into sources (client_id, name, kind)
     select $1, 'Source ' || n, 'form' from generate_series(1, ${many}) as n`,
    [other.clientId],
  );
  await testApp.pool.query("analyze campaigns, sources");
  const { lead } = await makeInquiry(testApp.deps, own.clientId, { campaignId, sourceId });
  leadId = lead._id;
});
afterAll(() => testApp.close());

test("a lead never shows another practice's campaign and source that have the same ids", async () => {
  const names = { campaign: "Own campaign", source: "Own source" };
  const { token } = own;
  const { body: one } = await testApp.request("GET", `/api/leads/${leadId}`, { token });
  expect(one.lead).toMatchObject(names);
  const { body: queue } = await testApp.request("GET", "/api/leads/new", { token });
  expect(queue.leads).toMatchObject([names]);
  const changed = await testApp.request("PATCH", `/api/leads/${leadId}`, {
    token,
    json: { firstName: "Renamed" },
  });
  expect(changed.body.lead).toMatchObject(names);
  const json = { reason: "not now" };
  await testApp.request("POST", `/api/leads/${leadId}/archive`, { token, json });
  const { body: archive } = await testApp.request("GET", "/api/leads/archive", { token });
  expect(archive.leads).toMatchObject([names]);
  await testApp.request("POST", `/api/leads/${leadId}/restore`, { token });
});

test("reading a lead's campaign name doesn't read other practices' campaigns", async () => {
  const statements = await statementsDuring(() => getLead(testApp.deps, own.clientId, leadId));
  const read = await rowsRead(testApp.pool, statements);
  // The lead's campaign is read twice, for its name and its script, and the inquiry's campaign
  // once.
  expect(read.campaigns).toBeLessThanOrEqual(3);
  expect(read.sources).toBeLessThanOrEqual(2);
});

// In a select from one table, Drizzle omits the table name of columns in a `sql` template. In a
// subquery, such a column would mean the subquery's own column of the same name.
test("subqueries never compare two columns without a table name, in any GET request or common change", async () => {
  const { body } = await testApp.request("GET", "/api/openapi.json");
  const paths = Object.entries(body.paths as Record<string, object>).flatMap(([path, methods]) =>
    "get" in methods ? [path.replace("{id}", leadId)] : [],
  );
  const statements = await statementsDuring(async () => {
    for (const path of paths) {
      for (const { token } of [own, owner]) await testApp.request("GET", path, { token });
    }
    for (const [method, path, json] of changes()) {
      await testApp.request(method, `/api/leads/${leadId}${path}`, { token: own.token, json });
    }
  });
  const texts = [...new Set(statements.map(({ text }) => text))];
  expect(texts.length).toBeGreaterThan(50);
  for (const text of texts) expect(await unqualifiedComparisons({ text, values: [] })).toEqual([]);
});

function changes(): [string, string, object][] {
  return [
    ["PATCH", "", { firstName: "Once more" }],
    ["POST", "/calls", { _id: randomUUID(), outcome: "voicemail" }],
    ["POST", "/archive", { reason: "not now" }],
    ["POST", "/restore", {}],
  ];
}

/** Finds comparisons in subqueries between two columns without a table name. */
async function unqualifiedComparisons({ text }: Statement): Promise<string[]> {
  const found: string[] = [];
  const walk = (node: unknown, isInSubquery: boolean) => {
    if (typeof node !== "object" || node === null) return;
    if (isInSubquery && "A_Expr" in node) {
      const { lexpr, rexpr } = node.A_Expr as { lexpr: unknown; rexpr: unknown };
      const [left, right] = [unqualifiedColumn(lexpr), unqualifiedColumn(rexpr)];
      if (left && right) found.push(`${left} = ${right} in ${text}`);
    }
    for (const [key, inner] of Object.entries(node)) {
      walk(inner, isInSubquery || key === "SubLink");
    }
  };
  walk(await parse(text), false);
  return found;
}

function unqualifiedColumn(node: unknown): string | null {
  const column = node as { ColumnRef?: { fields: { String?: { sval: string } }[] } } | undefined;
  const fields = column?.ColumnRef?.fields ?? [];
  return fields.length === 1 ? (fields[0]?.String?.sval ?? null) : null;
}
