// Records the statements that the app sends to the database, and counts the rows that PostgreSQL
// reads for them.
import pg from "pg";

export type Statement = { text: string; values: unknown[] };

/** Returns every statement that this process sends while `run` is running. */
export async function statementsDuring(run: () => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = [];
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const [asked, values] = given as [string | { text: string; values?: unknown[] }, unknown];
    const text = typeof asked === "string" ? asked : asked.text;
    const own = typeof asked === "string" ? undefined : asked.values;
    statements.push({ text, values: own ?? (Array.isArray(values) ? values : []) });
    return Reflect.apply(query, this, given);
  } as typeof query;
  try {
    await run();
  } finally {
    pg.Client.prototype.query = query;
  }
  return statements;
}

type Plan = {
  "Relation Name"?: string;
  "Actual Rows"?: number;
  "Actual Loops"?: number;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Index Recheck"?: number;
  Plans?: Plan[];
};

/**
 * Returns how many rows of each table these statements read, from EXPLAIN ANALYZE. It works only
 * for statements that read.
 */
export async function rowsRead(
  pool: pg.Pool,
  statements: Statement[],
): Promise<Record<string, number>> {
  const read: Record<string, number> = {};
  for (const { text, values } of statements.filter(isSelect)) {
    const { rows } = await pool.query(`explain (analyze, format json) ${text}`, values);
    for (const node of nodesOf(rows[0]["QUERY PLAN"][0].Plan)) {
      const table = node["Relation Name"];
      if (!table) continue;
      const each =
        (node["Actual Rows"] ?? 0) +
        (node["Rows Removed by Filter"] ?? 0) +
        (node["Rows Removed by Index Recheck"] ?? 0);
      read[table] = (read[table] ?? 0) + each * (node["Actual Loops"] ?? 1);
    }
  }
  return read;
}

function isSelect({ text }: Statement): boolean {
  return /^\s*(select|with)\b/i.test(text);
}

function nodesOf(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}
