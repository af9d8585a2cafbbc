// Reads the statements that the product runs for a request from the database's log, so that the
// bare server and `explain` always use the product's own SQL.
import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openTools } from "#server/db/make.ts";

export type Statement = { text: string; values: (string | null)[] };

/**
 * Makes new sessions of this data folder's database log their statements with values, or stop
 * logging them.
 */
export async function setStatementLog(dataDir: string, isOn: boolean): Promise<void> {
  const tools = await openTools({ dataDir });
  const { rows } = await tools.pool.query("select current_database() as name");
  // By default, the built-in database doesn't log values.
  const settings = { log_statement: "'all'", log_error_verbosity: "'default'" };
  for (const [name, value] of Object.entries(settings)) {
    const change = isOn ? `set ${name} = ${value}` : `reset ${name}`;
    await tools.pool.query(`alter database "${rows[0].name}" ${change}`);
  }
  await tools.close();
}

/** Returns the statements that ran during `request`, without the session lookup. */
export async function readLoggedSql(
  dataDir: string,
  request: () => Promise<unknown>,
): Promise<Statement[]> {
  const log = path.join(dataDir, "postgres.log");
  // A sweep that was enqueued at startup may still be running.
  while ((await readDuring(log, () => sleep(quietMs))).length > 0);
  return readDuring(log, request);
}

const quietMs = 300;

async function readDuring(log: string, work: () => Promise<unknown>): Promise<Statement[]> {
  const before = statSync(log).size;
  await work();
  const written = readFileSync(log).subarray(before).toString("utf8");
  return readStatements(written).filter(({ text }) => !text.includes('"token_hash"'));
}

// Log lines are "… LOG: execute <unnamed>: select …", or "… LOG: statement: select …" without
// values. Continuation lines start with a tab. "… DETAIL: Parameters: $1 = 'one', $2 = NULL"
// follows, with doubled quotes.
function readStatements(log: string): Statement[] {
  const entries = log.replaceAll("\n\t", "\n").split(/^(?=\d{4}-\d\d-\d\d .*? (?:LOG|DETAIL): )/m);
  return entries.flatMap((entry, index) => {
    const [, text] = /LOG: {2}(?:execute [^:]+|statement): \s*([\s\S]*)$/.exec(entry) ?? [];
    // The process's listeners and workers run their own statements. Those of the job store are in
    // capitals.
    const isOfJobStore = text?.includes("pgboss") && !text.trimStart().startsWith("select");
    if (!text || !/^(with|select)\b/i.test(text) || isOfJobStore) return [];
    const [, parameters = ""] =
      /DETAIL: {2}Parameters: ([\s\S]*)$/.exec(entries[index + 1] ?? "") ?? [];
    const values = [...parameters.matchAll(/\$\d+ = (?:NULL|'((?:[^']|'')*)')/g)].map(
      ([, value]) => value?.replaceAll("''", "'") ?? null,
    );
    return [{ text: text.trim(), values }];
  });
}
