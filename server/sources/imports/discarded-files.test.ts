// Everything of a discarded or rejected file is deleted: its bytes, its rows and the download of
// its rejected rows.
import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { leadImportChunks, leadImportRows, leadImports } from "#server/db/schema.ts";
import { signInClient } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";
import { deleteRows } from "./file-chunks.ts";
import { requeueImports } from "./import-sweeps.ts";

let testApp: TestApp;
let practice: Awaited<ReturnType<typeof signInClient>>;
beforeAll(async () => {
  testApp = await openTestApp();
});
beforeEach(async () => {
  practice = await signInClient(testApp);
});
afterAll(() => testApp.close());

/**
 * A file whose first row can become a lead. The other rows have no name, phone number or email
 * address.
 */
const file = `Name,Email\nAna Ruiz,ana@example.com\n${",private words\n".repeat(3)}`;

test("the rejected rows of a file can't be downloaded once its import is canceled", async () => {
  const id = await check(file);
  expect((await ask("GET", `/${id}/rejected.csv`)).body).toContain("private words");
  const { status, body } = await ask("POST", `/${id}/cancellations`);
  expect([status, body.import.state, body.import.rejectedRows]).toEqual([201, "canceled", []]);
  // The job that deletes the file hasn't run yet.
  expect(await countLeft(id)).not.toEqual([0, 0]);
  expect((await ask("GET", `/${id}/rejected.csv`)).status).toBe(404);
  await testApp.runJobs();
  expect(await countLeft(id)).toEqual([0, 0]);
});

test("canceling again or a sweep finishes deleting a file whose job was lost", async () => {
  for (const again of ["cancellation", "sweep"]) {
    const id = await check(file);
    await ask("POST", `/${id}/cancellations`);
    await loseJob();
    if (again === "sweep") await requeueImports(testApp.deps);
    else expect((await ask("POST", `/${id}/cancellations`)).status).toBe(201);
    await testApp.runJobs();
    expect([again, ...(await countLeft(id))]).toEqual([again, 0, 0]);
    // Everything is deleted, so this doesn't enqueue another job.
    await requeueImports(testApp.deps);
    const { rowCount } = await testApp.pool.query(
      `select from pgboss.job where name = 'delete-discarded-import' and state = 'created'`,
    );
    expect(rowCount).toBe(0);
  }
});

test("an import file that is rejected doesn't leave any data behind", async () => {
  const id = await check(`${file}${"Bo,x\n".repeat(3000)}Cy,"never closed\n`);
  expect((await ask("GET", `/${id}`)).body.import.state).toBe("refused");
  expect(await countLeft(id)).toEqual([0, 0]);
  const { rows } = await testApp.pool.query(
    "select preview, first_lines from lead_imports where id = $1",
    [id],
  );
  expect(rows).toEqual([{ preview: [], first_lines: [] }]);
  expect((await ask("GET", `/${id}/rejected.csv`)).status).toBe(404);
});

test("a new upload deletes the previous file", async () => {
  const id = await check(file);
  await upload(file);
  await testApp.runJobs();
  expect(await countLeft(id)).toEqual([0, 0]);
});

test("a canceled import keeps only the rows whose leads someone has worked on", async () => {
  const id = await check(file);
  await ask("POST", `/${id}/runs`, { destination: "archive" });
  await testApp.pool.query("update lead_import_rows set outcome = 'kept' where outcome = 'fresh'");
  await ask("POST", `/${id}/cancellations`);
  await testApp.runJobs();
  expect((await ask("GET", `/${id}`)).body.import.state).toBe("canceled");
  const left = await testApp.deps.db
    .select({ outcome: leadImportRows.outcome })
    .from(leadImportRows)
    .where(eq(leadImportRows.importId, id));
  expect(left).toEqual([{ outcome: "kept" }]);
});

test("deleting rows reads each row fewer than three times, even if PostgreSQL has no statistics", async () => {
  const { deps } = testApp;
  const { clientId } = practice;
  const [made] = await deps.db
    .insert(leadImports)
    .values({
      ...{ clientId, accountId: clientId, fileName: "a.csv", uploadedAt: deps.now() },
      expiresAt: deps.now(),
    })
    .returning({ importId: leadImports.id });
  const importId = made?.importId ?? "";
  const count = 25_000;
  await deps.db.execute(sql`
    insert into lead_import_rows (client_id, import_id, line, outcome)
    select ${clientId}, ${importId}, line, 'rejected' from generate_series(2, ${count} + 1) as line`);
  const read = await deps.db.transaction(async (tx) => {
    await deleteRows({ ...deps, db: tx as unknown as typeof deps.db }, { clientId, importId });
    // Counts the reads of this transaction only, with any query plan.
    const { rows } = await tx.execute<{ count: number }>(sql`
      select (seq_tup_read + idx_tup_fetch)::int as count from pg_stat_xact_user_tables
      where relname = 'lead_import_rows'`);
    return rows[0]?.count;
  });
  expect(await countLeft(importId)).toEqual([0, 0]);
  // A row is read once to find the end of a range, and once to delete it.
  expect(read).toBeLessThan(3 * count);
});

async function loseJob() {
  await testApp.pool.query("delete from pgboss.job where name = 'delete-discarded-import'");
}

/** Counts the stored chunks and rows of an import. */
async function countLeft(importId: string): Promise<number[]> {
  const { db } = testApp.deps;
  const { clientId } = practice;
  return Promise.all([
    db.$count(
      leadImportChunks,
      and(eq(leadImportChunks.clientId, clientId), eq(leadImportChunks.importId, importId)),
    ),
    db.$count(
      leadImportRows,
      and(eq(leadImportRows.clientId, clientId), eq(leadImportRows.importId, importId)),
    ),
  ]);
}

async function upload(text: string) {
  const answer = await testApp.api.request("http://localhost/api/leads/import?name=a.csv", {
    method: "POST",
    headers: { Authorization: `Bearer ${practice.token}` },
    body: text,
  });
  return (await answer.json()).import;
}

/** Uploads a file and runs the dry run. Returns the id of the import. */
async function check(text: string): Promise<string> {
  const { _id } = await upload(text);
  await ask("PUT", `/${_id}/columns`, { fields: ["fullName", "email"] });
  await testApp.runJobs();
  return _id;
}

function ask(method: string, path: string, json?: unknown) {
  return testApp.request(method, `/api/leads/imports${path}`, { token: practice.token, json });
}
