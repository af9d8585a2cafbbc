// Imports from several practices take turns.
import { afterAll, beforeAll, expect, test } from "vitest";
import { signInClient } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";
import { checkImport } from "./dry-run.ts";
import { importJobs } from "./imports.jobs.ts";
import { setColumns } from "./imports.ts";
import { runImport, startImport } from "./run-import.ts";
import { receiveFile } from "./uploads.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp.close());

const attempt = { isLast: true };

test("a small file is finished while another practice's large file is still in progress", async () => {
  const { deps } = testApp;
  const [large, small] = [await uploadOf(1000), await uploadOf(1)];
  const done: string[] = [];
  const note = (what: string) => () => void done.push(what);
  const checks = [
    checkImport(deps, large.key, attempt).then(note("large checked")),
    checkImport(deps, small.key, attempt).then(note("small checked")),
  ];
  await Promise.all(checks);
  // Adds enough rows for three batches.
  await testApp.pool.query(
    `insert into lead_import_rows (client_id, import_id, line, outcome, first_name)
     select $1, $2, line, 'fresh', 'Person' from generate_series(2000, 6500) as line`,
    [large.key.clientId, large.key.importId],
  );
  for (const { practice, key } of [large, small]) {
    await startImport(deps, { ...practice, address: "" }, key.importId, {
      destination: "archive",
    });
  }
  await Promise.all([
    runImport(deps, large.key, attempt).then(note("large imported")),
    runImport(deps, small.key, attempt).then(note("small imported")),
  ]);
  expect(done).toEqual(["small checked", "large checked", "small imported", "large imported"]);
});

test("only one batch runs at a time, and the batches of two practices alternate", async () => {
  const { deps } = testApp;
  const turns: string[] = [];
  let running = 0;
  const { imports } = deps.queues;
  const watched = {
    ...deps.queues,
    imports: {
      run: <Done>(who: string, work: () => Promise<Done>, most?: number) =>
        imports.run(
          who,
          async () => {
            running += 1;
            expect(running).toBe(1);
            turns.push(who);
            try {
              return await work();
            } finally {
              running -= 1;
            }
          },
          most,
        ),
    },
  };
  const [one, other] = [await uploadOf(1000), await uploadOf(1000)];
  await Promise.all(
    [one, other].map(({ key }) => checkImport({ ...deps, queues: watched }, key, attempt)),
  );
  const longest = turns.reduce(
    ({ who, run, most }, next) => {
      const now = next === who ? run + 1 : 1;
      return { who: next, run: now, most: Math.max(most, now) };
    },
    { who: "", run: 0, most: 0 },
  );
  // Both files have four batches of 250 rows.
  expect(turns.length).toBeGreaterThanOrEqual(8);
  // Near the start and the end, only one of the imports may be running.
  expect(longest.most).toBeLessThan(5);
});

test("import jobs run concurrently, but are fetched one at a time", () => {
  const onImports = importJobs.filter(({ name }) =>
    /^(check|run|undo|delete)-.*import$/.test(name),
  );
  expect(onImports).toHaveLength(4);
  for (const { name, concurrency, isFetchedSingly } of onImports) {
    expect([name, concurrency > 1, isFetchedSingly]).toEqual([name, true, true]);
  }
});

async function uploadOf(count: number) {
  const { deps } = testApp;
  const practice = await signInClient(testApp);
  const rows = Array.from(
    { length: count },
    (_, index) => `Person ${index},p${index}@example.com\n`,
  );
  const body = new Blob(["Name,Email\n", ...rows]).stream();
  const { _id } = await receiveFile(deps, practice, { name: "a.csv", body });
  const key = { clientId: practice.clientId, importId: _id };
  await setColumns(deps, key, { fields: ["fullName", "email"] });
  return { practice, key };
}
