// What the product asks its database for a request, as the database's own log tells it: what the
// bare server answers with, and what is explained, is then always the product's own SQL.
import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import { openTools } from "#server/db/make.ts";

export type Statement = { text: string; values: (string | null)[] };

/** Sessions that begin from now on write their statements, with values, to the log of the folder. */
export async function setStatementLog(dataDir: string, isOn: boolean): Promise<void> {
  const tools = await openTools({ dataDir });
  const { rows } = await tools.pool.query("select current_database() as name");
  // Values are part of what an own database keeps out of its log.
  const settings = { log_statement: "'all'", log_error_verbosity: "'default'" };
  for (const [name, value] of Object.entries(settings)) {
    const change = isOn ? `set ${name} = ${value}` : `reset ${name}`;
    await tools.pool.query(`alter database "${rows[0].name}" ${change}`);
  }
  await tools.close();
}

/** What was asked while `request` ran; the question of who is signed in is left out. */
export async function readAskedSql(
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
    // The listeners and workers of the process have statements of their own.
    if (!text || !/^(with|select)\b/i.test(text) || text.includes("pgboss")) return [];
    const [, parameters = ""] =
      /DETAIL: {2}Parameters: ([\s\S]*)$/.exec(entries[index + 1] ?? "") ?? [];
    const values = [...parameters.matchAll(/\$\d+ = (?:NULL|'((?:[^']|'')*)')/g)].map(
      ([, value]) => value?.replaceAll("''", "'") ?? null,
    );
    return [{ text: text.trim(), values }];
  });
}
