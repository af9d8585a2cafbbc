// A page of the owner's audit log reads its entries, and only the rows of other tables that they
// name.
import { afterAll, beforeAll, expect, test } from "vitest";
import { signInAdmin, signInClient } from "#server/testing/people.ts";
import { rowsRead, statementsDuring } from "#server/testing/statements.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";
import { listAudit } from "./audit-log.ts";

const pageSize = 50;
const many = 5000;

let testApp: TestApp;
let practice: Awaited<ReturnType<typeof signInClient>>;
beforeAll(async () => {
  testApp = await openTestApp();
  practice = await signInClient(testApp);
  const owner = await signInAdmin(testApp);
  await testApp.pool.query(
    `with added as (
       insert into leads (client_id, first_name, received_at, started_at, touched_at)
       select $1, 'Lead ' || n, now(), now(), now() from generate_series(1, ${many}) as n
       returning id
     )
     insert into audit_entries (action, account_id, client_id, address, detail)
     select 'desk_viewed', $2, $1, '127.0.0.1', jsonb_build_object('lead', id::text) from added`,
    [practice.clientId, owner.accountId],
  );
  await testApp.pool.query("analyze");
});
afterAll(() => testApp.close());

test("a page reads its own entries and the leads that they name, however many rows exist", async () => {
  for (const client of [undefined, practice.clientId]) {
    const statements = await statementsDuring(() =>
      listAudit(testApp.deps, client ? { client } : {}),
    );
    // The entries are not joined with the leads, so PostgreSQL cannot choose a bad join plan.
    expect(statements.filter(({ text }) => /"audit_entries".*"leads"/.test(text))).toEqual([]);
    const read = await rowsRead(testApp.pool, statements);
    expect([read.audit_entries, read.leads]).toEqual([pageSize + 1, pageSize]);
  }
});

test("a practice with few entries is listed without reading the entries of others", async () => {
  const { clientId: client } = await signInClient(testApp);
  const statements = await statementsDuring(() => listAudit(testApp.deps, { client }));
  const read = await rowsRead(testApp.pool, statements);
  expect(read.audit_entries).toBeLessThan(10);
});
