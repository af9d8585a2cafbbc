// The statements that the product runs for a request, read from the database's log. The bare server
// and `explain` then always use the product's own SQL.
import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import { openTools } from "#server/db/make.ts";

export type Statement = { text: string; values: (string | null)[] };

/** From now on, new sessions log their statements, with values, in the data folder. */
export async function setStatementLog(dataDir: string, isOn: boolean): Promise<void> {
  const tools = await openTools({ dataDir });
  const { rows } = await tools.pool.query("select current_database() as name");
  // By default the built-in database keeps values out of its log.
  const settings = { log_statement: "'all'", log_error_verbosity: "'default'" };
  for (const [name, value] of Object.entries(settings)) {
    const change = isOn ? `set ${name} = ${value}` : `reset ${name}`;
    await tools.pool.query(`alter database "${rows[0].name}" ${change}`);
  }
  await tools.close();
}

/** The statements that ran during `request`, without the session lookup. */
export async function readLoggedSql(
  dataDir: string,
  request: () => Promise<unknown>,
): Promise<Statement[]> {
  const log = path.join(dataDir, "postgres.log");
  const before = statSync(log).size;
  await request();
  const written = readFileSync(log).subarray(before).toString("utf8");
  return readStatements(written).filter(({ text }) => !text.includes('"sessions"'));
}

// "… LOG:  execute <unnamed>: select …", continued after a tab, then
// "… DETAIL:  Parameters: $1 = 'one', $2 = NULL", quotes doubled.
function readStatements(log: string): Statement[] {
  const entries = log.replaceAll("\n\t", "\n").split(/^(?=\d{4}-\d\d-\d\d .*? (?:LOG|DETAIL): )/m);
  return entries.flatMap((entry, index) => {
    const [, text] = /LOG: {2}execute [^:]+: \s*([\s\S]*)$/.exec(entry) ?? [];
    // The process's listeners and workers run their own statements.
    if (!text || !/^(with|select)\b/i.test(text) || text.includes("pgboss")) return [];
    const [, parameters = ""] =
      /DETAIL: {2}Parameters: ([\s\S]*)$/.exec(entries[index + 1] ?? "") ?? [];
    const values = [...parameters.matchAll(/\$\d+ = (?:NULL|'((?:[^']|'')*)')/g)].map(
      ([, value]) => value?.replaceAll("''", "'") ?? null,
    );
    return [{ text: text.trim(), values }];
  });
}
