// Makes databases with an earlier version's tables.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import type pg from "pg";
import { openDatabase } from "#server/db/database.ts";
import { projectRoot } from "#server/root.ts";

/** Opens a data folder's database without migrating it. */
export function openAsItIs(dataDir: string) {
  const as = { databaseUrl: undefined, purpose: "tool", keepsTables: true } as const;
  return openDatabase({ ...as, dataDir, log: () => undefined });
}

/** Runs the migrations up to the one with that name. */
export async function migrateUpTo(client: pg.Client, tag: string): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), "front-desk-migrations-"));
  cpSync(path.join(projectRoot, "server/db/migrations"), folder, { recursive: true });
  const journalFile = path.join(folder, "meta/_journal.json");
  const journal: { entries: { tag: string }[] } = JSON.parse(readFileSync(journalFile, "utf8"));
  const last = journal.entries.findIndex((entry) => entry.tag === tag);
  const entries = journal.entries.slice(0, last + 1);
  writeFileSync(journalFile, JSON.stringify({ ...journal, entries }));
  await migrate(drizzle({ client, casing: "snake_case" }), { migrationsFolder: folder });
  rmSync(folder, { recursive: true });
}
