// The dry run in a new database, of whose rows PostgreSQL knows nothing yet.
import { afterAll, beforeAll, expect, test } from "vitest";
import { signInClient } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";
import { checkImport } from "./dry-run.ts";
import { setColumns } from "./imports.ts";
import { receiveFile } from "./uploads.ts";

/** Without statistics, PostgreSQL changes its plan at about 7,000. */
const count = 12_000;

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp.close());

test("each row is looked up, so a dry run reads as many rows as the file has, and not their square", async () => {
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
