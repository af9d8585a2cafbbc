// npm run backup -- [file]: writes a consistent copy of every row while the product runs.
import { mkdirSync } from "node:fs";
import path from "node:path";
import { backupWords } from "#content/command-line.ts";
import { readConfig } from "#server/config.ts";
import { writeBackup } from "#server/db/backup.ts";
import { openDatabase } from "#server/db/database.ts";

const config = readConfig(process.env);
const stamp = new Date().toISOString().replace(/[:.]/g, "-");
const file = path.resolve(
  process.argv[2] ?? path.join(config.dataDir, "backups", `${stamp}.backup`),
);
mkdirSync(path.dirname(file), { recursive: true });
const database = await openDatabase({ ...config, purpose: "tool", log: () => undefined });
try {
  const { rows, tables } = await writeBackup(database.pool, file);
  console.log(backupWords.written(rows, tables, file));
} finally {
  await database.close();
}
