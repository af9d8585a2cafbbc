import { expect, test } from "vitest";
import type { Backup } from "./backup-folder.ts";
import { staleBackups } from "./stale-backups.ts";

const dayMs = 24 * 60 * 60 * 1000;

function backup(takenAt: string, change: Partial<Backup> = {}): Backup {
  return {
    ...{ file: takenAt, bytes: 1, rows: 1, tables: 1, sha256: "", problem: null },
    ...{ isScheduled: true, takenAt: new Date(takenAt), verifiedAt: new Date(takenAt) },
    ...change,
  };
}

const filesOf = (backups: Backup[]) => backups.map(({ file }) => file);

test("seven daily, four weekly and six monthly backups are kept after a year of daily backups", () => {
  const end = Date.parse("2026-11-24T08:10:00.000Z");
  const year = Array.from({ length: 365 }, (_, age) =>
    backup(new Date(end - age * dayMs).toISOString()),
  );
  const stale = new Set(staleBackups(year));
  const kept = year.filter((one) => !stale.has(one)).map(({ file }) => file.slice(0, 10));
  expect(kept).toEqual([
    ...["2026-11-24", "2026-11-23", "2026-11-22", "2026-11-21", "2026-11-20"],
    ...["2026-11-19", "2026-11-18"],
    // The Sundays of the three weeks before this one; last week's is among the days above.
    ...["2026-11-15", "2026-11-08"],
    ...["2026-10-31", "2026-09-30", "2026-08-31", "2026-07-31", "2026-06-30"],
  ]);
});

test("an older backup is kept if later days don't have backups", () => {
  const rare = ["2026-11-20", "2026-08-02", "2026-03-10", "2025-12-24"].map((day) =>
    backup(`${day}T08:10:00.000Z`),
  );
  expect(staleBackups(rare)).toEqual([]);
});

test("only the newest backup of a day is kept", () => {
  const [early, late] = [backup("2026-11-20T08:10:00.000Z"), backup("2026-11-20T21:10:00.000Z")];
  expect(staleBackups([early, late])).toEqual([early]);
});

test("a failed backup doesn't count and is deleted once a later backup passes its check", () => {
  const problem = { verifiedAt: null, problem: "The file has changed since it was written." };
  const good = backup("2026-11-20T08:10:00.000Z");
  const bad = backup("2026-11-21T08:10:00.000Z", problem);
  expect(staleBackups([good, bad])).toEqual([]);
  const later = backup("2026-11-22T08:10:00.000Z");
  expect(staleBackups([good, bad, later])).toEqual([bad]);
});

test("a manual backup is never deleted", () => {
  const byHand = { isScheduled: false, verifiedAt: null };
  const all = [backup("2026-11-20T08:00:00.000Z", byHand), backup("2026-11-20T09:00:00.000Z")];
  expect(filesOf(staleBackups(all))).toEqual([]);
});
