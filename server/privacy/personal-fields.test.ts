// docs/privacy.md lists every column with personal data. A new column fails this test until it is
// listed there or in `notPersonal`.
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { practiceRetention } from "#contract/retention.ts";
import { jobHistoryDays } from "#server/jobs/jobs.ts";
import { retentionDays } from "#server/records/retention/retention.ts";
import { projectRoot } from "#server/root.ts";
import { notPersonal } from "#server/testing/not-personal.ts";
import { tables } from "#server/testing/practice-tables.ts";

const page = readFileSync(path.join(projectRoot, "docs/privacy.md"), "utf8");
const rows = page.split("\n").flatMap((line) => {
  const [, table, columns, ...rest] = /^\| `(\w+)`: ((?:`\w+`(?:, )?)+) \|(.*)\|$/.exec(line) ?? [];
  if (!table) return [];
  const names = [...(columns ?? "").matchAll(/`(\w+)`/g)].map(([, name = ""]) => name);
  const cells = (rest[0] ?? "").split("|").map((cell) => cell.trim());
  return [{ table, names, cells }];
});
const personal = rows.flatMap(({ table, names }) => names.map((name) => `${table}.${name}`));
const others = Object.entries(notPersonal).flatMap(([table, names]) =>
  names.split(" ").flatMap((name) => (name ? [`${table}.${name}`] : [])),
);

test("every column of every table is in docs/privacy.md or listed as not personal", () => {
  const stored = [...tables].flatMap(([table, { columns }]) =>
    columns.map((column) => `${table}.${column}`),
  );
  expect(personal.length).toBeGreaterThan(100);
  expect([...personal, ...others].toSorted()).toEqual(stored.toSorted());
});

test("each row of docs/privacy.md has all four cells filled in", () => {
  const unfinished = rows.filter(({ cells }) => cells.length !== 4 || cells.includes(""));
  expect(unfinished.map(({ table }) => table)).toEqual([]);
});

test("docs/privacy.md states the retention periods that the job applies", () => {
  const said = [...page.matchAll(/^\| (\w+) \| (\d+) \| (\d*) ?\|/gm)];
  const days = said.map(([, record = "", usual]) => [record, Number(usual)]);
  const { jobHistory, ...own } = Object.fromEntries(days);
  expect(own).toEqual(retentionDays);
  expect(jobHistory).toBe(jobHistoryDays);
  const most = said.flatMap(([, record, , longest]) =>
    longest ? [[record, Number(longest)]] : [],
  );
  const limits = Object.entries(practiceRetention);
  expect(most).toEqual(limits.map(([record, limit]) => [record, limit.most]));
});
