// Writes the database that each release leaves for later versions to upgrade. If KEEP_DATABASE=1 is
// set, it's stored in a folder of fixtures/ that is named after the last migration
// (fixtures/README.md).
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { projectRoot } from "#server/root.ts";
import { expectAnswers, makeOldDatabase } from "#server/testing/old-databases.ts";
import { fillEveryTable } from "#server/testing/released-database.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";
import { writeBackup } from "./backup.ts";
import { madePassword } from "./make.ts";

const secret = "a secret for tests that is long enough";
const period = "from=2026-01-01T00:00:00.000Z&to=2026-04-01T00:00:00.000Z";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp({ SECRET: secret, ORIGIN: "https://desk.example.com" });
});
afterAll(() => testApp.close());

test("the database stored for the tests of later versions has rows in every table, is small, and gives the same responses after a start", async () => {
  const isKept = inject("keepsDatabase");
  const folder = isKept
    ? path.join(projectRoot, "server/db/fixtures", lastMigration())
    : mkdtempSync(path.join(tmpdir(), "front-desk-released-"));
  mkdirSync(folder, { recursive: true });
  const { owner, practice, ids, now } = await fillEveryTable(testApp);
  const ofPractice = `/api/admin/clients/${ids.practice}`;
  const asked: [name: string, token: string, address: string][] = [
    ["queue", practice.token, "/api/leads/new?limit=50&sort=newest"],
    ["counts", practice.token, "/api/leads/count"],
    ["callsOnTime", practice.token, `/api/leads/cot?${period}`],
    ["figures", practice.token, `/api/leads/figures?${period}`],
    ["archive", practice.token, "/api/leads/archive"],
    ["lead", practice.token, `/api/leads/${ids.lead}`],
    ["templates", practice.token, "/api/templates"],
    ["practice", practice.token, "/api/clients/getClient"],
    ["officePhones", practice.token, "/api/office-phones"],
    ["phoneFigures", practice.token, `/api/leads/figures/phone?${period}`],
    ["texts", practice.token, "/api/texts"],
    ["leadTexts", practice.token, `/api/leads/${ids.lead}/texts`],
    ["textSettings", practice.token, "/api/texts/settings"],
    ["monthReport", practice.token, "/api/leads/month?month=2026-02"],
    ["monthMail", practice.token, "/api/clients/me/month-mail"],
    ["yesterdayMail", practice.token, "/api/clients/me/yesterday-mail"],
    ["monthMailings", owner.token, `${ofPractice}/month-reports?month=2026-02`],
    ["bookedCalls", owner.token, "/api/admin/calls"],
    ["contactRequests", owner.token, "/api/admin/contact-requests"],
    ["templateSets", owner.token, "/api/admin/template-sets"],
  ];
  const read: Record<string, object> = {};
  for (const [name, token, address] of asked) {
    const { status, body } = await testApp.request("GET", address, { token });
    expect([name, status]).toEqual([name, 200]);
    const as = token === owner.token ? "owner" : "desk";
    read[name] = { address, as, body };
  }
  const file = path.join(folder, "rows.backup");
  const { rows, tables } = await writeBackup(testApp.pool, file);
  expect(tables).toBeGreaterThan(50);
  expect(rows).toBeGreaterThan(200);
  expect(statSync(file).size).toBeLessThan(200_000);
  const tokens = { owner: owner.token, desk: practice.token };
  const version = versionOfPackage();
  const about = { version, secret, password: madePassword, now, tokens, hasPhoneProvider: true };
  const known = { ...about, counts: await counts(), read };
  writeFileSync(path.join(folder, "expected.json"), `${JSON.stringify(known, null, 2)}\n`);
  const stored = JSON.parse(readFileSync(path.join(folder, "expected.json"), "utf8"));
  await expectAnswers(await makeOldDatabase(file), stored);
  if (!isKept) rmSync(folder, { recursive: true });
});

test("each released version in the changelog has a stored database", () => {
  const versions = versionsIn(readText("CHANGELOG.md"));
  // The first version in the changelog is still in development.
  expect(versions[0]).toBe(versionOfPackage());
  expect(withoutDatabase(versions, leftVersions())).toEqual([]);
});

test("a released version without a stored database is reported", () => {
  const versions = versionsIn("# Changelog\n\n## 0.3.0\n\n- A.\n\n## 0.2.0\n\n- B.\n\n## 0.1.0\n");
  expect(versions).toEqual(["0.3.0", "0.2.0", "0.1.0"]);
  expect(withoutDatabase(versions, ["0.1.0"])).toEqual(["0.2.0"]);
  expect(withoutDatabase(versions, ["0.2.0", "0.1.0"])).toEqual([]);
});

/**
 * Returns the released versions that have no stored database. The first one in the list doesn't
 * count.
 */
function withoutDatabase([, ...released]: string[], left: string[]): string[] {
  return released.filter((version) => !left.includes(version));
}

function versionsIn(changelog: string): string[] {
  return [...changelog.matchAll(/^## (\S+)$/gm)].map(([, version = ""]) => version);
}

/**
 * Returns the versions of the databases in fixtures/. A database that was stored between releases
 * has its own version.
 */
function leftVersions(): string[] {
  const fixtures = path.join(projectRoot, "server/db/fixtures");
  const folders = readdirSync(fixtures, { withFileTypes: true }).filter((one) => one.isDirectory());
  return folders.flatMap(({ name }) => {
    expect(existsSync(path.join(fixtures, name, "rows.backup"))).toBe(true);
    return JSON.parse(readText(`server/db/fixtures/${name}/expected.json`)).version ?? [];
  });
}

function versionOfPackage(): string {
  return JSON.parse(readText("package.json")).version;
}

function readText(file: string): string {
  return readFileSync(path.join(projectRoot, file), "utf8");
}

function lastMigration(): string {
  const journal = path.join(projectRoot, "server/db/migrations/meta/_journal.json");
  const { entries } = JSON.parse(readFileSync(journal, "utf8"));
  return entries.at(-1).tag;
}

async function counts(): Promise<Record<string, number>> {
  const { rows } = await testApp.pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public'
     and tablename <> 'secret_fingerprint' order by tablename`,
  );
  const counted: [string, number][] = [];
  for (const { name } of rows) {
    const { rows: all } = await testApp.pool.query(`select count(*)::int as rows from "${name}"`);
    counted.push([name, all[0].rows]);
  }
  return Object.fromEntries(counted);
}
