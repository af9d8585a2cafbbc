// Checks the snapshots of migrations. Only the newest one is needed, because drizzle-kit compares
// the schema with it.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "#server/root.ts";

const folder = path.join(projectRoot, "server/db/migrations");

test("only the newest migration has a snapshot", () => {
  const { entries } = JSON.parse(readFileSync(path.join(folder, "meta/_journal.json"), "utf8"));
  const newest = String(entries.at(-1).idx).padStart(4, "0");
  const kept = readdirSync(path.join(folder, "meta"));
  expect(kept.toSorted()).toEqual([`${newest}_snapshot.json`, "_journal.json"]);
});

test("the journal lists exactly the migration files", () => {
  const { entries } = JSON.parse(readFileSync(path.join(folder, "meta/_journal.json"), "utf8"));
  const files = readdirSync(folder).filter((file) => file.endsWith(".sql"));
  expect(entries.map(({ tag }: { tag: string }) => `${tag}.sql`)).toEqual(files.toSorted());
});
