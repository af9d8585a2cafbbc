// Upgrades and restores every database in fixtures/ that released-database.test.ts stored. 2b4e677
// is older and has its own test.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { fillStoredLeads } from "#server/desk/leads/fill-leads.ts";
import { projectRoot } from "#server/root.ts";
import {
  type Answer,
  connectionTo,
  countsOf,
  drop,
  expectAllOf,
  expectAnswers,
  makeDatabase,
  makeOldDatabase,
  type Rows,
  readRows,
  withoutEnded,
} from "#server/testing/old-databases.ts";
import { readBackup } from "./backup.ts";
import { connect } from "./database.ts";

const fixtures = path.join(projectRoot, "server/db/fixtures");
const releases = readdirSync(fixtures, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== "2b4e677")
  .map(({ name }) => name);

/**
 * Adapts a release's rows to what later versions changed on purpose: current names, and no counters
 * that an upgrade recomputes.
 */
const changedSince: Record<string, (rows: Rows) => Rows> = {
  // Two numbers for planned attempts became a list, `attempt_gaps`.
  "0035_practice_retention": (rows) => ({
    ...rows,
    clients: (rows.clients ?? []).map(({ attempts, attempt_gap_hours, ...kept }) => kept),
  }),
};

/** Adapts a release's responses in the same way, by their names in `expected.json`. */
const answersSince: Record<string, Record<string, (body: Answer) => object>> = {
  "0035_practice_retention": {
    practice: ({ userData: { attempts, attemptGapHours, ...kept }, ...others }) => ({
      ...others,
      userData: { ...kept, attemptGaps: ["3h", "morning", "2d", "4d", "7d"] },
    }),
  },
};

test("there is a release to upgrade from", () => {
  expect(releases.length).toBeGreaterThan(0);
});

describe.each(releases)("upgrading from %s", (release) => {
  const folder = path.join(fixtures, release);
  const backup = path.join(folder, "rows.backup");
  const expected = JSON.parse(readFileSync(path.join(folder, "expected.json"), "utf8"));
  const current = changedSince[release] ?? ((rows: Rows) => rows);

  test("an upgrade preserves every row and the API's responses", async () => {
    const database = await makeOldDatabase(backup);
    const before = await readRows(database);
    const { secret_fingerprint: _, ...counts } = countsOf(before);
    expect(counts).toEqual(expected.counts);
    const opened = await connect(connectionTo(database), () => undefined);
    expectAllOf(current(before), await readRows(database));
    // The job that fills in leads runs every minute.
    await fillStoredLeads(opened);
    await opened.close();
    await expectAnswers(database, expected, answersSince[release]);
  });

  test("no row is lost in a restore", async () => {
    const old = await makeOldDatabase(backup);
    const before = current(await readRows(old));
    const database = await makeDatabase();
    const opened = await connect(connectionTo(database), () => undefined, { keepsTables: true });
    await readBackup(opened.pool, backup);
    await opened.close();
    expectAllOf(withoutEnded(before), withoutEnded(await readRows(database)));
    await Promise.all([drop(old), drop(database)]);
  });
});
