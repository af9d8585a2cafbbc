// The dry run in a new database, in which PostgreSQL has no statistics about the file's rows.
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signInClient } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";
import { checkImport } from "./dry-run.ts";
import { setColumns } from "./imports.ts";
import { findInFile } from "./known-people.ts";
import { receiveFile } from "./uploads.ts";

/**
 * More rows than the number at which PostgreSQL changes its plan, about 7,000 without statistics.
 */
const count = 12_000;

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp.close());

test("a dry run makes fewer than three index reads for each row, even in a new database", async () => {
  const { deps } = testApp;
  const practice = await signInClient(testApp);
  const people = Array.from({ length: count }, (_, index) => {
    const phone = `(813) ${210 + Math.floor(index / 10_000)}-${String(index % 10_000).padStart(4, "0")}`;
    return `Person ${index},${phone},person.${index}@example.com\n`;
  });
  const body = new Blob(["Name,Phone,Email\n", ...people]).stream();
  const one = await receiveFile(deps, practice, { name: "a.csv", body });
  const key = { clientId: practice.clientId, importId: one._id };
  await setColumns(deps, key, { fields: ["fullName", "phone", "email"] });
  await checkImport(deps, key, { isLast: true });
  const { rows } = await testApp.pool.query<{ fetched: number }>(
    `select idx_tup_fetch::int as fetched from pg_stat_user_tables
     where relname = 'lead_import_rows'`,
  );
  expect(rows[0]?.fetched).toBeLessThan(3 * count);
  const { rows: stored } = await testApp.pool.query("select state, fresh from lead_imports");
  expect(stored).toEqual([{ state: "checked", fresh: count }]);
});

test("a lookup by email uses its index, even if the statistics say that all email addresses are empty", async () => {
  const { deps, pool } = testApp;
  const practice = await signInClient(testApp);
  const importId = "00000000-0000-4000-8000-000000000001";
  const plant = (outcome: string, from: number, to: number, email: string) =>
    pool.query(
      `insert into lead_import_rows (client_id, import_id, line, outcome, email)
       select $1, $2, line, $3, ${email} from generate_series(${from}::int, ${to}::int) as line`,
      [practice.clientId, importId, outcome],
    );
  await plant("fresh", 2, 40_000, "''");
  await pool.query("analyze lead_import_rows");
  await plant("fresh", 40_001, 42_000, "'person.' || line || '@example.com'");
  const people = Array.from({ length: 100 }, (_, index) => ({
    ...{ firstName: "", lastName: "", phone: "", isPhoneValid: false },
    ...{ email: `person.${41_000 + index}@example.com` },
  }));
  const { found, read } = await deps.db.transaction(async (tx) => {
    const key = { clientId: practice.clientId, importId };
    const found = await findInFile(tx, key, people);
    // Counts the reads of this transaction only.
    const { rows } = await tx.execute<{ count: number }>(sql`
      select (seq_tup_read + idx_tup_fetch)::int as count from pg_stat_xact_user_tables
      where relname = 'lead_import_rows'`);
    return { found, read: rows[0]?.count };
  });
  expect(found.map(({ email }) => email)).toEqual(people.map(({ email }) => email));
  expect(read).toBeLessThan(3 * people.length);
});
